/** Apostrophes however they are written, which no search tells apart; as `search_text()` has them. */
export const APOSTROPHES = /['’ʼ`´‘′]/g;
/** What stands between words; as `search_text()` has it. */
export const BETWEEN_WORDS = /[-‐–—/«»"“”„()[\],;:…\s]+/;

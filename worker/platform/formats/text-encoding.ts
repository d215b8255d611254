/** Words of letters, with the marks that stand within one. */
const WORD = /\p{L}(?:[\p{L}'’ʼ-]*\p{L})?/gu;
const CYRILLIC = /^[\p{Script=Cyrillic}'’ʼ-]+$/u;
/** Letters of Ukrainian and Russian: others of the alphabet are what bytes of another encoding become. */
const USUAL = /^[а-яёґєії'’ʼ-]+$/i;
/** How a word is written: small, with a capital, or in capitals. */
const WRITTEN = /^(\p{Lu}?[^\p{Lu}]*|[^\p{Ll}]+)$/u;

/** Text in an encoding that is named; null where it is not that, or nobody knows it. */
export function decodedAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Text that does not say in which encoding it is: UTF-8, else Windows-1251 where that gives Cyrillic words.
 * @returns null where neither does
 */
export function decodedText(bytes: Uint8Array): string | null {
  const text = decodedAs(bytes, 'utf-8');
  if (text !== null) return text;
  const old = decodedAs(bytes, 'windows-1251');
  return old !== null && isCyrillic(old) ? old : null;
}

/** Whether nine words of ten that are not Latin alone are such as people write, and small letters are more than capitals. */
export function isCyrillic(text: string): boolean {
  const foreign = (text.match(WORD) ?? []).filter((word) => /(?![’ʼ])\P{ASCII}/u.test(word));
  const sound = foreign.filter((word) => CYRILLIC.test(word) && USUAL.test(word) && WRITTEN.test(word));
  const letters = sound.join('');
  const small = letters.replace(/[^\p{Ll}]/gu, '').length;
  return foreign.length > 0 && sound.length >= 0.9 * foreign.length && small * 2 > letters.length;
}

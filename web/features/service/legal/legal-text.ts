/** A legal page: its words stand in one file per document and language. */
export interface LegalText {
  title: string;
  updated: string;
  intro: string;
  sections: readonly { heading: string; paragraphs: readonly string[]; items?: readonly string[] }[];
}

/** Where questions about the documents go. */
export const LEGAL_CONTACT = 'privacy@osnova.example';

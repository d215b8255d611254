import { escapeXml } from '../../../platform/formats/xml-writer.ts';
import type { ReadAnswer, ReadQuestion, WrittenFile, WrittenQuestion } from '../exchange.ts';

/** What a format has no words for is kept in a comment of our own, which other systems skip. */
export type Kept = Partial<Pick<ReadQuestion, 'required' | 'credit' | 'match_case' | 'unit' | 'score'>> &
  Partial<Pick<ReadAnswer, 'title' | 'tolerance' | 'percent'>> & {
    /** Words that an essay is wished to have. */
    min_words?: number | undefined;
    max_words?: number | undefined;
    /** What may be handed in (`filesText`). */
    files?: string | undefined;
    /** A text whose look the format cannot hold. */
    description?: string | undefined;
    /** A text with gaps as authors write it. */
    gaps?: string | undefined;
    /** Places on a picture, in lines. */
    places?: string | undefined;
    /** Of its answers, in their order: the texts as JSON. */
    gap_feedback?: string | undefined;
  };

/** The section of a test without sections: a package has no test without one. */
export const ONLY_SECTION = { identifier: 'section', title: 'Questions' };

const SIGN = 'osnova:';

/** A comment that holds what is to be kept; nothing where there is nothing. */
export function keptComment(kept: Kept): string {
  if (Object.values(kept).every((value) => value === undefined)) return '';
  // Two hyphens may not stand in a comment.
  const text = JSON.stringify(kept)
    .replaceAll('-', String.raw`\u002d`)
    .replaceAll('<', String.raw`\u003c`);
  return `<!--${SIGN}${text}-->`;
}

const KINDS: Record<keyof Kept, string> = {
  required: 'boolean',
  credit: 'string',
  match_case: 'boolean',
  unit: 'string',
  score: 'number',
  title: 'string',
  tolerance: 'string',
  gaps: 'string',
  places: 'string',
  gap_feedback: 'string',
  description: 'string',
  percent: 'number',
  min_words: 'number',
  max_words: 'number',
  files: 'string',
};

/** What our own comments say; anything else in them counts for nothing. */
export function keptIn(comments: readonly string[]): Kept {
  const kept: Record<string, unknown> = {};
  for (const comment of comments) {
    if (!comment.startsWith(SIGN)) continue;
    let said: unknown;
    try {
      said = JSON.parse(comment.slice(SIGN.length));
    } catch {
      continue;
    }
    if (typeof said !== 'object' || said === null) continue;
    for (const [key, kind] of Object.entries(KINDS)) {
      const value = (said as Record<string, unknown>)[key];
      if (typeof value === kind && (key !== 'credit' || value === 'all' || value === 'parts'))
        kept[key] = value;
    }
  }
  return kept;
}

/** A text as HTML: lines broken, nothing in it taken for a tag. */
export const asHtml = (text: string): string => escapeXml(text).replace(/\r?\n/g, '<br/>');

/**
 * What is asked and what is shown below it, as one text whose parts are marked, so that it is read again as it was.
 * @param address of a file, as the format names it
 */
export function proseHtml(question: WrittenQuestion, address: (file: WrittenFile) => string): string {
  const { title, description, files = [] } = question;
  const shown = withAddresses(description, files, address);
  const links = files
    .filter(({ kind }) => kind === 'attachment')
    .map((file) => `<a href="${escapeXml(address(file))}">${escapeXml(file.name)}</a>`);
  return [
    `<p class="osnova-title">${asHtml(title)}</p>`,
    shown && `<div class="osnova-text">${shown}</div>`,
    links.length ? `<p class="osnova-files">${links.join(' ')}</p>` : '',
  ].join('');
}

/** Pictures named as the format names them; one that has gone is left out. */
export function withAddresses(
  html: string,
  files: readonly WrittenFile[],
  address: (file: WrittenFile) => string,
): string {
  return html.replace(/<img[^<>]*>/g, (tag) => {
    const id = Number(/\/api\/v1\/media\/(\d+)/.exec(tag)?.[1]);
    const file = files.find((each) => each.id === id);
    return file ? tag.replace(/src="[^"]*"/, `src="${escapeXml(address(file))}"`) : '';
  });
}

/** Of what was kept, what a question says of itself; the rest belongs to its answers and its text. */
export function termsOf({ required, credit, match_case, unit, score }: Kept) {
  return Object.fromEntries(
    Object.entries({ required, credit, match_case, unit, score }).filter(([, value]) => value !== undefined),
  ) as Partial<Pick<ReadQuestion, 'required' | 'credit' | 'match_case' | 'unit' | 'score'>>;
}

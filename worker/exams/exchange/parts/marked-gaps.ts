import type { ReadAnswer } from '../exchange.ts';
import { gapParts, type GapAnswer, variantsOf } from '../../questions/contract.ts';

/**
 * A text whose gaps are written where they are: `[[Kyiv|50%:Kiev|~Lviv]]` accepts the first, gives half for the second,
 * and offers the third to be chosen wrongly. A backslash before a sign takes its meaning from it.
 */
export function readMarkedGaps(text: string): { gap_text: string; answers: GapAnswer[] } {
  const answers: GapAnswer[] = [];
  let gap_text = '';
  let at = 0;
  let gap = 0;
  const bracket = /(?<!\\)(\\*)\[/g;
  const inside = /\[((?:\\[^]|[^[\]\\])+)\]\]/y;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    const slashes = found[1]!.length;
    gap_text += text.slice(at, found.index) + '\\'.repeat(slashes >> 1);
    at = inside.lastIndex = bracket.lastIndex;
    const words = slashes % 2 ? undefined : inside.exec(text)?.[1];
    if (words === undefined) gap_text += '[';
    else {
      at = bracket.lastIndex = inside.lastIndex;
      gap += 1;
      gap_text += `[[${gap}]]`;
      for (const variant of variantsOf(words)) answers.push({ gap, ...variant });
    }
  }
  return { gap_text: gap_text + text.slice(at), answers };
}

/** The same the other way round. */
export function writeMarkedGaps(gap_text: string, answers: readonly Partial<GapAnswer>[]): string {
  const parts = gapParts(gap_text);
  const pieces = parts.map((part, place) => {
    if (typeof part === 'number')
      return `[[${answers
        .filter(({ gap }) => gap === part)
        .map(written)
        .join('|')}]]`;
    const ends = typeof parts[place + 1] === 'number';
    const text = part.replace(
      /(?<!\\)(\\*)\[(?=(\[)?)/g,
      (sign, slashes: string, next: unknown, from: number) => {
        const isLast = ends && from + sign.length === part.length;
        return next || slashes || isLast ? `${slashes}${slashes}\\[` : sign;
      },
    );
    return ends ? text.replace(/(?<!\\)\\+$/, (slashes) => slashes + slashes) : text;
  });
  return pieces.join('');
}

function written({ title = '', is_right_answer = true, percent }: Partial<GapAnswer>): string {
  const words = title
    .replace(/[[\]|\\]/g, (sign) => `\\${sign}`)
    .replace(/^~/, '\\~')
    .replace(/^(\d{1,2} ?)%:/, '$1\\%:');
  return `${is_right_answer ? '' : '~'}${percent ? `${percent}%:` : ''}${words}`;
}

/** Adds a number that a gap accepts as it may be written, since it is compared as a text there. */
export function addNumber(answers: ReadAnswer[], { title, ...answer }: ReadAnswer): void {
  for (const spelling of spellingsOf(title.trim()))
    if (!answers.some((other) => other.gap === answer.gap && other.title === spelling))
      answers.push({ ...answer, title: spelling });
}

/** Without idle zeros first, then as it was written; each with point and comma. */
function spellingsOf(word: string): string[] {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d+)(?:[.,](\d*?)0*)?$/.exec(word) ?? [];
  const plain = `${sign.replace('+', '')}${whole}${fraction && `.${fraction}`}`;
  const points = [plain, word.replace(',', '.')].filter(Boolean);
  return [...new Set(points.flatMap((text) => [text, text.replace('.', ',')]))];
}

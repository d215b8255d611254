import { escapeXml } from '../../../platform/formats/xml-writer.ts';
import { gapParts, type GapAnswer } from '../../questions/contract.ts';
import { typedNumber } from '../../questions/question.ts';
import { saying } from '../parts/feedback.ts';
import { addNumber } from '../parts/marked-gaps.ts';
import type { Problem, ReadQuestion, WrittenQuestion } from '../exchange.ts';
import { wordsOf } from '../parts/prose.ts';

/** A text with gaps as it is read: words with `[[1]]` where its first gap is. */
export type Gaps = Pick<ReadQuestion, 'gap_text' | 'answers' | 'match_case'> & {
  isUneven: boolean;
  /** Feedback of what is not accepted stays behind. */
  hasLost: boolean;
  /** A gap that asks for a number accepts what is none. */
  isNoNumber?: boolean;
};

const TYPED = /^(SHORTANSWER(_C)?|SA(C)?|MW(C)?)$/;
const LIST = /^(MULTICHOICE(_(V|H|S|VS|HS))?|MC(V|H|S|VS|HS)?)$/;
const NUMBER = /^(NUMERICAL|NM)$/;

/**
 * A text whose gaps, `{1:SHORTANSWER:=Kyiv~%50%Kiev#nearly}` with signs escaped by backslashes, are told otherwise. What was
 * looked through for an end that is not there is not looked through again.
 */
function withGaps(html: string, told: (weight: string, kind: string, inside: string) => string): string {
  const begin = /\{(\d{0,3}):([A-Z_]{2,20}):/g;
  const within = /(?:\\[^]|[^\\{}])*/y;
  const pieces: string[] = [];
  let at = 0;
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    within.lastIndex = begin.lastIndex;
    const [inside] = within.exec(html)!;
    const end = begin.lastIndex + inside.length;
    begin.lastIndex = end;
    if (html[end] !== '}') continue;
    pieces.push(html.slice(at, found.index), told(found[1]!, found[2]!, inside));
    at = end + 1;
  }
  return pieces.join('') + html.slice(at);
}

/** Reads the gaps of a cloze, or says why they cannot be taken. */
export function readCloze(html: string): Gaps | Problem {
  const answers: GapAnswer[] = [];
  const weights = new Set<string>();
  const cases = new Set<boolean>();
  let gap = 0;
  let foreign: Problem | null = null;
  let hasLost = false;
  let isNoNumber = false;
  const marked = withGaps(html, (weight, kind, inside) => {
    gap += 1;
    weights.add(weight || '1');
    const variants = variantsOf(inside);
    const isTyped = TYPED.test(kind) || NUMBER.test(kind);
    if (TYPED.test(kind)) cases.add(kind.endsWith('C'));
    if (!isTyped && !LIST.test(kind)) foreign ??= 'unsupported_type';
    // A number that may be off by something is not compared as a text.
    if (NUMBER.test(kind) && variants.some(({ title }) => /:(?!0*(\.0*)?$)|\.\./.test(title)))
      foreign ??= 'gap_tolerance';
    for (const { title, percent, feedback } of variants) {
      const word = NUMBER.test(kind) ? title.replace(/:.*$/s, '') : title;
      if (isTyped && percent <= 0) {
        hasLost ||= feedback !== '';
        continue;
      }
      isNoNumber ||= NUMBER.test(kind) && word !== '*' && typedNumber(word) === null;
      const is_right_answer = isTyped || percent >= 99.5;
      const share = percent > 0 && percent < 99.5 && { percent };
      const answer = { gap, title: word, is_right_answer, ...share, ...saying(feedback) };
      if (NUMBER.test(kind)) addNumber(answers, answer);
      else answers.push(answer);
    }
    return `[[${gap}]]`;
  });
  if (foreign) return foreign;
  if (gap === 0) return html.includes('{') ? 'malformed' : 'text_only';
  if (gap > 50) return 'too_many_answers';
  return {
    gap_text: wordsOf(marked),
    answers: answers.filter(({ title }) => title !== ''),
    match_case: cases.size === 1 && cases.has(true),
    isUneven: weights.size > 1 || cases.size > 1,
    hasLost,
    isNoNumber,
  };
}

function variantsOf(inside: string): { title: string; percent: number; feedback: string }[] {
  return inside.split(/(?<!\\)~/).map((variant) => {
    const [, right, share, rest] = /^\s*(=?)(?:%(-?\d{1,3}(?:\.\d{1,7})?)%)?((?:\\[^]|[^])*)$/.exec(variant)!;
    const [words, ...feedback] = rest!.split(/(?<!\\)#/);
    const plain = (text: string) => wordsOf(text.replace(/\\([^])/g, '$1'));
    const percent = share === undefined ? (right ? 100 : 0) : Math.round(Number(share));
    return { title: plain(words!), percent, feedback: plain(feedback.join(' ')) };
  });
}

/** Gaps with the words that may stand in them, chosen of a group. */
export function readDragged(
  html: string,
  options: readonly { title: string; group: string }[],
): Gaps | Problem {
  const answers: GapAnswer[] = [];
  let gap = 0;
  const marked = html.replace(/\[\[(\d{1,3})\]\]/g, (whole, place: string) => {
    const right = options[Number(place) - 1];
    if (!right) return whole.replace('[[', '[ [');
    gap += 1;
    for (const option of options) {
      if (option.group === right.group && (option === right || option.title !== right.title))
        answers.push({ gap, title: option.title, is_right_answer: option === right });
    }
    return `[[${gap}]]`;
  });
  if (gap === 0) return 'text_only';
  if (gap > 50) return 'too_many_answers';
  return { gap_text: wordsOf(marked), answers, match_case: false, isUneven: false, hasLost: false };
}

/** A text with gaps as Moodle's cloze. */
export function writeCloze({ gap_text = '', match_case, answers }: WrittenQuestion): string {
  const parts = gapParts(gap_text).map((part) => {
    if (typeof part === 'string') return escapeXml(part).replaceAll('{', '&#123;').replace(/\r?\n/g, '<br/>');
    const own = answers.filter(({ gap }) => gap === part);
    const isList = own.some(({ is_right_answer }) => !is_right_answer);
    const kind = isList ? 'MULTICHOICE_S' : match_case ? 'SHORTANSWER_C' : 'SHORTANSWER';
    const escaped = (text: string) => escapeXml(text).replace(/[\\~#}{=]/g, String.raw`\$&`);
    const variants = own.map(({ title, is_right_answer, percent, feedback }) => {
      const sign = percent ? `%${percent}%` : is_right_answer ? '=' : '';
      return `${sign}${escaped(title)}${feedback ? `#${escaped(feedback)}` : ''}`;
    });
    return `{1:${kind}:${variants.join('~')}}`;
  });
  return `<p class="osnova-gaps">${parts.join('')}</p>`;
}

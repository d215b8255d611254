import { ANSWERS_LIMIT, type GapAnswer, gapsOf, variantsOf } from '#contract/exams/questions';
import { type AnswerDraft, newAnswer, type QuestionDraft } from '../../draft.ts';

type Draft = Pick<QuestionDraft, 'gap_text' | 'answers'>;
type Next = Partial<Draft>;

/** The gaps in the order of the text, and behind them those that have answers but no place in it. */
export function gapsIn({ gap_text, answers }: Draft): { gap: number; isInText: boolean }[] {
  const inText = [...new Set(gapsOf(gap_text))];
  const others = [...new Set(answers.map(({ gap }) => gap))].filter((gap) => gap && !inText.includes(gap));
  return [
    ...inText.map((gap) => ({ gap, isInText: true })),
    ...others.map((gap) => ({ gap, isInText: false })),
  ];
}

const numbersIn = (draft: Draft) => gapsIn(draft).map(({ gap }) => gap);

/** The text as it was typed or pasted; what stands in double brackets becomes a gap that accepts it. */
export function textTyped(draft: Draft, text: string): { gap_text: string; answers?: AnswerDraft[] } {
  const used = new Set(numbersIn(draft));
  const read: GapAnswer[] = [];
  const gap_text = text.replace(/\[\[([^[\]]+)\]\]/g, (whole, words: string) => {
    const gap = freeNumber(used);
    if (used.has(Number(words)) || gap === undefined) return whole;
    used.add(gap);
    for (const variant of variantsOf(words)) read.push({ gap, ...variant });
    return `[[${gap}]]`;
  });
  if (read.length === 0 || draft.answers.length + read.length > ANSWERS_LIMIT) return { gap_text: text };
  const added = read.map(({ gap, title, is_right_answer, percent = 100 }) => ({
    ...newAnswer(title, gap),
    is_right_answer,
    percent,
  }));
  return { gap_text, answers: [...draft.answers, ...added] };
}

const freeNumber = (used: ReadonlySet<number>): number | undefined =>
  Array.from({ length: ANSWERS_LIMIT }, (_, at) => at + 1).find((number) => !used.has(number));

/** Where the word around a place begins and ends; the place itself where there is none. */
export function wordAt(text: string, at: number): [number, number] {
  const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}’'ʼ-]/u.test(sign);
  let [from, to] = [at, at];
  while (isWord(text[from - 1])) from -= 1;
  while (isWord(text[to])) to += 1;
  return [from, to];
}

/** A gap in place of what stands between two places, which it accepts. Null: it would be one too many. */
export function gapAdded(draft: Draft, from: number, to: number): { next: Next; caret: number } | null {
  const gap = freeNumber(new Set(numbersIn(draft)));
  const words = draft.gap_text.slice(from, to);
  if (gap === undefined || draft.answers.length >= ANSWERS_LIMIT || words.includes('[[')) return null;
  const marker = `[[${gap}]]`;
  const title = words.trim();
  const lead = words.slice(0, words.indexOf(title));
  const behind = words.slice(lead.length + title.length);
  return {
    next: {
      gap_text: draft.gap_text.slice(0, from) + lead + marker + behind + draft.gap_text.slice(to),
      answers: [...draft.answers, { ...newAnswer(title, gap), is_right_answer: true }],
    },
    caret: from + lead.length + marker.length,
  };
}

/** Without a gap: its first right word stands in the text again. */
export function gapRemoved({ gap_text, answers }: Draft, gap: number): Next {
  const word = answers.find((answer) => answer.gap === gap && answer.is_right_answer)?.title ?? '';
  return {
    gap_text: gap_text.replaceAll(`[[${gap}]]`, () => word),
    answers: answers.filter((answer) => answer.gap !== gap),
  };
}

/** Whether a gap offers a list: it does as soon as something in it is wrong. */
export const isList = (answers: readonly AnswerDraft[], gap: number) =>
  answers.some((answer) => answer.gap === gap && !answer.is_right_answer);

/** A gap that is typed, or chosen from a list that waits for something wrong. */
export function asList(answers: readonly AnswerDraft[], gap: number, list: boolean): AnswerDraft[] {
  if (!list) return answers.filter((answer) => answer.gap !== gap || answer.is_right_answer);
  return [...answers, newAnswer('', gap)];
}

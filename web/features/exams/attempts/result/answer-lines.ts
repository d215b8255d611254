import { keyNumberText, toleranceText } from '#contract/exams/forms';
import type { useTranslations } from 'use-intl';
import type { Result } from '../attempt.ts';

type Question = Pick<
  NonNullable<Result['score_explanation']>[number],
  'type' | 'answers' | 'marks' | 'response' | 'unit' | 'outcome'
>;
type Answer = Question['answers'][number];
type Words = ReturnType<typeof useTranslations<'attempts.told'>>;

export interface AnswerLine {
  key: number | string;
  kind: 'right' | 'wrong' | 'chosen' | undefined;
  text: string;
  note: string;
}

/** What of a line its sign alone shows, for whoever hears it. */
export function saidOf(t: Words, { type }: Pick<Question, 'type'>, { kind, key }: AnswerLine): string {
  // The note of a choice or an area says it, and the outcome of what was typed.
  const isToldBySign =
    type === 'ordering' || type === 'matching' || type === 'gaps' || String(key).startsWith('mark-');
  if (!isToldBySign || (kind !== 'right' && kind !== 'wrong')) return '';
  return t(kind === 'right' ? 'is_right' : 'is_wrong');
}

/** What was answered and what would have been right, a line each, as far as the form shows it. */
export function answerLines(t: Words, question: Question, locale: string): AnswerLine[] {
  switch (question.type) {
    case 'short_answer':
    case 'number':
      return typedLines(t, question, locale);
    case 'essay':
    case 'upload':
      return [];
    case 'ordering':
      return question.answers.map((answer, at) => ({
        key: answer.id,
        kind: kindOf(answer),
        text: `${answer.chosen ? `${at + 1}. ` : ''}${answer.title}`,
        note:
          answer.is_right_answer !== true && answer.right_place
            ? t('right_place', { place: answer.right_place })
            : '',
      }));
    case 'matching':
      return question.answers.map((answer) => ({
        key: answer.id,
        kind: kindOf(answer),
        text: `${answer.title} → ${answer.match ?? '—'}`,
        note:
          answer.is_right_answer !== true && answer.right_match
            ? t('right_match', { match: answer.right_match })
            : '',
      }));
    case 'gaps':
      return question.answers.map((answer) => ({
        key: answer.id,
        kind: answer.percent ? 'chosen' : kindOf(answer),
        text: `${answer.gap}. ${answer.title || '—'}`,
        note: gapNote(t, answer),
      }));
    case 'hotspot':
      return placeLines(t, question);
    case 'choice':
      return question.answers.map((answer) => ({
        key: answer.id,
        // What is right is marked whether it was chosen or not.
        kind: answer.is_right_answer === true ? 'right' : answer.percent ? 'chosen' : kindOf(answer),
        text: answer.title,
        note: choiceNote(t, answer),
      }));
  }
}

/** The own marks by their numbers, then the areas as far as they are shown. */
function placeLines(t: Words, { marks = [], answers }: Question): AnswerLine[] {
  const own = marks.map(({ x, y, is_right_answer, percent, again }, at) => ({
    key: `mark-${at}`,
    kind: percent || again ? ('chosen' as const) : kindOf({ chosen: true, is_right_answer }),
    text: t('mark', { number: at + 1, x: Math.round(x * 100), y: Math.round(y * 100) }),
    note: again ? t('mark_again') : percent ? t('near_miss', { percent }) : '',
  }));
  const areas = answers.map((answer) => ({
    key: answer.id,
    // One that was missed is no success.
    kind: answer.is_right_answer
      ? answer.chosen
        ? ('right' as const)
        : undefined
      : answer.percent
        ? ('chosen' as const)
        : kindOf(answer),
    text: answer.title,
    note: answer.percent
      ? t('near_miss', { percent: answer.percent })
      : answer.is_right_answer
        ? t(answer.chosen ? 'area_hit' : 'area_right')
        : t('area_wrong'),
  }));
  return [...own, ...areas];
}

function typedLines(
  t: Words,
  { type, response, unit, outcome, answers }: Question,
  locale: string,
): AnswerLine[] {
  // Some type the unit themselves.
  const withUnit = (text: string) => (unit && !text.trimEnd().endsWith(unit) ? `${text} ${unit}` : text);
  const kind = outcome === 'right' ? 'right' : outcome === 'wrong' ? 'wrong' : 'chosen';
  const given: AnswerLine[] = response
    ? [{ key: 'given', kind, text: withUnit(response), note: t('your_answer') }]
    : [];
  const right = (title: string) => withUnit(type === 'number' ? keyNumberText(title, locale) : title);
  const accepted = answers.map(({ id, title, tolerance, percent }) => ({
    key: id,
    kind: 'right' as const,
    text: tolerance ? `${right(title)} ${toleranceText(tolerance, locale)}` : right(title),
    note: [
      percent === undefined ? t('accepted') : t('accepted_for', { percent }),
      ...starNote(t, type === 'short_answer' ? [title] : []),
    ].join('; '),
  }));
  return [...given, ...accepted];
}

/** What a star stands for that an author wrote: any signs. One behind a backslash is itself. */
const starNote = (t: Words, accepted: readonly string[]): string[] =>
  accepted.some((text) => /(?<!\\)\*/.test(text)) ? [t('star')] : [];

function kindOf({ chosen, is_right_answer }: Pick<Answer, 'chosen' | 'is_right_answer'>): AnswerLine['kind'] {
  if (!chosen) return undefined;
  return is_right_answer === undefined ? 'chosen' : is_right_answer ? 'right' : 'wrong';
}

function gapNote(t: Words, { is_right_answer, percent, accepted = [] }: Answer): string {
  const part = percent ? [t('near_miss', { percent })] : [];
  const right =
    is_right_answer !== true && accepted.length > 0
      ? [[t('right_gap', { answers: accepted.join(' / ') }), ...starNote(t, accepted)].join('; ')]
      : [];
  return [...part, ...right].join(' · ');
}

function choiceNote(t: Words, { chosen, is_right_answer, percent }: Answer): string {
  if (percent) return [...(chosen ? [t('chosen')] : []), t('near_miss', { percent })].join(' · ');
  if (chosen && is_right_answer === true) return t('chosen_right');
  if (chosen && is_right_answer === false) return t('chosen_wrong');
  if (chosen) return t('chosen');
  return is_right_answer === true ? t('right_answer') : '';
}

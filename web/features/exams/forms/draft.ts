import { fieldErrorsOf } from '#contract/errors/rules';
import { type getForm, updateForm, updateQuestions } from '#contract/exams/forms';
import {
  type Area,
  type Credit,
  type FileKind,
  filesAsked,
  hasAnswerFeedback,
  isByHand,
  type QuestionType,
} from '#contract/exams/questions';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import { plainPictures } from '../../../lib/files/plain-pictures.ts';
import type { FieldError } from '../../../lib/form/use-form.ts';
import { readsAsNumber } from '../../../lib/words/typed-number.ts';

export type Draft = ResponseOf<typeof getForm>;
export type QuestionFile = Draft['questions'][number]['files'][number];
type SettingsBody = Omit<BodyInputOf<typeof updateForm>, 'revision' | 'form_type'>;
type QuestionsBody = BodyInputOf<typeof updateQuestions>;

/** A number while it is typed: '' is an empty field, any other text none. */
export type Typed = number | string;

export interface AnswerDraft {
  key: string;
  title: string;
  is_right_answer: boolean;
  /** Of a number: `0.5` or `5%`; '': none. */
  tolerance: string;
  /** Percent of the score: of what is typed; of a near miss, where 100 is none. */
  percent: Typed;
  /** Of a matching: what belongs to the title. */
  match: string;
  /** Of a text with gaps: to which it belongs; else 0. */
  gap: number;
  /** On a picture: where it is; else null. */
  area: Area | null;
  /** Told to whoever gave it, with the key. */
  feedback: string;
}

/** One thing that an answer is judged by, with its levels. */
export interface CriterionDraft {
  key: string;
  title: string;
  levels: readonly { key: string; title: string; points: Typed }[];
}

export interface QuestionDraft {
  key: string;
  title: string;
  /** Rich text. */
  description: string;
  type: QuestionType;
  credit: Credit;
  match_case: boolean;
  unit: string;
  /** Of an essay: words wished for; '': none. */
  min_words: Typed;
  max_words: Typed;
  /** Of files that are handed in. */
  max_files: number;
  file_kinds: readonly FileKind[];
  max_megabytes: number;
  /** For those who mark it. */
  marking_note: string;
  /** What it is judged by; empty: by points. */
  rubric: readonly CriterionDraft[];
  gap_text: string;
  /** Of a picture: how many places are asked for, and what it shows. */
  places: Typed;
  alt: string;
  /** Told with the key. */
  feedback: string;
  multiple_right_answers: boolean;
  required: boolean;
  score: Typed;
  /** By its id; null, or one that the form does not have: the last. */
  section: number | null;
  answers: readonly AnswerDraft[];
}

/** A draw of questions of the bank, as it is typed. */
export type DrawDraft = Omit<NonNullable<SettingsBody['draws']>[number], 'count' | 'score'> & {
  count: Typed;
  score: Typed;
};

export type SettingsDraft = Omit<
  Required<SettingsBody>,
  'time_limit' | 'attempt_limit' | 'passing_score' | 'max_score_for_questions' | 'pause_minutes' | 'draws'
> & {
  draws: readonly DrawDraft[];
  time_limit: Typed;
  pause_minutes: Typed;
  attempt_limit: Typed | null;
  passing_score: Typed;
  max_score_for_questions: Typed;
};

export interface Content {
  settings: SettingsDraft;
  questions: readonly QuestionDraft[];
}

/** The ids that questions and answers have on the server, by key; beside the values, so that getting one is no change. */
export type Ids = Map<string, number>;

let lastKey = 0;
const newKey = () => `new-${(lastKey += 1)}`;

export function newAnswer(title = '', gap = 0): AnswerDraft {
  return {
    key: newKey(),
    title,
    is_right_answer: false,
    tolerance: '',
    percent: 100,
    match: '',
    gap,
    area: null,
    feedback: '',
  };
}

export function newQuestion(): QuestionDraft {
  return {
    key: newKey(),
    title: '',
    description: '',
    type: 'choice',
    credit: 'all',
    match_case: false,
    unit: '',
    min_words: '',
    max_words: '',
    ...filesAsked({}),
    marking_note: '',
    rubric: [],
    gap_text: '',
    places: 1,
    alt: '',
    feedback: '',
    multiple_right_answers: false,
    required: false,
    score: 1,
    section: null,
    answers: [newAnswer(), newAnswer()],
  };
}

/** A criterion with two levels, nothing and something. */
export function newCriterion(): CriterionDraft {
  return {
    key: newKey(),
    title: '',
    levels: [0, 1].map((points) => ({ key: newKey(), title: '', points })),
  };
}

export const newLevel = (points: number): CriterionDraft['levels'][number] => ({
  key: newKey(),
  title: '',
  points,
});

/** The most that a rubric gives. */
export const mostOfRubric = (rubric: readonly CriterionDraft[]): number =>
  rubric.reduce(
    (sum, { levels }) => sum + Math.max(0, ...levels.map(({ points }) => Number(points) || 0)),
    0,
  );

/** A copy that is a question of its own. */
export function copyOf(question: QuestionDraft): QuestionDraft {
  return {
    ...question,
    key: newKey(),
    answers: question.answers.map((answer) => ({ ...answer, key: newKey() })),
  };
}

export function settingsOf(draft: Draft): SettingsDraft {
  const {
    id: _id,
    course_id: _course,
    material_id: _material,
    form_type: _type,
    time_zone: _zone,
    questions: _questions,
    revision: _revision,
    published_at: _published,
    published_by: _publisher,
    has_unpublished_changes: _differs,
    ...settings
  } = draft;
  const { time_limit, pause_minutes } = settings;
  return { ...settings, time_limit: time_limit ?? '', pause_minutes: pause_minutes ?? '' };
}

export function questionsOf(questions: Draft['questions'], ids: Ids): QuestionDraft[] {
  return questions.map(
    ({ id, answers, files: _files, work = {}, marking = {}, section = null, hotspot, ...question }) => {
      ids.set(`q${id}`, id);
      return {
        ...question,
        min_words: work.min_words ?? '',
        max_words: work.max_words ?? '',
        ...filesAsked(work),
        places: hotspot?.places ?? 1,
        alt: hotspot?.alt ?? '',
        marking_note: marking.note ?? '',
        rubric: (marking.rubric ?? []).map((criterion, at) => ({
          key: `c${id}-${at}`,
          title: criterion.title,
          levels: criterion.levels.map((level, place) => ({ ...level, key: `l${id}-${at}-${place}` })),
        })),
        key: `q${id}`,
        section,
        answers: answers.map((answer) => {
          ids.set(`a${answer.id}`, answer.id);
          const { tolerance = '', percent = 100, match = '', gap = 0, feedback = '' } = answer;
          const { title, is_right_answer, area = null } = answer;
          const terms = { tolerance, percent, match, gap, feedback, area };
          return { key: `a${answer.id}`, title, is_right_answer, ...terms };
        }),
      };
    },
  );
}

export function settingsBody(settings: SettingsDraft): SettingsBody {
  const { time_limit, pause_minutes, ...rest } = settings;
  const none = (typed: Typed) => (typed === '' ? null : typed);
  return { ...rest, time_limit: none(time_limit), pause_minutes: none(pause_minutes) } as SettingsBody;
}

export function questionsBody(questions: readonly QuestionDraft[], ids: Ids): QuestionsBody['questions'] {
  const withId = (key: string) => (ids.has(key) ? { id: ids.get(key)! } : {});
  return questions.map(({ key, answers, marking_note, rubric, ...whole }) => {
    const { min_words, max_words, max_files, file_kinds, max_megabytes, places, alt, ...question } = whole;
    return {
      ...withId(key),
      ...question,
      description: plainPictures(question.description),
      ...(question.type === 'hotspot' && { hotspot: { places, alt } }),
      ...(isByHand(question.type) && {
        work:
          question.type === 'upload'
            ? { max_files, file_kinds: [...file_kinds], max_megabytes }
            : { ...(min_words !== '' && { min_words }), ...(max_words !== '' && { max_words }) },
        marking: {
          note: marking_note,
          ...(rubric.length > 0 && {
            rubric: rubric.map(({ title, levels }) => ({
              title,
              levels: levels.map((level) => ({ title: level.title, points: level.points })),
            })),
          }),
        },
      }),
      answers: (isByHand(question.type) ? [] : answers).map((answer) => ({
        ...withId(answer.key),
        ...answerBody(question, answer),
      })),
    };
  }) as QuestionsBody['questions'];
}

/** An answer with what its question's type knows of it. */
function answerBody(
  { type, credit, multiple_right_answers }: Pick<QuestionDraft, 'type' | 'credit' | 'multiple_right_answers'>,
  { title, is_right_answer, tolerance, percent, match, gap, area, feedback }: AnswerDraft,
) {
  const isOne = type === 'hotspot' || (type === 'choice' && !multiple_right_answers);
  const isNearMiss = isOne && credit === 'parts' && !is_right_answer && percent !== 0;
  const hasShare = type === 'short_answer' || type === 'number' || type === 'gaps' || isNearMiss;
  return {
    title,
    is_right_answer,
    ...(type === 'number' && tolerance !== '' && { tolerance }),
    ...(hasShare && percent !== 100 && percent !== '' && { percent }),
    ...(type === 'matching' && { match }),
    ...(type === 'gaps' && { gap }),
    ...(type === 'hotspot' && area && { area }),
    ...(hasAnswerFeedback(type) && feedback.trim() !== '' && { feedback }),
  };
}

/** A question of another type, with as much of what it held as that can hold. */
export function ofType(question: QuestionDraft, type: QuestionType): QuestionDraft {
  if (isByHand(type)) return { ...question, type, credit: 'all' };
  if (type === 'gaps') return withGaps(question);
  // Answers in words are no places.
  if (type === 'hotspot') return { ...question, type, credit: 'all', answers: [] };
  const isTyped = type === 'short_answer' || type === 'number';
  // What is not right is not to be accepted.
  const answers =
    isTyped && question.type === 'choice'
      ? question.answers.filter(({ is_right_answer }) => is_right_answer)
      : question.answers;
  const least = isTyped ? 1 : 2;
  const added = Array.from({ length: Math.max(0, least - answers.length) }, () => newAnswer());
  return {
    ...question,
    type,
    // Each pair and each place counts, unless the author says otherwise.
    credit: type === 'matching' || type === 'ordering' ? 'parts' : 'all',
    answers: [...answers, ...added].map((answer) => ({ ...answer, gap: 0, area: null })),
  };
}

/** A text with gaps; what was to choose from, or accepted, is what the first gap has. */
function withGaps(question: QuestionDraft): QuestionDraft {
  const fits = question.type === 'choice' || question.type === 'short_answer';
  const answers = fits ? question.answers.filter(({ title }) => title.trim() !== '') : [];
  return {
    ...question,
    type: 'gaps',
    credit: 'parts',
    gap_text: question.gap_text || (answers.length > 0 ? '[[1]]' : ''),
    answers: answers.map((answer) => ({
      ...answer,
      gap: 1,
      is_right_answer: question.type === 'short_answer' || answer.is_right_answer,
    })),
  };
}

/** Two answers of which one is right, for a statement. */
export function trueOrFalse(question: QuestionDraft, right: string, wrong: string): QuestionDraft {
  return {
    ...question,
    type: 'choice',
    credit: 'all',
    multiple_right_answers: false,
    answers: [{ ...newAnswer(right), is_right_answer: true }, newAnswer(wrong)],
  };
}

/** Takes the ids of questions and answers that were just saved, in the order they were sent. */
export function keepIds(ids: Ids, sent: readonly QuestionDraft[], saved: Draft['questions']): void {
  for (const [index, question] of sent.entries()) {
    const got = saved[index];
    if (!got) continue;
    ids.set(question.key, got.id);
    for (const [place, answer] of question.answers.entries()) {
      const id = got.answers[place]?.id;
      if (id !== undefined) ids.set(answer.key, id);
    }
  }
}

/** The question that alone is missing from a list that is otherwise as it was, or null. */
export function onlyRemoved(
  before: readonly QuestionDraft[],
  after: readonly QuestionDraft[],
): QuestionDraft | null {
  if (after.length !== before.length - 1) return null;
  const place = before.findIndex((question, index) => question !== after[index]);
  const rest = before.toSpliced(place, 1);
  return rest.every((question, index) => question === after[index]) ? before[place]! : null;
}

const sameText = (title: string) => title.trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * The places of answers that repeat an earlier one, blanks and case aside (§5): of a text in one gap, of a number with one
 * tolerance. Two places of a picture may have one name.
 */
export function duplicatesIn({
  type,
  answers,
  match_case,
}: Pick<QuestionDraft, 'type' | 'answers' | 'match_case'>): ReadonlySet<number> {
  const seen = new Set<string>();
  const found = new Set<number>();
  for (const [place, { title, gap = 0, tolerance }] of answers.entries()) {
    if (type === 'hotspot') break;
    const near = type === 'number' ? tolerance.trim() : '';
    const text = `${gap} ${match_case ? title.trim() : sameText(title)} ${near}`;
    if (title.trim() !== '' && seen.has(text)) found.add(place);
    seen.add(text);
  }
  return found;
}

/** Whether a score can be saved as it is typed: a whole number, not below zero and not above the most. */
export const isScore = (score: Typed, most: Typed = ''): score is number =>
  Number.isInteger(score) && Number(score) >= 0 && (typeof most !== 'number' || Number(score) <= most);

/** The points of questions whose score can be saved. */
export function sumOf(questions: readonly { score: Typed }[], most: Typed): number {
  return questions.reduce((sum, { score }) => sum + (isScore(score, most) ? score : 0), 0);
}

/** How many questions draws bring, and the sum of their points. */
export function drawnOf(draws: readonly Pick<DrawDraft, 'count' | 'score'>[]): {
  count: number;
  sum: number;
} {
  return draws.reduce<{ count: number; sum: number }>(
    (all, { count, score }) => ({
      count: all.count + (isScore(count) ? count : 0),
      sum: all.sum + (isScore(count) && isScore(score) ? count * score : 0),
    }),
    { count: 0, sum: 0 },
  );
}

/** With one right answer allowed, only the first of several stays right. */
export function withSingleRight(answers: readonly AnswerDraft[]): AnswerDraft[] {
  const first = answers.findIndex((answer) => answer.is_right_answer);
  return answers.map((answer, index) => ({ ...answer, is_right_answer: index === first }));
}

export type Errors = Readonly<Record<string, FieldError>>;
const NONE: Errors = {};

/** What keeps the form's fields from being saved, by field. */
export function settingsErrors(settings: SettingsDraft): Errors {
  const errors = brokenRules(updateForm, settingsBody(settings), '');
  const { opens_at, closes_at } = settings;
  if (errors['opens_at'] || errors['closes_at'] || opens_at === null || closes_at === null) return errors;
  return opens_at >= closes_at ? { ...errors, closes_at: { code: 'closes_before_opens' } } : errors;
}

const judged = new WeakMap<QuestionDraft, { most: Typed; errors: Errors }>();

/** What keeps a question from being saved, by its path in the question. Judged once for each state of it. */
export function questionErrors(question: QuestionDraft, most: Typed): Errors {
  const known = judged.get(question);
  if (known?.most === most) return known.errors;
  const body = { form_id: 1, questions: questionsBody([question], new Map()) };
  const errors: Record<string, FieldError> = { ...brokenRules(updateQuestions, body, 'questions.0.') };
  for (const place of duplicatesIn(question))
    errors[`answers.${place}.title`] = { code: 'duplicate_answers' };
  if (question.type === 'number')
    for (const [place, { title, tolerance }] of question.answers.entries()) {
      if (title.trim() && !readsAsNumber(title)) errors[`answers.${place}.title`] ??= { code: 'not_number' };
      if (tolerance.trim() && !isTolerance(tolerance))
        errors[`answers.${place}.tolerance`] = { code: 'not_number' };
    }
  if (typeof most === 'number' && Number(question.score) > most)
    errors['score'] ??= { code: 'max_value', params: { max: most } };
  const found = Object.keys(errors).length > 0 ? errors : NONE;
  judged.set(question, { most, errors: found });
  return found;
}

/** How far off a number may be: a number, or one with a percent sign. */
const isTolerance = (text: string) => readsAsNumber(text.replace(/%\s*$/, '')) && !/^\s*[-−–]/.test(text);

function brokenRules(
  { body: shape }: typeof updateForm | typeof updateQuestions,
  body: unknown,
  prefix: string,
): Errors {
  const errors: Record<string, FieldError> = {};
  const result = shape?.safeParse(body, { reportInput: true });
  for (const { field, code, params } of (result?.error?.issues ?? []).flatMap(fieldErrorsOf)) {
    const path = field.startsWith(prefix) ? field.slice(prefix.length) : field;
    const isEmpty = code === 'not_whole' && result?.error?.issues.some((issue) => issue.input === '');
    errors[path] ??= isEmpty ? { code: 'required' } : { code, params };
  }
  return errors;
}

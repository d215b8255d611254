import { AppError } from '../../errors/app-error.ts';
import { plainPictures } from '../../learning/materials/queries-files.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { sanitize } from '../../platform/words/rich-text.ts';
import { hasAnswerFeedback, isByHand, mostOf, type QuestionType, type Work } from '../questions/contract.ts';
import type * as contract from './contract.ts';
import { publishingFault, questionWithDuplicates } from './form.ts';
import * as call from './functions.ts';
import { draftOf, shownQuestion } from './queries.ts';

/**
 * Gives a practice or an exam a form where it has none. Errors: not_found, form_exists, material_takes_no_form on
 * "material_id"; invalid_choice on "form_type".
 */
export async function createForm(
  db: Db,
  scope: Scope,
  course: number,
  { material_id, ...fields }: BodyOf<typeof contract.createForm>,
) {
  const [[id]] = await db.run(
    scope,
    remember(scope, call.createForm({ course, material: material_id, fields })),
  );
  return { id: id! };
}

/** Changes the draft's fields. Errors: not_found, draft_changed; invalid_choice on "form_type". */
export async function updateForm(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.updateForm>,
  { revision, ...fields }: BodyOf<typeof contract.updateForm>,
) {
  const [, [saved]] = await db.run(
    scope,
    call.updateForm({ course: id, form: formId, fields, revision: revision ?? null }),
    call.draftState({ form: formId }),
  );
  return { revision: saved!.revision };
}

/** A question as it is given to be saved. */
export type GivenQuestion = BodyOf<typeof contract.updateQuestions>['questions'][number];

/** Questions as rows of the database, in this order. */
export function rowsOf(questions: readonly GivenQuestion[]) {
  return questions.map((question, index) => ({
    id: question.id ?? null,
    position: index + 1,
    title: question.title,
    description: sanitize(plainPictures(question.description ?? '')),
    type: question.type ?? 'choice',
    credit: question.credit ?? 'all',
    match_case: question.match_case ?? false,
    unit: question.unit ?? '',
    gap_text: question.type === 'gaps' ? (question.gap_text ?? '') : '',
    feedback: (question.feedback ?? '').trim(),
    multiple_right_answers: question.multiple_right_answers ?? false,
    required: question.required ?? false,
    score: question.score ?? 1,
    hotspot: hotspotOf(question),
    section: question.section ?? null,
    answers: answersOf(question),
    ...handTerms(question),
  }));
}

/** What a question marked by hand says of itself; of any other nothing. A rubric says what it scores. */
function handTerms({ type = 'choice', work = {}, marking = {} }: GivenQuestion) {
  if (!isByHand(type)) return { work: {}, marking: {} };
  const { note, rubric = [] } = marking;
  return {
    work: workOf(type, work),
    marking: { ...(note && { note }), ...(rubric.length > 0 && { rubric }) },
    ...(rubric.length > 0 && { score: mostOf(rubric) }),
  };
}

/** How many places are asked for and what the picture shows; of any other question nothing. */
const hotspotOf = ({ type, hotspot }: GivenQuestion) =>
  type === 'hotspot'
    ? { places: hotspot?.places ?? 1, ...(hotspot?.alt.trim() && { alt: hotspot.alt }) }
    : {};

/** Of a text how long it is to be, of files what may be handed in. */
function workOf(type: QuestionType, { min_words, max_words, ...files }: Work): Work {
  if (type === 'upload') return files;
  return { ...(min_words && { min_words }), ...(max_words && { max_words }) };
}

/** Answers as their question's type has them: what is typed, put in order or matched is right, a text without a match is none. */
function answersOf(question: GivenQuestion): GivenQuestion['answers'] {
  const { type = 'choice', answers } = question;
  if (isByHand(type)) return [];
  const said = ({ feedback = '' }: (typeof answers)[number]) => {
    const text = hasAnswerFeedback(type) ? feedback.trim() : '';
    return text ? { feedback: text } : {};
  };
  if (type === 'choice')
    return answers.map((answer) => ({
      id: answer.id,
      title: answer.title,
      is_right_answer: answer.is_right_answer,
      ...(answer.percent && isNearMiss(question, answer.is_right_answer) && { percent: answer.percent }),
      ...said(answer),
    }));
  if (type === 'hotspot')
    return answers.map(({ id, title, is_right_answer, percent, area }) => ({
      id,
      title,
      is_right_answer,
      ...(percent && question.credit === 'parts' && !is_right_answer && { percent }),
      ...(area && { area }),
    }));
  if (type === 'gaps')
    return answers.map((answer) => ({
      id: answer.id,
      title: answer.title,
      is_right_answer: answer.is_right_answer,
      ...(answer.percent && { percent: answer.percent }),
      gap: answer.gap ?? 1,
      ...said(answer),
    }));
  return answers.map(({ id, title, tolerance, percent, match, ...answer }) => ({
    id,
    title,
    is_right_answer: type !== 'matching' || title !== '',
    ...(type === 'number' && tolerance && { tolerance }),
    ...((type === 'number' || type === 'short_answer') && percent && { percent }),
    ...(type === 'matching' && { match: match ?? '' }),
    ...said({ title, ...answer }),
  }));
}

/** Of a single choice that gives parts, a wrong answer may give some. */
const isNearMiss = ({ credit, multiple_right_answers = false }: GivenQuestion, is_right: boolean) =>
  credit === 'parts' && !multiple_right_answers && !is_right;

/**
 * Replaces the draft's questions, in the order given; ids of questions and answers are kept where given.
 * Errors: duplicate_answers, max_value for a score above the form's bound, draft_changed, not_found.
 */
export async function updateQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { form_id, questions, revision }: BodyOf<typeof contract.updateQuestions>,
) {
  const duplicates = questionWithDuplicates(questions);
  if (duplicates !== null)
    throw new AppError('duplicate_answers', { field: `questions.${duplicates}.answers` });
  const [, [draft]] = await db.run(
    scope,
    call.saveQuestions({ form: form_id, questions: rowsOf(questions), revision: revision ?? null }),
    call.draftState({ form: form_id }),
  );
  return {
    questions: draft!.questions.map((question) => shownQuestion(env, scope, question)),
    revision: draft!.revision,
  };
}

/** Takes one question out of its draft. Errors: not_found, draft_changed. */
export async function deleteQuestion(
  db: Db,
  scope: Scope,
  id: number,
  { revision }: QueryOf<typeof contract.deleteQuestion>,
) {
  const [[left]] = await db.run(scope, call.deleteQuestion({ question: id, revision: revision ?? null }));
  return { revision: left! };
}

/**
 * Copies questions of any form in reach to the end of a draft, with their files.
 * Errors: copying_forbidden, too_many_questions on "question_ids"; draft_changed, not_found, own_form.
 */
export async function copyQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.copyQuestions>,
  { question_ids, linked, revision }: BodyOf<typeof contract.copyQuestions>,
) {
  const [[copies], [draft]] = await db.run(
    scope,
    call.copyQuestions({
      course: id,
      form: formId,
      questions: question_ids,
      revision: revision ?? null,
      linked,
    }),
    call.draftState({ form: formId }),
  );
  return withAdded(env, scope, draft!, copies!);
}

/** What an addition answers: the questions that are new, and the state of the draft. */
export function withAdded(
  env: Env,
  scope: Scope,
  { questions, revision }: { questions: call.KeptQuestion[]; revision: string },
  added: readonly number[],
) {
  const ids = new Set(added);
  const shown = questions.filter(({ id }) => ids.has(id));
  return { questions: shown.map((question) => shownQuestion(env, scope, question)), revision };
}

/**
 * Publishes the draft as a new version, exactly as it was judged.
 * Errors: what `publishingFault` finds, on its question; not_found, own_form.
 */
export async function publishForm(db: Db, scope: Scope, params: ParamsOf<typeof contract.publishForm>) {
  const { settings, questions } = await draftOf(db, scope, params);
  const fault = publishingFault({ ...settings, questions });
  if (fault) {
    throw new AppError(fault.code, {
      field: fault.question === null ? 'questions' : `questions.${fault.question}`,
    });
  }
  const [[version]] = await db.run(scope, call.publishForm({ form: params.formId, settings, questions }));
  return version!;
}

import { grade } from './attempt.ts';
import { illustrated } from './queries-files.ts';
import { shownResult, type ResultRow } from './queries-results.ts';
import { askedPaper } from './service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { DEFAULT_MINUTES } from '../forms/contract.ts';
import type { AnswerResponse } from '../questions/contract.ts';
import type * as contract from './contract.ts';
import { draftOf } from '../forms/queries.ts';

type Preview = ResponseOf<typeof contract.previewForm>;
type Draft = Awaited<ReturnType<typeof draftOf>>;

/** The draft as a student would get it, and with answers what the student would see of the result. Errors: not_found. */
export async function previewOf(
  env: Env,
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.previewForm>,
  { seed, answers }: BodyOf<typeof contract.previewForm>,
): Promise<Preview> {
  const draft = await draftOf(db, scope, params);
  const { settings, questions } = draft;
  return {
    minutes: settings.time_limit ?? DEFAULT_MINUTES,
    forbid_copying: settings.disable_autosave_for_all_respondents,
    ...askedPaper(env, scope, { id: 0, seed: ~seed, settings, questions }),
    result: answers
      ? shownResult(resultRow(scope, params, draft, answers), true, (question) =>
          illustrated(env, scope, question),
        )
      : null,
  };
}

/** Blanks say nothing, and neither does a matching without a pair, a text whose gaps are empty or no mark. */
const isSaid = (response: AnswerResponse | undefined): response is AnswerResponse =>
  typeof response === 'string'
    ? response.trim() !== ''
    : Object.values(response ?? {}).some((each) => String(each).trim() !== '');

/** A preview is noted, marked and certified by nobody. */
const NOTHING_ABOUT_IT = {
  notes: [],
  marks: [],
  annulment: null,
  recount: null,
  paper: null,
  runs: false,
  may_try: false,
  can_download_certificate: false,
  taken: false,
  handed: [],
  other_attempts: [],
};

/** What the database would give for an attempt that ended just now with these answers. */
function resultRow(
  { user_id }: Scope,
  { id, formId }: ParamsOf<typeof contract.previewForm>,
  { settings, questions, material_id, course_name }: Draft,
  answers: NonNullable<BodyOf<typeof contract.previewForm>['answers']>,
): ResultRow {
  const inOrder = new Set(questions.filter(({ type }) => type === 'ordering').map((question) => question.id));
  const given = Object.fromEntries(
    answers.map(({ question_id, answer_ids, response }) => [
      question_id,
      {
        answer_ids: inOrder.has(question_id) ? answer_ids : [...new Set(answer_ids)].sort((a, b) => a - b),
        ...(isSaid(response) && { response }),
      },
    ]),
  );
  const grading = grade(questions, given, settings);
  const now = new Date().toISOString();
  return {
    // The preview is no attempt and has no id of one.
    id: formId,
    form_id: formId,
    form_name: settings.name,
    form_type: settings.form_type,
    course: { id, name: course_name },
    course_id: id,
    material_id,
    user: { id: user_id, first_name: '', last_name: '' },
    user_id,
    number: 1,
    version: 1,
    passed_form_status: 'completed',
    attempt_status: 'completed',
    started_at: now,
    finished_at: now,
    finished_by: 'user',
    duration: null,
    result_published_at: settings.publication_after_passing ? now : null,
    settings,
    questions,
    explanation: grading.explanation,
    passed_successfully: grading.passed,
    score: grading.score,
    max_score: grading.max_score,
    percent: Math.round(grading.percent * 100) / 100,
    ects: grading.ects,
    chosen: Object.fromEntries(Object.entries(given).map(([key, { answer_ids }]) => [key, answer_ids])),
    responses: Object.fromEntries(
      Object.entries(given).flatMap(([key, { response }]) =>
        response === undefined ? [] : [[key, response]],
      ),
    ),
    mended: Object.fromEntries(questions.map((question) => [question.id, question.right])),
    ...NOTHING_ABOUT_IT,
  };
}

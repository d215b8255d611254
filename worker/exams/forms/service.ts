import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { refuseOwnForm } from '../attempts/queries-own.ts';
import { plainPictures } from '../../learning/materials/queries-files.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../../platform/contract.ts';
import { ids, json, remembered, statement, type Db } from '../../platform/database.ts';
import { sanitize } from '../../platform/rich-text.ts';
import { QUESTIONS_LIMIT } from './contract.ts';
import type * as contract from './contract.ts';
import { publishingFault, questionWithDuplicates } from './form.ts';
import { draftOf, shownQuestion, type DraftRow } from './queries.ts';

/** Locks a draft that the caller edits, as they have read it. Errors: not_found, draft_changed, own_form. */
const holdDraft = (course: number | null, form: number, revision: string | undefined) =>
  statement(sql`select hold_draft(${course}::integer, ${form}, ${revision ?? null})`);

const revisionOf = (form: number) =>
  statement<{ revision: string }>(
    sql`select draft_revision(f) as revision from forms f where f.company_id = app_company() and f.id = ${form}`,
  );

/** Writes those fields of a form that are given. */
const setFields = (scope: Scope, which: SQL, fields: object) =>
  statement(sql`
      update forms f set
        (name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
         rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
         shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
         send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing, result_counts)
        = (select name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
             rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
             shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
             send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing, result_counts
             from jsonb_populate_record(f, ${json(fields)}))
        where f.company_id = ${scope.company_id} and ${which}`);

/**
 * Gives a practice or an exam a form where it has none. Errors: not_found, form_exists, material_takes_no_form on
 * "material_id".
 */
export async function createForm(
  db: Db,
  scope: Scope,
  course: number,
  { material_id, ...fields }: BodyOf<typeof contract.createForm>,
) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (select create_form(${course}, ${material_id}) as id)${remembered(scope)} select id from created`),
    setFields(scope, sql`f.material_id = ${material_id}`, fields),
  );
  return created!;
}

/** Changes the draft's fields. Errors: not_found, draft_changed. */
export async function updateForm(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.updateForm>,
  { revision, ...fields }: BodyOf<typeof contract.updateForm>,
) {
  const [, , [saved]] = await db.run(
    scope,
    holdDraft(id, formId, revision),
    setFields(scope, sql`f.id = ${formId}`, fields),
    revisionOf(formId),
  );
  return saved!;
}

/** A question as it is given to be saved. */
type GivenQuestion = BodyOf<typeof contract.updateQuestions>['questions'][number];

const RECORD = sql`as given(id integer, place integer, title text, description text, multiple_right_answers boolean,
  required boolean, score integer, answers jsonb)`;

/** Questions as rows of the database, in this order. */
function rowsOf(questions: readonly GivenQuestion[]) {
  return questions.map((question, index) => ({
    id: question.id ?? null,
    place: index + 1,
    title: question.title,
    description: sanitize(plainPictures(question.description ?? '')),
    multiple_right_answers: question.multiple_right_answers ?? false,
    required: question.required ?? false,
    score: question.score ?? 1,
    answers: question.answers,
  }));
}

/** Errors: max_value on "score" for one above the form's bound. */
function withinBound(company: number, form: number, rows: readonly { score: number }[]) {
  const highest = rows.reduce((max, { score }) => Math.max(max, score), 0);
  return statement(sql`
    select fail('max_value', 'score', max_score_for_questions::text) from forms
      where company_id = ${company} and id = ${form} and max_score_for_questions < ${highest}`);
}

/** Questions that the form has not had, in their places or behind those that it has; gives their ids. */
function insertQuestions(company: number, form: number, rows: readonly unknown[], behind = false) {
  const last = sql`(select coalesce(max(position), 0) from questions
    where company_id = ${company} and form_id = ${form} and deleted_at is null)`;
  return statement<{ id: number }>(sql`
    insert into questions (company_id, form_id, position, title, description, multiple_right_answers, required, score, answers)
      select ${company}, ${form}, given.place + ${behind ? last : sql`0`}, given.title, given.description,
             given.multiple_right_answers, given.required, given.score, with_answer_ids(given.answers, '[]')
        from jsonb_to_recordset(${json(rows)}) ${RECORD} where given.id is null order by given.place
      returning id`);
}

const questionsOf = (form: number) =>
  statement<{ questions: DraftRow['questions'] }>(sql`select draft_questions(${form}) as questions`);

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
  const company = scope.company_id;
  const given = rowsOf(questions);
  const record = sql`jsonb_to_recordset(${json(given)}) ${RECORD}`;
  const results = await db.run(
    scope,
    holdDraft(null, form_id, revision),
    withinBound(company, form_id, given),
    statement(sql`
      select case when exists (
        select given.id from ${record} where given.id is not null
        except select id from questions where company_id = ${company} and form_id = ${form_id}
      ) then fail('not_found') end`),
    statement(sql`
      update questions q set deleted_at = app_now()
        where q.company_id = ${company} and q.form_id = ${form_id} and q.deleted_at is null
          and q.id not in (select given.id from ${record} where given.id is not null)`),
    insertQuestions(company, form_id, given),
    statement(sql`
      update questions q set position = given.place, title = given.title, description = given.description,
          multiple_right_answers = given.multiple_right_answers, required = given.required, score = given.score,
          answers = with_answer_ids(given.answers, q.answers), deleted_at = null
        from ${record} where q.company_id = ${company} and q.form_id = ${form_id} and q.id = given.id`),
    questionsOf(form_id),
    revisionOf(form_id),
  );
  return {
    questions: results[6][0]!.questions.map((question) => shownQuestion(env, scope, question)),
    revision: results[7][0]!.revision,
  };
}

/** Takes one question out of its draft. Errors: not_found, draft_changed. */
export async function deleteQuestion(
  db: Db,
  scope: Scope,
  id: number,
  { revision }: QueryOf<typeof contract.deleteQuestion>,
) {
  const [[gone]] = await db.run(
    scope,
    statement<{ revision: string }>(sql`select delete_question(${id}, ${revision ?? null}) as revision`),
  );
  return gone!;
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
  { question_ids, revision }: BodyOf<typeof contract.copyQuestions>,
) {
  const [[made], [draft], [saved]] = await db.run(
    scope,
    statement<{ copies: number[] }>(
      sql`select copy_questions(${id}, ${formId}, ${ids(question_ids)}, ${revision ?? null}) as copies`,
    ),
    questionsOf(formId),
    revisionOf(formId),
  );
  const copies = new Set(made!.copies);
  return { questions: addedOf(env, scope, draft!.questions, copies), revision: saved!.revision };
}

/** Adds questions to the end of a draft. Errors: max_value, too_many_questions, draft_changed, not_found. */
export async function appendQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.importQuestions>,
  questions: readonly GivenQuestion[],
  revision: string | undefined,
) {
  const company = scope.company_id;
  const rows = rowsOf(questions);
  const [, , , added, [draft], [saved]] = await db.run(
    scope,
    holdDraft(id, formId, revision),
    withinBound(company, formId, rows),
    statement(sql`
      select fail('too_many_questions', 'file', ${String(QUESTIONS_LIMIT)}) from questions
        where company_id = ${company} and form_id = ${formId} and deleted_at is null
        having count(*) + ${rows.length} > ${QUESTIONS_LIMIT}`),
    insertQuestions(company, formId, rows, true),
    questionsOf(formId),
    revisionOf(formId),
  );
  const copies = new Set(added.map((each) => each.id));
  return { questions: addedOf(env, scope, draft!.questions, copies), revision: saved!.revision };
}

const addedOf = (env: Env, scope: Scope, questions: DraftRow['questions'], added: ReadonlySet<number>) =>
  questions.filter(({ id }) => added.has(id)).map((question) => shownQuestion(env, scope, question));

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
  const max_score = questions.reduce((sum, question) => sum + question.score, 0);
  const [, , [version]] = await db.run(
    scope,
    refuseOwnForm(scope, params),
    statement(
      sql`select from forms where company_id = ${scope.company_id} and id = ${params.formId} for update`,
    ),
    statement<{ version: number; published_at: Date }>(sql`
      insert into form_versions (company_id, form_id, number, settings, questions, max_score, published_at)
        select ${scope.company_id}, ${params.formId}, coalesce(max(number), 0) + 1, ${json(settings)}, ${json(questions)}, ${max_score}, app_now()
          from form_versions where company_id = ${scope.company_id} and form_id = ${params.formId}
        returning number as version, published_at`),
  );
  return { version: version!.version, published_at: version!.published_at.toISOString() };
}

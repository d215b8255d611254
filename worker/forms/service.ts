import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { BodyOf, ParamsOf } from '../platform/contract.ts';
import { json, statement, type Db } from '../platform/database.ts';
import type * as contract from './contract.ts';
import { publishingFault, questionWithDuplicates } from './form.ts';
import { draftOf, shownQuestion, type DraftRow } from './queries.ts';

/** Changes the draft's fields. Errors: not_found. */
export async function updateForm(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.updateForm>,
  body: BodyOf<typeof contract.updateForm>,
): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`
      with changed as (
        update forms f set
          (name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
           rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
           shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
           send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing, result_counts)
          = (select name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
               rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
               shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
               send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing, result_counts
               from jsonb_populate_record(f, ${json(body)}))
          from materials m
          where f.company_id = ${scope.company_id} and f.id = ${formId}
            and m.company_id = f.company_id and m.id = f.material_id and m.course_id = ${id} and m.deleted_at is null
            and ${inReach(scope, 'courses', sql`m.course_id`)}
          returning f.id
      )
      select case when not exists (select from changed) then fail('not_found') end`),
  );
}

/**
 * Replaces the draft's questions, in the order given; ids of questions and answers are kept where given.
 * Errors: duplicate_answers, max_value for a score above the form's bound, not_found.
 */
export async function updateQuestions(db: Db, scope: Scope, body: BodyOf<typeof contract.updateQuestions>) {
  const duplicates = questionWithDuplicates(body.questions);
  if (duplicates !== null)
    throw new AppError('duplicate_answers', { field: `questions.${duplicates}.answers` });
  const company = scope.company_id;
  const given = body.questions.map((question, index) => ({
    id: question.id ?? null,
    position: index + 1,
    title: question.title,
    description: question.description ?? '',
    multiple_right_answers: question.multiple_right_answers ?? false,
    required: question.required ?? false,
    score: question.score ?? 1,
    answers: question.answers,
  }));
  const highest = given.reduce((max, question) => Math.max(max, question.score), 0);
  const record = sql`jsonb_to_recordset(${json(given)}) as given(id integer, position integer, title text, description text,
    multiple_right_answers boolean, required boolean, score integer, answers jsonb)`;
  const results = await db.run(
    scope,
    statement(sql`
      with locked as (
        select f.id, f.max_score_for_questions as bound from forms f
          join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
          where f.company_id = ${company} and f.id = ${body.form_id} and ${inReach(scope, 'courses', sql`m.course_id`)}
          for update of f
      )
      select case when not exists (select from locked) then fail('not_found')
                  when ${highest} > (select bound from locked) then fail('max_value', 'score', (select bound::text from locked)) end`),
    statement(sql`
      select case when exists (
        select given.id from ${record} where given.id is not null
        except select id from questions where company_id = ${company} and form_id = ${body.form_id}
      ) then fail('not_found') end`),
    statement(sql`
      update questions q set deleted_at = app_now()
        where q.company_id = ${company} and q.form_id = ${body.form_id} and q.deleted_at is null
          and q.id not in (select given.id from ${record} where given.id is not null)`),
    statement(sql`
      update questions q set position = given.position, title = given.title, description = given.description,
          multiple_right_answers = given.multiple_right_answers, required = given.required, score = given.score,
          answers = with_answer_ids(given.answers, q.answers), deleted_at = null
        from ${record} where q.company_id = ${company} and q.form_id = ${body.form_id} and q.id = given.id`),
    statement(sql`
      insert into questions (company_id, form_id, position, title, description, multiple_right_answers, required, score, answers)
        select ${company}, ${body.form_id}, given.position, given.title, given.description, given.multiple_right_answers,
               given.required, given.score, with_answer_ids(given.answers, '[]')
          from ${record} where given.id is null order by given.position`),
    statement<{ questions: DraftRow['questions'] }>(
      sql`select draft_questions(${body.form_id}) as questions`,
    ),
  );
  return { questions: results[5][0]!.questions.map(shownQuestion) };
}

/**
 * Publishes the draft as a new version, exactly as it was judged.
 * Errors: what `publishingFault` finds, on its question; not_found.
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
  const [, [version]] = await db.run(
    scope,
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

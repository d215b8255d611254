import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { ParamsOf, ResponseOf } from '../platform/contract.ts';
import { statement, type Db } from '../platform/database.ts';
import type * as contract from './contract.ts';

/** A draft in the shape that a version keeps. */
export interface DraftRow {
  settings: Omit<ResponseOf<typeof contract.getForm>, 'questions'>;
  questions: ResponseOf<typeof contract.getForm>['questions'];
}

/** The draft of a form in a course whose materials the caller edits. Errors: not_found. */
export async function draftOf(db: Db, scope: Scope, { id, formId }: ParamsOf<typeof contract.getForm>) {
  const [[row]] = await db.run(
    scope,
    statement<DraftRow & { material_id: number; published_at: Date | null; differs: boolean }>(sql`
      select draft.settings, draft.questions, f.material_id, v.published_at,
             v.settings is distinct from draft.settings or v.questions is distinct from draft.questions as differs
        from forms f
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        cross join lateral (select draft_settings(f) as settings, draft_questions(f.id) as questions) draft
        left join lateral (
          select * from form_versions v where v.company_id = f.company_id and v.form_id = f.id order by v.number desc limit 1
        ) v on true
        where f.company_id = ${scope.company_id} and f.id = ${formId} and m.course_id = ${id}
          and ${inReach(scope, 'courses', sql`m.course_id`)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** The draft as its editors get it. */
export async function formOf(db: Db, scope: Scope, params: ParamsOf<typeof contract.getForm>) {
  const { settings, questions, material_id, published_at, differs } = await draftOf(db, scope, params);
  return {
    ...settings,
    id: params.formId,
    course_id: params.id,
    material_id,
    questions: questions.map(shownQuestion),
    published_at: published_at?.toISOString() ?? null,
    has_unpublished_changes: differs,
  };
}

/** A question without what only saving and grading need. */
export function shownQuestion({
  id,
  title,
  description,
  multiple_right_answers,
  required,
  score,
  answers,
}: DraftRow['questions'][number]) {
  return { id, title, description, multiple_right_answers, required, score, answers };
}

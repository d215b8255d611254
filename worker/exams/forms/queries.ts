import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { refuseOwnForm } from '../attempts/queries-own.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Unsized } from '../attempts/functions.ts';
import { withPictures } from '../../learning/materials/queries-files.ts';
import { fileGroupOf } from '../../learning/media/contract.ts';
import { mediaAddress } from '../../learning/media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

type Form = ResponseOf<typeof contract.getForm>;
type Question = Form['questions'][number];
type Publishing = ResponseOf<typeof contract.publishingOf>;

/** A draft in the shape that a version keeps. */
export interface DraftRow {
  settings: Omit<Form, 'questions' | 'revision'>;
  questions: (Omit<Question, 'files'> & {
    /** Sorted ids of the right answers. */
    right: number[];
    files: Unsized<Omit<Question['files'][number], 'group'>>[];
  })[];
}

/** A form, and the course that a path names with it. */
interface FormPath {
  id?: number;
  formId: number;
}

/** The draft of a form, as `draft`, with its form `f` and its material `m`, where the caller edits the course. */
const draftIn = (scope: Scope, { id, formId }: FormPath) => sql`
  forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    cross join lateral (select draft_settings(f) as settings, draft_questions(f.id) as questions) draft
    left join lateral (
      select * from form_versions v where v.company_id = f.company_id and v.form_id = f.id order by v.number desc limit 1
    ) v on true
    where f.company_id = ${scope.company_id} and f.id = ${formId} and m.course_id = coalesce(${id ?? null}, m.course_id)
      and ${inReach(scope, 'courses', sql`m.course_id`)}`;

/** The draft of a form in a course whose materials the caller edits. Errors: not_found, own_form. */
export async function draftOf(db: Db, scope: Scope, params: FormPath) {
  const [, [row]] = await db.run(
    scope,
    refuseOwnForm(scope, params),
    statement<
      DraftRow & {
        material_id: number;
        course_name: string;
        revision: string;
        published_at: Date | null;
        differs: boolean;
        language: Language;
      }
    >(sql`
      select draft.settings, draft.questions, f.material_id, draft_revision(f) as revision, v.published_at,
             (select name from courses c where c.company_id = m.company_id and c.id = m.course_id) as course_name,
             (select language from users where id = ${scope.user_id}) as language,
             v.settings is distinct from draft.settings or v.questions is distinct from draft.questions as differs
        from ${draftIn(scope, params)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** The questions of a draft as its editors get them. Errors: not_found, own_form. */
export async function questionsOf(env: Env, db: Db, scope: Scope, formId: number) {
  const { questions } = await draftOf(db, scope, { formId });
  const results = questions.map((question) => shownQuestion(env, scope, question));
  return { results, count: results.length, total_pages: 1 };
}

/** The draft as its editors get it. */
export async function formOf(env: Env, db: Db, scope: Scope, params: ParamsOf<typeof contract.getForm>) {
  const row = await draftOf(db, scope, params);
  return {
    ...row.settings,
    id: params.formId,
    course_id: params.id,
    material_id: row.material_id,
    questions: row.questions.map((question) => shownQuestion(env, scope, question)),
    revision: row.revision,
    published_at: row.published_at?.toISOString() ?? null,
    has_unpublished_changes: row.differs,
  };
}

/** A question without what only saving and grading need, its files with addresses for the caller. */
export function shownQuestion(env: Env, scope: Scope, question: DraftRow['questions'][number]): Question {
  const { id, title, description, multiple_right_answers, required, score, answers, files } = question;
  return {
    id,
    title,
    description: withPictures(env, scope, description),
    multiple_right_answers,
    required,
    score,
    answers,
    files: files.map((file) => shownFile(env, scope, file)),
  };
}

export function shownFile(
  env: Env,
  scope: Scope,
  file: DraftRow['questions'][number]['files'][number],
): Question['files'][number] {
  return {
    ...file,
    width: file.width ?? null,
    height: file.height ?? null,
    group: fileGroupOf(file.name),
    url: mediaAddress(env, scope, file.id),
  };
}

/** What publishing would change, and for whom. Errors: not_found, own_form. */
export async function publishingOf(
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.publishingOf>,
): Promise<Publishing> {
  const published = sql`coalesce(v.questions, '[]')`;
  const [, [row]] = await db.run(
    scope,
    refuseOwnForm(scope, params),
    statement<Publishing>(sql`
      select coalesce(v.number, 0) + 1 as version,
             (select jsonb_build_object('added', count(*) filter (where o.q is null), 'removed', count(*) filter (where n.q is null),
                       'changed', count(*) filter (where n.q <> o.q))
                from jsonb_array_elements(draft.questions) n(q)
                full join jsonb_array_elements(${published}) o(q) on o.q->'id' = n.q->'id') as questions,
             case when v.number is null then '[]' else (
               select coalesce(jsonb_agg(key order by key), '[]') from jsonb_each(draft.settings)
                 where value is distinct from v.settings->key and key not in ('form_type')) end as settings,
             (select count(*)::integer from student_materials s join courses c on c.company_id = s.company_id and c.id = s.course_id
                where s.company_id = m.company_id and s.material_id = m.id and c.published_at is not null) as students,
             (select count(*)::integer from attempts t
                where t.company_id = f.company_id and t.form_id = f.id and t.status = 'running') as running,
             (select count(distinct t.user_id)::integer from attempts t
                where t.company_id = f.company_id and t.form_id = f.id and t.status = 'completed') as completed
        from ${draftIn(scope, params)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Question = ResponseOf<typeof contract.listQuestions>['results'][number];
type FormName = ResponseOf<typeof contract.listFormNames>['results'][number];

const FORMS = sql`forms f
  join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
  join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null`;

/** The questions of drafts in the courses whose materials the caller edits; without the key of what they take themselves. */
export async function pageOfQuestions(db: Db, scope: Scope, query: QueryOf<typeof contract.listQuestions>) {
  const from = sql`
    from questions q join ${FORMS} on f.company_id = q.company_id and f.id = q.form_id
    where ${all([
      sql`q.company_id = ${scope.company_id} and q.deleted_at is null`,
      inReach(scope, 'courses', sql`c.id`),
      query.course !== undefined && sql`c.id = ${query.course}`,
      query.form !== undefined && sql`f.id = ${query.form}`,
      matches(query.search, sql`q.title`, sql`q.description`),
    ])}`;
  const order = pageOf(
    query,
    {
      position: sql`(c.id, m.position, m.id, q.position)`,
      title: alphabetical(sql`q.title`),
      score: sql`q.score`,
    },
    'position',
    sql`q.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Question>(sql`
      select q.id, q.title, q.multiple_right_answers, q.required, q.score, f.id as form_id, f.name as form_name, f.form_type,
             m.id as material_id, m.name as material_name, c.id as course_id,
             jsonb_array_length(q.answers) as answers,
             case when not takes_form(f.id) then coalesce((
               select jsonb_agg(a->>'title' order by n) from jsonb_array_elements(q.answers) with ordinality t(a, n)
                 where (a->>'is_right_answer')::boolean), '[]') end as right_answers
        ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

/** Names of the forms in reach; a student's are the published ones. */
export async function pageOfFormNames(db: Db, scope: Scope, query: QueryOf<typeof contract.listFormNames>) {
  const from = sql`
    from ${FORMS} where ${all([
      sql`f.company_id = ${scope.company_id}`,
      inReach(scope, 'courses', sql`c.id`),
      scope.user_type === 'student' &&
        sql`c.published_at is not null and exists (select from form_versions v where v.company_id = f.company_id and v.form_id = f.id)`,
      query.course !== undefined && sql`c.id = ${query.course}`,
      query.form_type !== undefined && sql`f.form_type = ${query.form_type}`,
      matches(query.search, sql`f.name`),
    ])}`;
  const order = pageOf(query, { name: alphabetical(sql`f.name`) }, 'name', sql`f.id`);
  const [rows, [count]] = await db.run(
    scope,
    statement<FormName>(sql`select f.id, f.name, f.form_type ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

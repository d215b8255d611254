import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { formsTaken } from '../attempts/queries-own.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

/** The text of a question `q`, blanks and case aside. */
const TEXT = sql`lower(regexp_replace(btrim(q.title), '\\s+', ' ', 'g'))`;

type BankQuestion = ResponseOf<typeof contract.questionBank>['results'][number];

/**
 * Questions of the courses in reach, each text once: the one that may be copied and is the newest stands for the others.
 * What the caller is asked in a test of their own is left out, wherever else it stands.
 */
export async function pageOfBank(db: Db, scope: Scope, query: QueryOf<typeof contract.questionBank>) {
  const found = sql`
    with own as materialized (
      select ${TEXT} as text from questions q
        where q.company_id = ${scope.company_id} and q.form_id in ${formsTaken(scope)}
    ), found as (
      select q.id, q.title, q.multiple_right_answers, q.score, q.answers, f.name as form_name, c.id as course_id,
             c.name as course_name, not f.disable_autosave_for_all_respondents as may_copy,
             ${TEXT} as text
        from questions q
        join forms f on f.company_id = q.company_id and f.id = q.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
        where ${all([
          sql`q.company_id = ${scope.company_id} and q.deleted_at is null and btrim(q.title) <> ''`,
          inReach(scope, 'courses', sql`c.id`),
          query.course !== undefined && sql`c.id = ${query.course}`,
          query.except_form !== undefined && sql`f.id <> ${query.except_form}`,
          matches(query.search, sql`q.title`, sql`c.name`, sql`f.name`, sql`array_to_string(c.tags, ' ')`),
        ])}
    ), once as (
      select distinct on (text) found.*, count(*) over (partition by text)::integer as same
        from found where text not in (select text from own) order by text, may_copy desc, id desc
    )`;
  const order = pageOf(
    query,
    { title: alphabetical(sql`title`), course_name: alphabetical(sql`course_name`) },
    'title',
    sql`id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<BankQuestion>(sql`
      ${found}
      select id, title, form_name, course_id, course_name, multiple_right_answers, score, same, may_copy,
             (select coalesce(jsonb_agg(a - 'id' order by n), '[]') from jsonb_array_elements(answers) with ordinality t(a, n)) as answers,
             (select count(*)::integer from question_files f
                where f.company_id = ${scope.company_id} and f.question_id = once.id and f.removed_at is null) as files
        from once ${order}`),
    statement<{ count: number }>(sql`${found} select count(*)::integer as count from once`),
  );
  return listed(rows, count!.count, query);
}

import type pg from 'pg';
import { Failure } from '../stack/failure.ts';

/** What is kept beside what it is made of, in the order in which one is made of the other, with what counts it anew. */
const KEPT: Record<string, string> = {
  memberships: 'select refresh_listed($1)',
  people_totals: 'select refresh_people_sums($1)',
  course_states: 'select refresh_course_states(array_agg(id order by id)) from courses where company_id = $1',
  course_totals: 'select refresh_course_sums(array_agg(id order by id)) from courses where company_id = $1',
  group_progress:
    'select refresh_group_progress(array_agg(id order by id)) from study_groups where company_id = $1',
  attempts: `select refresh_outcomes(array_agg(id order by id)) from attempts where company_id = $1`,
  form_results:
    'select refresh_form_results(array_agg(id order by id)) from assignments where company_id = $1',
  answer_sums: 'select refresh_answer_sums($1)',
};

/** Counts everything kept of a company anew, and says how many rows were not what the count gives. */
export async function recount(client: pg.Client, company: number): Promise<string> {
  const known = await client.query<{ name: string }>('select name from companies where id = $1', [company]);
  if (!known.rows[0]) throw new Failure(`There is no company ${company}.`);
  const lines: string[] = [];
  for (const [table, count] of Object.entries(KEPT)) {
    const of = `from ${table} where company_id = ${company}`;
    await client.query('begin');
    await client.query(`create temp table was on commit drop as select * ${of}`);
    await client.query(count, [company]);
    const { rows } = await client.query<{ rows: number; mended: number }>(`
      select (select count(*)::integer ${of}) as rows,
             greatest((select count(*) from (select * ${of} except table was) now),
                      (select count(*) from (table was except select * ${of}) gone))::integer as mended`);
    await client.query('commit');
    lines.push(`${table}: ${rows[0]!.rows} rows, ${rows[0]!.mended} mended.`);
  }
  return [known.rows[0].name, ...lines].join('\n');
}

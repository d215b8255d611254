import { issueAccess, type Login } from '../../worker/platform/secrets/access-token.ts';
import type { Env } from '../../worker/platform/context.ts';
import { fillExamCompany } from './companies/exam-company.ts';
import { filled } from './companies/filled.ts';
import type { Call, Outcome } from './load/job.ts';
import type { Load } from './load/load.ts';

/** As many questions either way: 20 of the test's own, or five draws of 4 from a pool. */
export const DRAWN = { pool: 5000, students: 900, draws: 5 };
/** How often starts of both kinds have their turn, and how many students start in one. */
const TURNS = 6;
const STARTS = 100;
/** Each of the proxy's connections plans a function's statements five times before it keeps a plan. */
const WARM = 200;

interface DrawnExams {
  accesses: string[];
  /** Without and with draws. */
  form_ids: [number, number];
}

export interface DrawMeasures {
  own: number[];
  drawn: number[];
}

/** A company with a bank and two exams, each of which every student may start once. */
export async function buildDrawnExams(
  ownerUrl: string,
  secrets: { jwt_secret: string },
): Promise<DrawnExams> {
  return filled(ownerUrl, { sizes: DRAWN }, async (client) => {
    await fillExamCompany(client, {
      slug: 'draws',
      name: 'Банк запитань',
      students: DRAWN.students,
      exams: 2,
    });
    await client.query(FILL);
    const { rows } = await client.query<Login>(
      `insert into sessions (user_id, expires_at, company_id, user_type)
         select user_id, now() + interval '30 days', company_id, 'student' from memberships
           where company_id = (select max(id) from companies) and user_types = '{student}' order by user_id
         returning id as session_id, user_id, company_id, user_type`,
    );
    const { rows: forms } = await client.query<{ id: number }>(
      'select id from forms where company_id = (select max(id) from companies) order by id',
    );
    const env = { JWT_SECRET: secrets.jwt_secret } as Env;
    return {
      accesses: await Promise.all(rows.map((login) => issueAccess(env, login))),
      form_ids: [forms[0]!.id, forms[1]!.id],
    };
  });
}

/** Starts of both kinds in turn, one after the other, so that whatever else happens meets them alike. */
export async function measureDraws({ accesses, form_ids }: DrawnExams, load: Load): Promise<DrawMeasures> {
  const start = async (form_id: number, students: readonly string[]): Promise<Outcome> => {
    const calls = students.map((access): Call => ({
      method: 'POST',
      path: '/api/v1/course/start_form_passing',
      access,
      body: JSON.stringify({ form_id }),
    }));
    const outcome = await load.run({
      calls,
      clients: 1,
      seconds: 60,
      order: 'once',
      expected: 201,
      keep: false,
    });
    if (outcome.failures.length > 0) throw new Error(outcome.failures[0]);
    return outcome;
  };
  const [own, drawn] = form_ids;
  for (const form_id of form_ids) await start(form_id, accesses.slice(0, WARM));
  const measures: DrawMeasures = { own: [], drawn: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    const students = accesses.slice(WARM + turn * STARTS, WARM + (turn + 1) * STARTS);
    measures.own.push(...(await start(own, students)).latencies);
    measures.drawn.push(...(await start(drawn, students)).latencies);
  }
  return measures;
}

const FILL = `
do $$
declare
  v_company integer := current_setting('app.company');
  v_folder integer;
  v_pool integer := current_setting('bench.pool');
  v_draws integer := current_setting('bench.draws');
begin
  insert into bank_folders (company_id, name) values (v_company, 'Запитання') returning id into v_folder;
  -- Two draws take from all of it, the others from those of a tag each.
  for d in 1..v_draws loop
    perform add_bank_questions(v_folder, array['t' || d], (
      select jsonb_agg(jsonb_build_object('position', n, 'title', 'Запитання банку ' || d || '.' || n, 'description', '',
          'type', 'choice', 'credit', 'all', 'match_case', false, 'unit', '', 'gap_text', '', 'feedback', '', 'work', '{}'::jsonb,
          'marking', '{}'::jsonb, 'multiple_right_answers', false, 'required', false, 'score', 5, 'answers', (
            select jsonb_agg(jsonb_build_object('title', 'Відповідь ' || k, 'is_right_answer', k = n % 4)) from generate_series(0, 3) k)))
        from generate_series(1, v_pool / v_draws) n));
  end loop;
  insert into forms (company_id, material_id, form_type, name, time_limit, draws)
    select v_company, id, 2, 'Іспит', 600, case when n = 1 then '[]' else (
        select jsonb_agg(jsonb_build_object('position', 1000, 'count', 4, 'folder_id', null, 'subfolders', true, 'types', '[]'::jsonb,
            'score', 5, 'tags', case when d <= 2 then '[]'::jsonb else jsonb_build_array('t' || d) end))
          from generate_series(1, v_draws) d) end
      from (select id, row_number() over (order by id) as n from materials where company_id = v_company) m;
  insert into questions (company_id, form_id, position, title, score, answers)
    select v_company, f.id, n, 'Запитання ' || n, 5, (
        select jsonb_agg(jsonb_build_object('id', n * 4 + k, 'title', 'Відповідь ' || k, 'is_right_answer', k = n % 4) order by k)
          from generate_series(0, 3) k)
      from forms f cross join generate_series(1, 20) n where f.company_id = v_company and f.draws = '[]';
  perform publish_form(f.id, draft_settings(f), draft_questions(f.id)) from forms f where f.company_id = v_company;
end $$`;

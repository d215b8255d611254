import pg from 'pg';
import { fillExamCompany } from './companies/exam-company.ts';
import { filled } from './companies/filled.ts';

/** Attempts that end in one statement, each with an answer to each of its questions. */
export const GRADED = { attempts: 10_000, questions: 20 };
/** How often attempts of both kinds have their turn. */
const TURNS = 3;

export interface GradingMeasures {
  /** Seconds of each turn, of choices alone and of all types that are graded by themselves. */
  choices: number[];
  mixed: number[];
}

/** A company with two exams of as many questions, in both of which everybody is in the middle of an attempt, and one of before. */
export async function buildGraded(ownerUrl: string): Promise<[choices: number, mixed: number]> {
  // One after the other: what was counted of a table before it was filled is planned for.
  await filled(ownerUrl, { sizes: GRADED }, async (client) => {
    await fillExamCompany(client, {
      slug: 'graded',
      name: 'Оцінювання спроб',
      students: GRADED.attempts,
      exams: 3,
    });
    await client.query(FILL);
  });
  await filled(ownerUrl, {}, (client) => client.query(BEGIN));
  return filled(ownerUrl, {}, async (client) => {
    await client.query(ANSWER);
    const { rows } = await client.query<{ id: number }>(
      'select id from forms where company_id = (select max(id) from companies) order by id',
    );
    // An empty table would be planned for: nobody's first exam is the first of the whole product.
    await makeDue(client, rows[2]!.id);
    await client.query('select end_due_attempts()');
    return [rows[0]!.id, rows[1]!.id];
  });
}

/**
 * Ends and grades all attempts of an exam as its clock does, in turns so that whatever else happens meets both kinds
 * alike. Each turn is taken back, so that the next ends the same attempts.
 * @throws where an attempt was not graded, or nothing of it was right, partly right and wrong
 */
export async function measureGrading(
  form_ids: readonly [number, number],
  ownerUrl: string,
): Promise<GradingMeasures> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const measures: GradingMeasures = { choices: [], mixed: [] };
    for (let turn = -1; turn < TURNS; turn++)
      for (const [place, form_id] of form_ids.entries()) {
        const seconds = await gradeOnce(client, form_id, place === 0 ? ['right', 'wrong'] : OUTCOMES);
        // The first of each fills what the others find.
        if (turn >= 0) (place === 0 ? measures.choices : measures.mixed).push(seconds);
      }
    return measures;
  } finally {
    await client.end();
  }
}

const OUTCOMES = ['partly', 'right', 'wrong'];

async function gradeOnce(client: pg.Client, form_id: number, expected: readonly string[]): Promise<number> {
  await client.query('begin');
  await client.query('set local role osnova_system');
  await client.query(`select set_config('app.consenting', '*', true)`);
  await makeDue(client, form_id);
  const began = performance.now();
  const { rows } = await client.query<{ ended: number }>('select end_due_attempts() as ended');
  const seconds = (performance.now() - began) / 1000;
  const { rows: outcomes } = await client.query<{ outcome: string }>(
    `select distinct e->>'outcome' as outcome from attempts t
       join gradings g on g.company_id = t.company_id and g.attempt_id = t.id cross join jsonb_array_elements(g.explanation) e
       where t.form_id = $1 order by 1`,
    [form_id],
  );
  await client.query('rollback');
  await client.query('vacuum analyze attempts, assignments, gradings, material_progress, course_states');
  const found = outcomes.map(({ outcome }) => outcome).join();
  if (rows[0]!.ended !== GRADED.attempts || found !== expected.join())
    throw new Error(`${rows[0]!.ended} of ${GRADED.attempts} attempts were graded: ${found}`);
  return seconds;
}

const makeDue = (client: pg.Client, form_id: number) =>
  client.query(
    `update attempts set deadline = now() - interval '1 second', due_at = now() - interval '1 second' where form_id = $1`,
    [form_id],
  );

const FILL = `
do $$
declare
  v_company integer := current_setting('app.company');
  v_questions integer := current_setting('bench.questions');
begin
  insert into forms (company_id, material_id, form_type, name, time_limit)
    select v_company, id, 2, 'Іспит', 600 from materials where company_id = v_company order by id;
  insert into questions (company_id, form_id, position, title, score, type, credit, multiple_right_answers, unit, gap_text, hotspot, answers)
    select v_company, f.id, n, 'Запитання ' || n, 5, k.type, k.credit, k.several, case k.type when 'number' then 'кг' else '' end,
           case k.type when 'gaps' then 'Київ стоїть на [[1]], а Львів на [[2]]' else '' end,
           case k.type when 'hotspot' then '{"places": 2, "alt": "Зал"}'::jsonb else '{}' end, (
        select jsonb_agg(a || jsonb_build_object('id', n * 10 + place, 'match_id', n * 10 + place + 5) order by place)
          from jsonb_array_elements(k.answers) with ordinality as t(a, place))
      from (select id, row_number() over (order by id) as kind from forms where company_id = v_company) f
      cross join generate_series(1, v_questions) n
      join (values
        (1, 'choice', 'all', false, '[{"title": "a", "is_right_answer": true}, {"title": "b", "is_right_answer": false}, {"title": "c", "is_right_answer": false}, {"title": "d", "is_right_answer": false}]'::jsonb),
        (2, 'choice', 'parts', true, '[{"title": "a", "is_right_answer": true}, {"title": "b", "is_right_answer": false}, {"title": "c", "is_right_answer": true}, {"title": "d", "is_right_answer": false}]'),
        (3, 'short_answer', 'all', false, '[{"title": "Кам’янець-Подільський", "is_right_answer": true}, {"title": "Кам*", "is_right_answer": true, "percent": 50}]'),
        (4, 'number', 'all', false, '[{"title": "8,2", "is_right_answer": true, "tolerance": "5%"}, {"title": "8", "is_right_answer": true, "percent": 50, "tolerance": "1"}]'),
        (5, 'ordering', 'parts', false, '[{"title": "a", "is_right_answer": true}, {"title": "b", "is_right_answer": true}, {"title": "c", "is_right_answer": true}, {"title": "d", "is_right_answer": true}]'),
        (6, 'matching', 'parts', false, '[{"title": "a", "match": "1", "is_right_answer": true}, {"title": "b", "match": "2", "is_right_answer": true}, {"title": "c", "match": "3", "is_right_answer": true}]'),
        (7, 'gaps', 'parts', false, '[{"title": "Дніпрі", "gap": 1, "is_right_answer": true}, {"title": "Полтві", "gap": 2, "is_right_answer": true}, {"title": "Бузі", "gap": 2, "is_right_answer": false}]'),
        (8, 'hotspot', 'parts', false, '[{"title": "a", "is_right_answer": true, "area": {"shape": "rect", "coords": [0.1, 0.1, 0.2, 0.2]}}, {"title": "b", "is_right_answer": true, "area": {"shape": "polygon", "coords": [0.5, 0.5, 0.9, 0.5, 0.7, 0.9]}}]')
      ) as k(place, type, credit, several, answers)
        on k.place = case f.kind when 2 then n % 8 + 1 else 1 end;
  perform publish_form(f.id, draft_settings(f), draft_questions(f.id)) from forms f where f.company_id = v_company;
end $$`;

/** Everybody's attempts; then, with these counted, what each has answered. */
const BEGIN = `
with company as (
  select max(id) as id from companies
), appointed as (
  insert into assignments (company_id, form_id, user_id, status, attempts_used)
    select f.company_id, f.id, g.user_id, 'in_progress', 1
      from company c join forms f on f.company_id = c.id join group_members g on g.company_id = c.id
      -- Few have taken the last before.
      where g.user_id % 20 = 0 or f.id < (select max(id) from forms)
    returning company_id, id, form_id, user_id
)
insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline, due_at)
  select a.company_id, a.id, a.form_id, v.id, a.user_id, 1, 'bench', 1, now() - interval '1 hour', now() + interval '1 day', now() + interval '1 day'
    from appointed a join form_versions v on v.company_id = a.company_id and v.form_id = a.form_id`;

const ANSWER = `
insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, response, seq, saved_at)
  select b.company_id, b.id, (q->>'id')::integer,
         -- A third has all of it right, a third a part, a third nothing.
         case coalesce(q->>'type', 'choice')
           when 'choice' then case when b.user_id % 3 = 0 then array(select i::integer from jsonb_array_elements_text(q->'right') i order by 1)
             else array[(q->'answers'->(b.user_id % 3 - 1)->>'id')::integer] end
           when 'ordering' then array(select (a->>'id')::integer from jsonb_array_elements(q->'answers') with ordinality as t(a, place)
             order by case b.user_id % 3 when 0 then place when 1 then place / 3 else -place end)
           else '{}' end,
         case q->>'type'
           when 'short_answer' then to_jsonb((array['кам''янець–подільський', 'Кам’янка', 'Київ'])[b.user_id % 3 + 1])
           when 'number' then to_jsonb((array['8.2 кг', '7,5', '100'])[b.user_id % 3 + 1])
           when 'matching' then (select jsonb_object_agg(pair.key, case when b.user_id % 3 = 0 then pair.value else first.value end)
             from jsonb_each(q->'right') pair, (select value from jsonb_each(q->'right') limit 1) first)
           when 'gaps' then jsonb_build_object('1', (array['дніпрі', 'Дніпрі', 'Бузі'])[b.user_id % 3 + 1],
             '2', q->'answers'->(case when b.user_id % 3 = 0 then 1 else 2 end)->'id')
           when 'hotspot' then ('[{"x": 0.2, "y": 0.2}, ' || (array['{"x": 0.7, "y": 0.6}]', '{"x": 0.95, "y": 0.95}]', '{"x": 0.96, "y": 0.95}]'])[b.user_id % 3 + 1])::jsonb
         end, 1, now()
    from attempts b join form_versions v on v.company_id = b.company_id and v.id = b.form_version_id
    cross join jsonb_array_elements(v.questions) q where b.company_id = (select max(id) from companies)`;

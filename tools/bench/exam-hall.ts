import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { issueAccess, type Login } from '../../worker/platform/secrets/access-token.ts';
import type { Env } from '../../worker/platform/context.ts';
import { hashPassword } from '../../worker/platform/secrets/hash.ts';
import type { Secrets } from '../stack/data-folder.ts';
import { PASSWORD } from './companies/company.ts';
import { ARRIVING, measureCrowds, SAVING, unitOf, type CrowdMeasures, type Hall } from './exam-crowds.ts';
import { fillExamCompany } from './companies/exam-company.ts';
import { filled } from './companies/filled.ts';
import type { Call, Job, Outcome } from './load/job.ts';
import { SEQUENCE } from './load/job.ts';
import type { Load } from './load/load.ts';

/** Students who start within 10 s, save each second for a minute and submit within 5 s. */
export const HALLS = [200, 500, 1000] as const;
/** Attempts whose time ends in the same second, with nobody online. */
export const ENDING = 10_000;
const START_SECONDS = 10;
const SAVE_SECONDS = 60;
const FINISH_SECONDS = 5;
const API = '/api/v1/course';

export interface HallMeasure {
  students: number;
  /** `select 1` at one client, right before, in milliseconds. */
  unit: number[];
  phase: 'start' | 'save' | 'finish';
  outcome: Outcome;
}

export interface HallMeasures {
  halls: HallMeasure[];
  crowds: CrowdMeasures;
  ending: Ending;
}

/**
 * Seconds after they were due until the last had its grade; how many certificates that gave, and when the last of their
 * mails was queued.
 */
interface Ending {
  last: number;
  certificates: number;
  mailed: number;
}

/** An exam for each hall and each crowd, one for those that end at once, and the students for all of them. */
export async function buildHall(ownerUrl: string, secrets: Secrets): Promise<Hall> {
  const sizes = {
    arriving: ARRIVING,
    hash: await hashPassword(PASSWORD, { PASSWORD_PEPPER: secrets.password_pepper }),
  };
  return filled(ownerUrl, { sizes }, async (client) => {
    await fillExamCompany(client, {
      slug: 'hall',
      name: 'Екзаменаційна зала',
      students: ENDING,
      // One for each hall, three for crowds, one that ends for all at once, and one that was held before.
      exams: HALLS.length + 5,
    });
    await client.query(FILL);
    const { rows } = await client.query<Login>(
      `insert into sessions (user_id, expires_at, company_id, user_type)
         select user_id, now() + interval '30 days', company_id, 'student' from memberships
           where company_id = (select max(id) from companies) and user_types = '{student}' order by user_id limit $1
         returning id as session_id, user_id, company_id, user_type`,
      [Math.max(...HALLS, SAVING)],
    );
    const { rows: people } = await client.query<{ email: string }>(
      `select u.email from users u join credentials c on c.user_id = u.id where u.email like 'hall-%' order by u.id desc limit $1`,
      [ARRIVING],
    );
    const { rows: forms } = await client.query<{ id: number }>(
      'select id from forms where company_id = (select max(id) from companies) order by id',
    );
    const ids = forms.map(({ id }) => id);
    const env = { JWT_SECRET: secrets.jwt_secret } as Env;
    return {
      accesses: await Promise.all(rows.map((login) => issueAccess(env, login))),
      emails: people.map(({ email }) => email),
      form_ids: {
        halls: ids.slice(0, HALLS.length),
        saving: ids[HALLS.length]!,
        arriving: ids[HALLS.length + 1]!,
        left: ids[HALLS.length + 2]!,
        ending: ids[HALLS.length + 3]!,
      },
    };
  });
}

/** Has a database that was filled this minute write as one that has run for days: over files of its log that it has. */
export async function settle(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('checkpoint');
  } finally {
    await admin.end();
  }
}

/** Holds the exams one after the other, then those of crowds, then lets ten thousand attempts end at once. */
export async function measureHalls(
  hall: Hall,
  load: Load,
  ownerUrl: string,
  say: (text: string) => void,
): Promise<HallMeasures> {
  const halls: HallMeasure[] = [];
  for (const [place, students] of HALLS.entries()) {
    say(`An exam of ${students} students.`);
    halls.push(...(await holdExam(hall.accesses.slice(0, students), hall.form_ids.halls[place]!, load)));
  }
  say('Exams of crowds.');
  const crowds = await measureCrowds(hall, load, ownerUrl);
  say(`${ENDING} attempts that end at once.`);
  return { halls, crowds, ending: await endAtOnce(hall, load, ownerUrl) };
}

async function holdExam(accesses: readonly string[], form_id: number, load: Load): Promise<HallMeasure[]> {
  const students = accesses.length;
  const unit = await unitOf(load);
  const run = (job: Pick<Job, 'calls' | 'order' | 'seconds' | 'every' | 'expected'> & Partial<Job>) =>
    load.run({ clients: students, keep: false, ...job });
  const once = { order: 'once', keep: true } as const;
  const started = await run({
    ...once,
    calls: accesses.map((access) => post('/start_form_passing', { form_id }, access)),
    seconds: START_SECONDS,
    every: START_SECONDS * 1000,
    expected: 201,
  });
  const held = started.answers.map(({ call, body }) => ({
    access: accesses[call]!,
    ...(JSON.parse(body) as { attempt_id: number; holder: string; questions: Question[] }),
  }));
  const saved = await run({
    calls: held.map(({ access, attempt_id, holder, questions }) => {
      const [question] = questions;
      const answers = [{ question_id: question!.id, answer_ids: [question!.answers[0]!.id], seq: SEQUENCE }];
      const call = post('/student_passed_form', { attempt_id, holder, event: 'save', answers }, access);
      return { ...call, body: call.body!.replace(`"${SEQUENCE}"`, SEQUENCE) };
    }),
    order: 'repeat',
    seconds: SAVE_SECONDS,
    every: 1000,
    expected: 200,
  });
  const finished = await run({
    ...once,
    calls: held.map(({ access, attempt_id, holder, questions }) => {
      const answers = questions.map(({ id, answers: [first] }) => ({
        question_id: id,
        answer_ids: [first!.id],
        seq: 1_000_000_000,
      }));
      return post('/send_student_answers', { attempt_id, holder, answers }, access);
    }),
    seconds: FINISH_SECONDS,
    every: FINISH_SECONDS * 1000,
    expected: 200,
  });
  return [
    { students, unit, phase: 'start', outcome: started },
    { students, unit, phase: 'save', outcome: saved },
    { students, unit, phase: 'finish', outcome: finished },
  ];
}

interface Question {
  id: number;
  answers: { id: number }[];
}

/** One attempt is started through the API and sets the clock; the others end in the same second as it. */
async function endAtOnce({ accesses, form_ids }: Hall, load: Load, ownerUrl: string): Promise<Ending> {
  const form_id = form_ids.ending;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('set role osnova_system');
    await client.query(`select set_config('app.consenting', '*', false)`);
    await client.query(
      `update form_versions set settings = settings || '{"time_limit": 1, "issue_certificate": true}' where form_id = $1`,
      [form_id],
    );
    const { failures } = await load.run({
      calls: [post('/start_form_passing', { form_id }, accesses[0])],
      clients: 1,
      order: 'once',
      seconds: 5,
      expected: 201,
      keep: false,
    });
    if (failures.length > 0) throw new Error(failures[0]);
    // As in the large company: the planner knows nothing of ten thousand yet.
    await client.query('set enable_nestloop = off');
    await client.query(BEGIN_ALL, [form_id]);
    const { rows: late } = await client.query(
      'select from attempts where form_id = $1 and due_at < now() limit 1',
      [form_id],
    );
    if (late.length > 0) throw new Error('the attempts were due before all of them had begun');
    const last = await whenGraded(client, form_id);
    const mailed = await whenMailed(client, form_id);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from attempts t
         join gradings g on g.company_id = t.company_id and g.attempt_id = t.id where t.form_id = $1`,
      [form_id],
    );
    if (rows[0]!.count !== ENDING) throw new Error(`${rows[0]!.count} of ${ENDING} attempts were graded`);
    return { last, ...mailed };
  } finally {
    await client.end();
  }
}

/** Waits until others can see all of a form's attempts ended, and says how long after they were due that was. */
async function whenGraded(client: pg.Client, form_id: number): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ running: boolean; late: number }>(
      `select exists (select from attempts where form_id = $1 and status = 'running') as running,
              extract(epoch from clock_timestamp() - (select max(due_at) from attempts where form_id = $1))::float8 as late`,
      [form_id],
    );
    if (!rows[0]!.running) return rows[0]!.late;
    await sleep(100);
  }
}

/** Waits until each certificate of a form's course was told of, and says how long after the attempts were due that was. */
async function whenMailed(client: pg.Client, form_id: number) {
  for (let waited = 0; waited < 240; waited += 1) {
    const { rows } = await client.query<{ certificates: number; waiting: number; mailed: number }>(
      `select count(*)::integer as certificates, (count(*) filter (where k.mailed_at is null))::integer as waiting,
              extract(epoch from max(k.mailed_at) - (select max(due_at) from attempts where form_id = $1))::float8 as mailed
         from certificates k join materials m on m.company_id = k.company_id and m.course_id = k.course_id
         join forms f on f.company_id = m.company_id and f.material_id = m.id where f.id = $1`,
      [form_id],
    );
    if (rows[0]!.waiting === 0) return { certificates: rows[0]!.certificates, mailed: rows[0]!.mailed };
    await sleep(500);
  }
  throw new Error('certificates were issued and not told of');
}

function post(path: string, body: object, access: string | undefined): Call {
  return { method: 'POST', path: API + path, body: JSON.stringify(body), ...(access && { access }) };
}

const BEGIN_ALL = `
with model as (
  select * from attempts where form_id = $1
), appointed as (
  insert into assignments (company_id, form_id, user_id, status, attempts_used)
    select o.company_id, o.form_id, m.user_id, 'in_progress', 1 from model o join memberships m on m.company_id = o.company_id
      where m.user_types = '{student}' and m.user_id <> o.user_id
    returning id, user_id
), begun as (
  insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline, due_at)
    select o.company_id, a.id, o.form_id, o.form_version_id, a.user_id, 1, 'bench', 1, o.started_at, o.deadline, o.due_at
      from model o, appointed a returning id, company_id, user_id, form_version_id
)
insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, seq, saved_at)
  -- One of ten has all of it right.
  select b.company_id, b.id, (q->>'id')::integer,
         array[(case when b.user_id % 10 = 0 then q->'right'->0 else q->'answers'->0->'id' end)::integer], 1, now()
    from begun b join form_versions v on v.company_id = b.company_id and v.id = b.form_version_id
    cross join jsonb_array_elements(v.questions) q`;

const FILL = `
do $$
declare
  v_company integer := current_setting('app.company');
begin
  -- The last ones, whom nobody has opened a session for, sign in themselves.
  insert into credentials (user_id, password_hash)
    select user_id, current_setting('bench.hash') from group_members where company_id = v_company
      order by user_id desc limit current_setting('bench.arriving')::integer;
  insert into forms (company_id, material_id, form_type, name, time_limit) select v_company, id, 2, 'Іспит', 600 from materials where company_id = v_company;
  insert into questions (company_id, form_id, position, title, score, answers)
    select v_company, f.id, n, 'Запитання ' || n, 5, (
        select jsonb_agg(jsonb_build_object('id', (f.id * 100 + n) * 4 + k, 'title', 'Відповідь ' || k, 'is_right_answer', k = n % 4) order by k)
          from generate_series(0, 3) k)
      from forms f cross join generate_series(1, 20) n where f.company_id = v_company;
  insert into form_versions (company_id, form_id, number, settings, questions, max_score)
    select v_company, f.id, 1, draft_settings(f), draft_questions(f.id), 100 from forms f where f.company_id = v_company;
  -- An empty table would be planned for: nobody's first exam is the first of the whole product.
  with past as (
    insert into assignments (company_id, form_id, user_id, status, attempts_used)
      select v_company, (select max(id) from forms where company_id = v_company), user_id, 'completed', 1 from group_members where company_id = v_company
      returning id, form_id, user_id
  )
  insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline, due_at, status, finished_at, finished_by)
    select v_company, p.id, p.form_id, v.id, p.user_id, 1, 'bench', 1, now() - interval '30 days', now() - interval '29 days', now() - interval '29 days',
           'completed', now() - interval '29 days', 'user'
      from past p join form_versions v on v.company_id = v_company and v.form_id = p.form_id;
end $$`;

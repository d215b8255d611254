import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PASSWORD } from './companies/company.ts';
import type { Call, Job, Outcome } from './load/job.ts';
import type { Load } from './load/load.ts';
import { saveCall, type Started } from './load/measure.ts';
import { SELECT_1 } from './load/select-1.ts';

/** Students who save every two seconds for a minute. */
export const SAVING = 2_000;
/** Students who sign in, open the introduction and start, within two minutes. */
export const ARRIVING = 1_000;
/** Students whose attempts of a minute end one after the other, with nobody online. */
export const LEFT = 200;
const API = '/api/v1';
const [SIGNING_SECONDS, OPENING_SECONDS, STARTING_SECONDS] = [80, 20, 20];

/** Students with sessions, most of whom take each exam; and the exams, by what they are for. */
export interface Hall {
  accesses: string[];
  emails: string[];
  form_ids: { halls: number[]; saving: number; arriving: number; left: number; ending: number };
}

export interface CrowdMeasures {
  /** `select 1` at one client, before each of them, in milliseconds. */
  unit: number[];
  saves: Outcome;
  arrival: { sign_in: Outcome; introduction: Outcome; start: Outcome };
  /** Seconds from when attempts were due until they were graded. */
  closed: number[];
}

/** Calls of one client, one at a time: what one round trip costs on this machine now. */
export async function unitOf(load: Load): Promise<number[]> {
  const call: Call = { method: 'GET', path: SELECT_1 };
  const job = { calls: [call], clients: 1, seconds: 1, order: 'repeat', expected: 200, keep: false } as const;
  return (await load.run({ ...job, calls: [call] })).latencies;
}

export async function measureCrowds(hall: Hall, load: Load, ownerUrl: string): Promise<CrowdMeasures> {
  const unit = await unitOf(load);
  const saves = await saveTogether(hall, load);
  unit.push(...(await unitOf(load)));
  const arrival = await arrive(hall, load);
  return { unit, saves, arrival, closed: await leave(hall, load, ownerUrl) };
}

/** Starts an exam for some, one after the other within these seconds. */
const start = (accesses: readonly string[], form_id: number, seconds: number, load: Load) =>
  spread(load, seconds, {
    calls: accesses.map((access) => post('/course/start_form_passing', { form_id }, access)),
    expected: 201,
    keep: true,
  });

/** Each call once, evenly over some seconds. */
const spread = (load: Load, seconds: number, job: Pick<Job, 'calls' | 'expected'> & Partial<Job>) =>
  load.run({
    clients: job.calls.length,
    order: 'once',
    seconds,
    every: seconds * 1000,
    keep: false,
    ...job,
  });

async function saveTogether({ accesses, form_ids }: Hall, load: Load): Promise<Outcome> {
  const crowd = accesses.slice(0, SAVING);
  const started = await start(crowd, form_ids.saving, 40, load);
  const calls = started.answers.map(({ call, body }) => saveCall(JSON.parse(body) as Started, crowd[call]));
  return load.run({
    calls,
    clients: calls.length,
    seconds: 60,
    every: 2000,
    order: 'repeat',
    expected: 200,
    keep: false,
  });
}

async function arrive({ emails, form_ids }: Hall, load: Load): Promise<CrowdMeasures['arrival']> {
  const sign_in = await spread(load, SIGNING_SECONDS, {
    calls: emails
      .slice(0, ARRIVING)
      .map((username) => post('/accounts/token', { username, password: PASSWORD })),
    expected: 200,
    keep: true,
  });
  const accesses = sign_in.answers.map(({ body }) => (JSON.parse(body) as { access: string }).access);
  const introduction = await spread(load, OPENING_SECONDS, {
    calls: accesses.map((access) => ({
      method: 'GET',
      path: `${API}/course/form_introduction/${form_ids.arriving}`,
      access,
    })),
    expected: 200,
  });
  return { sign_in, introduction, start: await start(accesses, form_ids.arriving, STARTING_SECONDS, load) };
}

/** Attempts of a minute that begin within half of one and are left alone. */
async function leave({ accesses, form_ids }: Hall, load: Load, ownerUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('set role osnova_system');
    await client.query(
      `update form_versions set settings = settings || '{"time_limit": 1}' where form_id = $1`,
      [form_ids.left],
    );
    const { failures } = await start(accesses.slice(0, LEFT), form_ids.left, 30, load);
    if (failures.length > 0) throw new Error(failures[0]);
    for (let waited = 0; waited < 120; waited += 1) {
      const { rows } = await client.query<{ late: number | null }>(
        `select extract(epoch from g.created_at - t.due_at)::float8 as late
           from attempts t left join gradings g on g.company_id = t.company_id and g.attempt_id = t.id
           where t.form_id = $1`,
        [form_ids.left],
      );
      if (rows.every(({ late }) => late !== null)) return rows.map(({ late }) => late!);
      await sleep(1000);
    }
    throw new Error('attempts that were left alone did not end');
  } finally {
    await client.end();
  }
}

function post(path: string, body: object, access?: string): Call {
  return { method: 'POST', path: API + path, body: JSON.stringify(body), ...(access ? { access } : {}) };
}

import type { NeonProxy } from '../../stack/proxy/neon-proxy.ts';
import { PASSWORD, type BenchCompany, type BenchStudent } from '../companies/company.ts';
import type { Load } from './load.ts';
import { SEQUENCE, type Call, type Job, type Outcome } from './job.ts';
import { processorOf } from './runtime.ts';
import { SELECT_1 } from './select-1.ts';

export const CLIENTS = [1, 8, 32] as const;

/** Seconds for one call at a time, and how often it has its turn at each number of clients. */
const WINDOW = 0.35;
const TURNS = 4;
/** A password takes a fifth of a second of a processor, and the last of 32 clients waits for all the others. */
const SIGN_IN_WINDOW = 2;

/** What was measured of one call at one number of clients. */
export interface Measure {
  call: string;
  clients: number;
  latencies: number[];
  elapsed: number;
  roundTrips: number;
  /** Milliseconds of the processor inside the runtime; null where the system does not tell. */
  processor: number | null;
}

export interface Started {
  attempt_id: number;
  holder: string;
  questions: { id: number; answers: { id: number }[] }[];
}

const API = '/api/v1';

/**
 * Measures every call at each number of clients. The calls take turns in short windows, so that whatever else happens
 * on the machine meets them alike. Throws when an answer is not the expected one.
 */
export async function measureCalls(
  company: BenchCompany,
  { load, folder }: { load: Load; folder: string },
  proxy: NeonProxy,
): Promise<Measure[]> {
  const reads = readsOf(company);
  const starts = eachCourse(company.students).map(({ access, form_id }): Call =>
    post('/course/start_form_passing', { form_id }, access),
  );
  const once = { order: 'once', seconds: 30 } as const;

  // One running attempt for each client to save into.
  const held = starts.splice(0, Math.max(...CLIENTS));
  const { answers } = await expectNoFailure(
    load.run({ calls: held, clients: 1, expected: 201, keep: true, ...once }),
  );
  const saves = answers.map(({ call, body }) => saveCall(JSON.parse(body) as Started, held[call]?.access));

  const measures: Measure[] = [];
  const turn = async (clients: number, seconds: number, isCounted: boolean): Promise<void> => {
    const run = async (call: string, job: Pick<Job, 'calls'> & Partial<Job>): Promise<Outcome> => {
      const before = proxy.roundTrips();
      const processor = processorOf(folder);
      const full: Job = { clients, seconds, order: 'repeat', expected: 200, keep: false, ...job };
      const outcome = await expectNoFailure(load.run(full));
      const cost = { roundTrips: proxy.roundTrips() - before, processor: processor() };
      if (isCounted) add(measures, call, clients, outcome, cost);
      return outcome;
    };
    for (const [call, calls] of Object.entries(reads)) await run(call, { calls });
    await run('autosave', { calls: saves });
    const begun = starts.splice(0, Math.ceil(4000 * seconds));
    const started = await run('start', { calls: begun, order: 'once', expected: 201, keep: true });
    const finishes = started.answers.map(({ call, body }) =>
      finishCall(JSON.parse(body) as Started, begun[call]?.access),
    );
    await run('finish', { calls: finishes, ...once });
    // What is finished may be started again: the bench's exams have no limit of attempts.
    starts.push(...begun);
  };
  // Each of the proxy's connections plans a function's statements five times before it keeps a plan.
  await turn(32, 2 * WINDOW, false);
  for (const clients of CLIENTS) {
    for (let time = 0; time < TURNS; time++) await turn(clients, WINDOW, true);
  }

  const signIns = company.students.map(({ email }) =>
    post('/accounts/token', { username: email, password: PASSWORD }),
  );
  for (const clients of CLIENTS) {
    const before = proxy.roundTrips();
    const processor = processorOf(folder);
    const job: Job = {
      calls: signIns,
      clients,
      seconds: SIGN_IN_WINDOW,
      order: 'repeat',
      expected: 200,
      keep: false,
    };
    const outcome = await expectNoFailure(load.run(job));
    add(measures, 'sign-in', clients, outcome, {
      roundTrips: proxy.roundTrips() - before,
      processor: processor(),
    });
  }
  return measures;
}

/** Autosaves a second, by as many clients as students of an exam that write at the same time. */
const SAVES = { clients: 50, every: 500, seconds: 10 };

/** Latencies in milliseconds of 100 autosaves a second, alone and while somebody signs in each second. */
export interface Interference {
  alone: number[];
  during: number[];
  signIns: number[];
}

/** How much the hashing of passwords holds up those who are in the middle of an exam. */
export async function measureInterference(
  company: BenchCompany,
  load: Load,
  other: Load,
): Promise<Interference> {
  const starts = eachCourse(company.students)
    .slice(-SAVES.clients)
    .map(({ access, form_id }) => post('/course/start_form_passing', { form_id }, access));
  const once = { order: 'once', seconds: 30 } as const;
  const { answers } = await expectNoFailure(
    load.run({ calls: starts, clients: 1, expected: 201, keep: true, ...once }),
  );
  const calls = answers.map(({ call, body }) => saveCall(JSON.parse(body) as Started, starts[call]?.access));
  const saves = async (): Promise<number[]> => {
    const job: Job = { calls, ...SAVES, order: 'repeat', expected: 200, keep: false };
    return (await expectNoFailure(load.run(job))).latencies;
  };
  const signIns = company.students.map(({ email }) =>
    post('/accounts/token', { username: email, password: PASSWORD }),
  );
  const alone = await saves();
  const signing = other.run({
    calls: signIns,
    clients: 1,
    every: 1000,
    seconds: SAVES.seconds,
    order: 'repeat',
    expected: 200,
    keep: false,
  });
  const during = await saves();
  return { alone, during, signIns: (await expectNoFailure(signing)).latencies };
}

function readsOf({ owners, students }: BenchCompany): Record<string, Call[]> {
  const list = `${API}/course/course`;
  const get = (path: string, access?: string): Call => ({
    method: 'GET',
    path,
    ...(access ? { access } : {}),
  });
  return {
    'select 1': [get(SELECT_1)],
    profile: students.map(({ access }) => get(`${API}/accounts/user_info`, access)),
    'course list, owner': owners.map((access) => get(list, access)),
    'course list, student': students.map(({ access }) => get(list, access)),
    'course page': eachCourse(students).map(({ access, course_id }) => get(`${list}/${course_id}`, access)),
  };
}

export function post(path: string, body: object, access?: string): Call {
  return { method: 'POST', path: API + path, body: JSON.stringify(body), ...(access ? { access } : {}) };
}

/** One answer, as a click on it sends; the place of its sequence number is kept open. */
export function saveCall({ attempt_id, holder, questions }: Started, access = ''): Call {
  const [question] = questions;
  const answers = [{ question_id: question?.id, answer_ids: [question?.answers[0]?.id], seq: SEQUENCE }];
  const call = post('/course/student_passed_form', { attempt_id, holder, event: 'save', answers }, access);
  return { ...call, body: call.body?.replace(`"${SEQUENCE}"`, SEQUENCE) ?? '' };
}

/** All questions answered. */
function finishCall({ attempt_id, holder, questions }: Started, access = ''): Call {
  const answers = questions.map(({ id, answers: [first] }) => ({
    question_id: id,
    answer_ids: [first?.id],
    seq: 1,
  }));
  return post('/course/send_student_answers', { attempt_id, holder, answers }, access);
}

/** Pairs of student and course, the students taking turns. */
function eachCourse(students: readonly BenchStudent[]) {
  const most = Math.max(...students.map(({ courses }) => courses.length));
  return Array.from({ length: most }, (_, place) =>
    students.flatMap(({ access, courses }) =>
      courses.slice(place, place + 1).map((course) => ({ access, ...course })),
    ),
  ).flat();
}

export async function expectNoFailure(running: Promise<Outcome>): Promise<Outcome> {
  const outcome = await running;
  const { failures } = outcome;
  if (failures.length > 0)
    throw new Error(`${failures.length} answers were not the expected ones, such as ${failures[0]}`);
  return outcome;
}

function add(
  measures: Measure[],
  call: string,
  clients: number,
  { latencies, elapsed }: Outcome,
  { roundTrips, processor }: Pick<Measure, 'roundTrips' | 'processor'>,
): void {
  const known = measures.find((it) => it.call === call && it.clients === clients);
  if (!known) {
    measures.push({ call, clients, latencies: [...latencies], elapsed, roundTrips, processor });
    return;
  }
  known.latencies.push(...latencies);
  known.elapsed += elapsed;
  known.roundTrips += roundTrips;
  if (known.processor !== null) known.processor += processor ?? 0;
}

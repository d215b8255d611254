import { beforeAll, describe, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const START = '/course/start_form_passing/';
const SAVE = '/course/student_passed_form/';
const FINISH = '/course/send_student_answers/';

type Exam = Awaited<ReturnType<Company['anExam']>>;

/** An attempt of a student of their own. */
async function aRunningAttempt(settings: Record<string, unknown> = {}) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings });
  return { exam, student, group, ...(await startAttempt(student.client, exam)) };
}

const grant = (exam: Exam, body: object, key: string = crypto.randomUUID()) =>
  company.as('trainer').send(
    'POST',
    `/course/course/${exam.course.id}/grants/`,
    { form_id: exam.form_id, reason: 'Noise', ...body },
    {
      'Idempotency-Key': key,
    },
  );

/** Moves everything about an attempt into the past, as if it had happened that many seconds earlier. */
const age = (attempt_id: number, seconds: number) =>
  asSystem(
    [
      `update attempts set started_at = started_at - make_interval(secs => $2::integer),
         deadline = deadline - make_interval(secs => $2::integer), due_at = due_at - make_interval(secs => $2::integer),
         close_due_at = close_due_at - make_interval(secs => $2::integer),
         last_seen_at = last_seen_at - make_interval(secs => $2::integer) where id = $1`,
      [attempt_id, seconds],
    ],
    [
      `update attempt_answers set saved_at = saved_at - make_interval(secs => $2::integer) where attempt_id = $1`,
      [attempt_id, seconds],
    ],
    [
      `update attempt_events set began_at = began_at - make_interval(secs => $2::integer),
         ended_at = ended_at - make_interval(secs => $2::integer) where attempt_id = $1`,
      [attempt_id, seconds],
    ],
  );

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

describe('minutes given', () => {
  test('move the deadline of a running attempt at once, and count for attempts to come', async () => {
    const { exam, student, body, call, finish, attempt_id } = await aRunningAttempt();
    const given = await grant(exam, { user_ids: [student.id], extra_minutes: 7 });
    const deadline = new Date(Date.parse(body.deadline) + 7 * 60_000).toISOString();
    expect(given).toMatchObject({
      status: 200,
      body: { granted: [{ user_id: student.id, attempt_id, deadline }], refused: [] },
    });
    expect((await call('heartbeat')).body.deadline).toBe(deadline);
    await finish();
    const next = await startAttempt(student.client, exam);
    expect(minutesBetween(next.body.started_at, next.body.deadline)).toBe(17);
  });

  test('wait for a student who has not begun', async () => {
    const exam = await company.anExam();
    const { id } = company.people.student;
    const given = await grant(exam, { user_ids: [id], extra_minutes: 5 });
    expect(given.body.granted).toEqual([{ user_id: id, attempt_id: null, deadline: null }]);
    const { body } = await startAttempt(company.as('student'), exam);
    expect(minutesBetween(body.started_at, body.deadline)).toBe(15);
  });

  test('reopen the grace after the deadline, and nothing that has ended', async () => {
    const { exam, student, attempt_id, call } = await aRunningAttempt();
    await age(attempt_id, 602);
    await grant(exam, { user_ids: [student.id], extra_minutes: 1 });
    expect(await call('save', { answers: [answersOf(exam.questions)[0]] })).toMatchObject({ status: 200 });
    await age(attempt_id, 70);
    await grant(exam, { user_ids: [student.id], extra_minutes: 30 });
    expect((await call('heartbeat')).body.status).toBe(2);
    const [row] = await asSystem<{ status: string; in_time: boolean }>([
      'select status, finished_at = deadline as in_time from attempts where id = $1',
      [attempt_id],
    ]);
    expect(row).toEqual({ status: 'completed', in_time: true });
  });

  test('leave a page that closed its minute to come back', async () => {
    const { exam, student, attempt_id, call } = await aRunningAttempt();
    await call('close');
    await grant(exam, { user_ids: [student.id], extra_minutes: 30 });
    const [row] = await asSystem<{ closing: boolean }>([
      'select due_at = close_due_at as closing from attempts where id = $1',
      [attempt_id],
    ]);
    expect(row).toEqual({ closing: true });
  });

  test('reach a whole group, and are one decision', async () => {
    const { exam, group, student } = await aRunningAttempt();
    const second = await company.aPerson('student');
    const stranger = await company.aPerson('student');
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, group.id, second.id],
    ]);
    const given = await grant(exam, { group_id: group.id, extra_minutes: 5, extra_attempts: 1 });
    expect(given.body.granted.map((each: { user_id: number }) => each.user_id)).toEqual([
      student.id,
      second.id,
    ]);
    const decisions = await asSystem<{ user_id: number; kind: string; amount: number; batch: string }>([
      `select a.user_id, d.kind, d.amount, d.batch from assignment_decisions d join assignments a on a.id = d.assignment_id
         where a.form_id = $1 order by a.user_id, d.kind`,
      [exam.form_id],
    ]);
    expect(decisions.map(({ user_id, kind, amount }) => [user_id, kind, amount])).toEqual([
      [student.id, 'attempts', 1],
      [student.id, 'minutes', 5],
      [second.id, 'attempts', 1],
      [second.id, 'minutes', 5],
    ]);
    expect(new Set(decisions.map(({ batch }) => batch)).size).toBe(1);
    expect(decisions.map(({ user_id }) => user_id)).not.toContain(stranger.id);
  });

  test('are given once for one key', async () => {
    const { exam, student, body } = await aRunningAttempt();
    const key = crypto.randomUUID();
    const give = () => grant(exam, { user_ids: [student.id], extra_minutes: 3 }, key);
    const first = await give();
    expect((await give()).body).toEqual(first.body);
    expect(minutesBetween(body.deadline, first.body.granted[0].deadline)).toBe(3);
  });

  test('are refused for whom they would not help, by name', async () => {
    const { exam, student } = await aRunningAttempt();
    const stranger = await company.aPerson('student');
    await asSystem([
      'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
      [company.id, exam.course.id, student.id],
    ]);
    const given = await grant(exam, { user_ids: [student.id, stranger.id], extra_minutes: 3 });
    expect(given.body).toEqual({
      granted: [],
      refused: [
        { user_id: student.id, code: 'blocked_in_course' },
        { user_id: stranger.id, code: 'not_found' },
      ],
    });
  });

  test.each([
    [{ extra_minutes: 5 }, 'user_ids'],
    [{ user_ids: [1], group_id: 1, extra_minutes: 5 }, 'user_ids'],
    [{ user_ids: [1] }, 'extra_minutes'],
    [{ user_ids: [1], extra_minutes: -5 }, 'extra_minutes'],
    [{ user_ids: [1], extra_minutes: 0 }, 'extra_minutes'],
    [{ user_ids: [1], extra_minutes: 5, reason: ' ' }, 'reason'],
  ])('%j names its fault', async (body, field) => {
    const exam = await company.anExam();
    const answer = await grant(exam, body);
    expect(answer).toMatchObject({ status: 400 });
    expect(Object.keys(answer.body)).toEqual([field]);
  });
});

test('an attempt given is one more than was used, whatever the limit has become', async () => {
  const { exam, student, finish } = await aRunningAttempt({ is_one_attempt_allowed: true });
  await finish();
  expect((await student.client.post(START, { form_id: exam.form_id })).status).toBe(409);
  await grant(exam, { user_ids: [student.id], extra_attempts: 1 });
  await (await startAttempt(student.client, exam)).finish();
  expect((await student.client.post(START, { form_id: exam.form_id })).status).toBe(409);
});

describe('the timeline', () => {
  const timeline = async (attempt_id: number, who: Person) =>
    (await who.client.get(`/course/student_passed_form/${attempt_id}/timeline/`)).body.events as {
      kind: string;
      began_at: string;
      ended_at: string | null;
    }[];

  test('tells student and trainer the same, by the server’s clock', async () => {
    const { exam, attempt_id, student, call } = await aRunningAttempt();
    await age(attempt_id, 120);
    await call('heartbeat');
    const events = [{ kind: 'left_page', began_at_ms_ago: 50_000, ended_at_ms_ago: 10_000 }];
    const { body } = await call('heartbeat', { events });
    await grant(exam, { user_ids: [student.id], extra_minutes: 5 });
    const seen = await timeline(attempt_id, student);
    expect(seen).toEqual(await timeline(attempt_id, company.people.trainer));
    expect(seen.map(({ kind }) => kind)).toEqual(['connection_gap', 'left_page', 'minutes']);
    const left = seen[1]!;
    expect(Date.parse(left.ended_at!) - Date.parse(left.began_at)).toBe(40_000);
    expect(Math.abs(Date.parse(body.server_time) - 10_000 - Date.parse(left.ended_at!))).toBeLessThan(50);
  });

  test('is for nobody else', async () => {
    const { attempt_id } = await aRunningAttempt();
    for (const user_type of ['manager', 'trainer', 'student'] as const) {
      const { client } = await company.aPerson(user_type);
      const { status } = await client.get(`/course/student_passed_form/${attempt_id}/timeline/`);
      expect({ user_type, status }).toEqual({ user_type, status: 404 });
    }
  });

  test('tells a reload from a second tab', async () => {
    const { exam, student, attempt_id, holder } = await aRunningAttempt();
    const take = (before?: string) =>
      student.client.post(START, {
        form_id: exam.form_id,
        take_over: true,
        ...(before ? { holder: before } : {}),
      });
    const reloaded = await take(holder);
    await take(holder);
    await take();
    expect((await timeline(attempt_id, student)).map(({ kind }) => kind)).toEqual([
      'reload',
      'second_tab',
      'second_tab',
    ]);
    expect(reloaded.body.holder).not.toBe(holder);
  });

  test.each([
    [44, []],
    [46, ['connection_gap']],
  ])('after %i s without a call holds %j', async (seconds, kinds) => {
    const { attempt_id, student, call } = await aRunningAttempt();
    await age(attempt_id, seconds);
    await call('heartbeat');
    await call('heartbeat');
    expect((await timeline(attempt_id, student)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('counts an answer as a call, although calls are noted every quarter of a minute only', async () => {
    const { exam, attempt_id, student, call } = await aRunningAttempt();
    await age(attempt_id, 14);
    await call('save', { answers: [answersOf(exam.questions)[0]] });
    await age(attempt_id, 40);
    await call('heartbeat');
    expect(await timeline(attempt_id, student)).toEqual([]);
  });

  test('takes what was told twice once, at most 500, and nothing from before the start', async () => {
    const { attempt_id, student, call } = await aRunningAttempt();
    await age(attempt_id, 500);
    const left = (began: number, ended: number) => ({
      kind: 'left_page',
      began_at_ms_ago: began,
      ended_at_ms_ago: ended,
    });
    await call('heartbeat');
    await call('heartbeat', { events: [left(20_000, 10_000), left(900_000, 480_000)] });
    await call('heartbeat', { events: [left(20_000, 10_000), left(5_000, 9_000)] });
    const told = (await timeline(attempt_id, student)).filter(({ kind }) => kind === 'left_page');
    expect(told).toHaveLength(2);
    expect(Date.parse(told[0]!.ended_at!) - Date.parse(told[0]!.began_at)).toBeLessThan(25_000);
    for (let round = 0; round < 11; round += 1) {
      const at = 100_000 + round * 10_000;
      await call('heartbeat', {
        events: Array.from({ length: 50 }, (_, n) => left(at + n * 100 + 60, at + n * 100)),
      });
    }
    const [{ count }] = (await asSystem<{ count: number }>([
      'select count(*)::integer as count from attempt_events where attempt_id = $1',
      [attempt_id],
    ])) as [{ count: number }];
    expect(count).toBe(500);
    expect((await call('heartbeat', { events: Array.from({ length: 51 }, () => left(2, 1)) })).status).toBe(
      400,
    );
  });

  test('has a page that closed and came back as left, and no silence of a page that was left', async () => {
    const { attempt_id, student, call } = await aRunningAttempt();
    await call('close');
    await age(attempt_id, 50);
    await call('heartbeat');
    await age(attempt_id, 100);
    await call('heartbeat', {
      events: [{ kind: 'left_page', began_at_ms_ago: 95_000, ended_at_ms_ago: 100 }],
    });
    expect((await timeline(attempt_id, student)).map(({ kind }) => kind)).toEqual(['left_page', 'left_page']);
  });
});

describe('an outage', () => {
  const iso = (seconds_ago: number) => new Date(Date.now() - seconds_ago * 1000).toISOString();
  const preview = (exam: Exam, from: string, to: string) =>
    company.as('manager').get(`/course/course/${exam.course.id}/outage_minutes/?from=${from}&to=${to}`);
  const give = (exam: Exam, from: string, to: string, key: string = crypto.randomUUID()) =>
    company.as('manager').send(
      'POST',
      `/course/course/${exam.course.id}/outage_minutes/`,
      { from, to, reason: 'Power cut' },
      {
        'Idempotency-Key': key,
      },
    );

  test('gives back the minutes lost, rounded up, once', async () => {
    const { exam, student, attempt_id, body, call } = await aRunningAttempt();
    // Silent for 200 s, of which 130 fell into the outage.
    await age(attempt_id, 200);
    await call('heartbeat');
    const [from, to] = [iso(130), iso(-60)];
    const seen = await preview(exam, from, to);
    expect(seen.body.attempts).toMatchObject([{ attempt_id, user: { id: student.id }, minutes: 3 }]);
    expect(Math.abs(seen.body.attempts[0].lost_seconds - 130)).toBeLessThanOrEqual(1);
    const key = crypto.randomUUID();
    const given = await give(exam, from, to, key);
    expect(given).toMatchObject({ status: 200, body: { given: [{ attempt_id, minutes: 3 }], ended: [] } });
    expect((await give(exam, from, to, key)).body).toEqual(given.body);
    expect((await give(exam, from, to)).body.given).toEqual([]);
    expect((await preview(exam, from, to)).body.attempts).toEqual([]);
    const { deadline } = (await call('heartbeat')).body;
    expect(minutesBetween(body.deadline, deadline)).toBeCloseTo(3 - 200 / 60, 1);
    const { events } = (await student.client.get(`/course/student_passed_form/${attempt_id}/timeline/`)).body;
    expect(events.map((each: { kind: string }) => each.kind)).toEqual(['connection_gap', 'outage_minutes']);
  });

  test('counts for a page that has not come back yet, and the rest of its silence afterwards', async () => {
    const { exam, attempt_id, call } = await aRunningAttempt();
    await age(attempt_id, 100);
    const from = iso(100);
    expect((await give(exam, from, iso(-600))).body.given).toMatchObject([{ attempt_id, minutes: 2 }]);
    await age(attempt_id, 90);
    await call('heartbeat');
    // Everything lies 90 s earlier now.
    expect((await give(exam, iso(190), iso(0))).body.given).toMatchObject([{ attempt_id, minutes: 2 }]);
  });

  test('that is still to come has taken nothing', async () => {
    const { exam, attempt_id } = await aRunningAttempt();
    await age(attempt_id, 100);
    const nothing = { attempts: [], ended: [] };
    expect(await preview(exam, iso(-600), iso(-1200))).toMatchObject({ status: 200, body: nothing });
    expect(await give(exam, iso(-600), iso(-1200))).toMatchObject({
      status: 200,
      body: { given: [], ended: [] },
    });
  });

  test('leaves alone whoever was connected, other courses and people out of reach', async () => {
    const { exam, attempt_id, call } = await aRunningAttempt();
    await age(attempt_id, 100);
    expect((await preview(exam, iso(1000), iso(500))).body.attempts).toEqual([]);
    const other = await company.anExam();
    expect((await preview(other, iso(100), iso(0))).body.attempts).toEqual([]);
    const { client } = await company.aPerson('manager');
    expect(
      (await client.get(`/course/course/${exam.course.id}/outage_minutes/?from=${iso(100)}&to=${iso(0)}`))
        .status,
    ).toBe(404);
    await age(attempt_id, 0);
    await call('heartbeat');
    expect((await preview(exam, iso(20), iso(0))).body.attempts).toMatchObject([{ attempt_id, minutes: 1 }]);
  });

  test('names attempts that ended in it or because of it, but none that was handed in', async () => {
    const timed = await aRunningAttempt();
    await age(timed.attempt_id, 700);
    const { exam } = timed;
    const second = await company.aPerson('student');
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, timed.group.id, second.id],
    ]);
    await (await startAttempt(second.client, exam)).finish();
    // The outage was over when the time ran out, yet the page was not heard of again.
    const seen = await preview(exam, iso(720), iso(400));
    expect(seen.body.ended).toMatchObject([{ attempt_id: timed.attempt_id, finished_by: 'timer' }]);
    expect(seen.body.attempts).toEqual([]);
    expect((await preview(exam, iso(110), iso(90))).body.ended).toHaveLength(1);
    expect((await preview(exam, iso(60), iso(0))).body.ended).toEqual([]);
    const retake = {
      form_id: exam.form_id,
      user_ids: [timed.student.id],
      extra_attempts: 1,
      reason: 'Power cut',
    };
    await company.as('manager').post(`/course/course/${exam.course.id}/retake_form/`, retake);
    expect((await preview(exam, iso(720), iso(400))).body.ended).toEqual([]);
  });

  test('ends after it begins', async () => {
    const exam = await company.anExam();
    expect(await preview(exam, iso(0), iso(10))).toMatchObject({
      status: 400,
      body: { to: ['Not a valid choice'] },
    });
  });
});

describe('what the API tells of a form', () => {
  const QUESTIONS = 40;

  test('answer ids tell neither the order of writing nor the right answer', async () => {
    const exam = await company.anExam({ settings: { shuffle_answers: false } });
    const saved = await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: Array.from({ length: QUESTIONS }, (_, n) => ({
        title: `Question ${n}`,
        answers: ['right', 'a', 'b', 'c'].map((title, place) => ({ title, is_right_answer: place === 0 })),
      })),
    });
    const ids = saved.body.questions.map((question: { answers: { id: number }[] }) =>
      question.answers.map(({ id }) => id),
    );
    const lowest = ids.filter((own: number[]) => own[0] === Math.min(...own)).length;
    const rising = ids.filter((own: number[]) => own[1]! < own[2]!).length;
    // A quarter and a half of 40; beyond these bounds once in a million runs.
    expect(lowest).toBeLessThan(26);
    expect(rising).toBeGreaterThan(4);
    expect(rising).toBeLessThan(36);
    const kept = await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: saved.body.questions,
    });
    expect(kept.body).toEqual(saved.body);
  });

  test('the order is stable for an attempt, differs between attempts, and its seed stays here', async () => {
    const exam = await company.anExam({ settings: { shuffle_questions: true, shuffle_answers: true } });
    await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: Array.from({ length: 12 }, (_, n) => ({
        title: unique(`Question ${n}`),
        answers: ['a', 'b', 'c', 'd', 'e'].map((title, place) => ({ title, is_right_answer: place === 0 })),
      })),
    });
    await company.as('owner').post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
    const first = await startAttempt(company.as('student'), exam);
    const again = await company.as('student').post(START, { form_id: exam.form_id, take_over: true });
    expect(again.body.questions).toEqual(first.body.questions);
    expect(JSON.stringify(first.body)).not.toMatch(/seed/);
    const [{ seed }] = (await asSystem<{ seed: number }>([
      'select seed from attempts where id = $1',
      [first.attempt_id],
    ])) as [{ seed: number }];
    expect(JSON.stringify(first.body)).not.toContain(String(seed));
    await company
      .as('student')
      .post(FINISH, { attempt_id: first.attempt_id, holder: again.body.holder, answers: [] });
    const second = await startAttempt(company.as('student'), exam);
    expect(second.body.questions).not.toEqual(first.body.questions);
    const orders = second.body.questions.map((question: { answers: { title: string }[] }) =>
      question.answers.map(({ title }) => title).join(''),
    );
    expect(new Set(orders).size).toBeGreaterThan(6);
  });
});

test('nothing to put in order is asked in the right one, but what a running attempt was asked before', async () => {
  const exam = await company.anExam({
    questions: Array.from({ length: 20 }, (_, n) => ({
      title: unique(`Order ${n}`),
      type: 'ordering',
      score: 1,
      answers: [
        { title: 'a', is_right_answer: true },
        { title: 'b', is_right_answer: true },
      ],
    })),
  });
  const ordersOf = ({ questions }: { questions: { answers: { title: string }[] }[] }) =>
    questions.map(({ answers }) => answers.map(({ title }) => title).join(''));
  const { attempt_id, body } = await startAttempt(company.as('student'), exam);
  expect(new Set(ordersOf(body))).toEqual(new Set(['ba']));
  await asSystem(['update attempts set seed = 1 where id = $1', [attempt_id]]);
  const again = async () =>
    ordersOf((await company.as('student').post(START, { form_id: exam.form_id, take_over: true })).body);
  const before = await again();
  expect(before).toContain('ab');
  expect(await again()).toEqual(before);
});

test('a refused finish names the required questions without an answer', async () => {
  const { exam, finish } = await aRunningAttempt();
  expect(await finish([])).toMatchObject({
    status: 400,
    body: { non_field_errors: ['Answer all required questions'], question_ids: [exam.questions[2]!.id] },
  });
});

test.each(['course', 'company'])(
  'a student blocked in the %s saves and finishes nothing more, and the attempt ends with what was stored',
  async (where) => {
    const { exam, student, attempt_id, call, finish } = await aRunningAttempt();
    const [first, second] = answersOf(exam.questions);
    await call('save', { answers: [first] });
    const block =
      where === 'course'
        ? 'insert into course_blocks (company_id, course_id, user_id) values ($1, $3, $2)'
        : 'update memberships set blocked_at = now() where company_id = $1 and user_id = $2 and $3::integer > 0';
    await asSystem([block, [company.id, student.id, exam.course.id]]);
    const code = where === 'course' ? 'blocked_in_course' : 'account_blocked';
    for (const refused of [
      await call('save', { answers: [second] }),
      await call('heartbeat'),
      await finish(),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code } });
    }
    await age(attempt_id, 606);
    const { body } = await company.as('trainer').get(`/course/student_passed_form/${attempt_id}/`);
    expect(body).toMatchObject({ finished_by: 'timer', score: 2, duration: 600 });
  },
);

describe('answers that come when the attempt has ended', () => {
  const MINUTE = 60_000;
  /** Told of an attempt that its timer ended two minutes ago, whose second question is not answered. */
  async function anEndedAttempt() {
    const running = await aRunningAttempt({ time_limit: 30 });
    const [first, second] = answersOf(running.exam.questions) as { question_id: number }[];
    await running.call('save', { answers: [first] });
    await age(running.attempt_id, 32 * 60);
    const lateOf = async () =>
      (
        await running.student.client.get(`/course/student_passed_form/${running.attempt_id}/timeline/`)
      ).body.events.filter(({ kind }: { kind: string }) => kind === 'late_answers');
    return { ...running, first: first!, second: second!, lateOf };
  }

  test('are refused, and told to student and trainer: which, since when, and when they came', async () => {
    const { first, second, call, lateOf, attempt_id, student, exam } = await anEndedAttempt();
    const answers = [
      { ...first, seq: 1, given_ms_ago: 20 * MINUTE },
      { ...second, seq: 1, given_ms_ago: 5 * MINUTE },
    ];
    const refused = await call('save', { answers });
    expect([refused.status, refused.body.code]).toEqual([409, 'time_is_over']);
    const [late] = await lateOf();
    // What the server had already is not late.
    expect(late.question_ids).toEqual([second.question_id]);
    expect(Date.parse(late.ended_at) - Date.parse(late.began_at)).toBe(5 * MINUTE);
    const { body } = await company.people.trainer.client.get(
      `/course/student_passed_form/${attempt_id}/timeline/`,
    );
    expect(body.events).toContainEqual(late);
    const result = (await student.client.get(`/course/student_passed_form/${attempt_id}/`)).body;
    expect(result.score).toBeLessThan(result.max_score);
    await call('save', { answers });
    expect(await lateOf()).toEqual([late]);
    // And in the list of results, where a trainer sees whose attempt to open.
    const listed = await company
      .as('trainer')
      .get(`/course/course/${exam.course.id}/form/${exam.form_id}/attempts/`);
    expect(listed.body.results.map(({ late: count }: { late: number }) => count)).toContain(1);
  });

  test('are given at the deadline at the latest, as a page says that told no time', async () => {
    const { second, call, lateOf, body } = await anEndedAttempt();
    await call('save', { answers: [second] });
    const deadline = Date.parse(body.deadline) - 32 * MINUTE;
    expect((await lateOf()).map(({ began_at }: { began_at: string }) => Date.parse(began_at))).toEqual([
      deadline,
    ]);
  });

  test('by hand are refused as such, and told to nobody', async () => {
    const running = await aRunningAttempt({ time_limit: 120 });
    const [answer] = answersOf(running.exam.questions) as object[];
    await running.finish();
    for (const given_ms_ago of [undefined, 60 * MINUTE]) {
      const refused = await running.call('save', { answers: [{ ...answer, given_ms_ago }] });
      expect([refused.status, refused.body.code]).toEqual([409, 'attempt_ended']);
    }
    const { body } = await running.student.client.get(
      `/course/student_passed_form/${running.attempt_id}/timeline/`,
    );
    expect(body.events).toEqual([]);
  });

  test('by handing in are told alike, and what is no question, or of no holder, is told of nobody', async () => {
    const { second, exam, attempt_id, student, lateOf, finish } = await anEndedAttempt();
    const foreign = { question_id: 2_147_483_647, answer_ids: [], seq: 1 };
    const post = (holder: string, answers: object[]) =>
      student.client.post(SAVE, { attempt_id, holder, event: 'save', answers });
    await post('other', [second]);
    expect(await lateOf()).toEqual([]);
    await finish([foreign]);
    expect(await lateOf()).toEqual([]);
    await finish(answersOf(exam.questions).slice(1));
    expect((await lateOf()).length).toBe(1);
  });
});

test('the profile names the attempt that its student is in the middle of, until it ends', async () => {
  const { exam, attempt_id, student, call, body } = await aRunningAttempt();
  const running = async () => (await student.client.get('/accounts/user_info/')).body.running_attempt;
  const told = await running();
  expect(told).toMatchObject({
    attempt_id,
    form_id: exam.form_id,
    course_id: exam.course.id,
    material_id: exam.material_id,
    is_left: false,
  });
  // What the test itself counts down to: the seconds for a late save are nobody's time.
  expect(Date.parse(told.ends_at)).toBe(Date.parse(body.deadline));
  await call('close');
  const left = await running();
  expect(left.is_left).toBe(true);
  expect(Date.parse(left.ends_at) - Date.parse(left.server_time)).toBeLessThanOrEqual(60_000);
  await age(attempt_id, 61);
  expect(await running()).toBe(null);
});

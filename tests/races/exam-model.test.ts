import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { FormStatus } from '../../worker/exams/attempts/contract.ts';
import { grade } from '../../worker/exams/attempts/attempt.ts';
import { aCompany, type ExamQuestion } from '../factories/company.ts';
import { productWorld } from '../support/product-world.ts';
import {
  advance,
  attemptsAllowed,
  begin,
  deadlineOf,
  startRefusal,
  type Attempt,
  type AttemptEvent,
  type StartConditions,
} from '../models/attempt.ts';

/**
 * Everything that can happen to one student's exam, in random order: taking it, staff deciding about it, its author
 * changing it. After each step the database holds what the pure model does.
 */
let client: pg.Client;
let setting: {
  company: number;
  student: number;
  owner: number;
  course: number;
  form_id: number;
  material_id: number;
  questions: ExamQuestion[];
};
beforeAll(async () => {
  const company = await aCompany(productWorld());
  const exam = await company.anExam({ settings: { time_limit: 10, attempt_limit: 2 } });
  setting = {
    company: company.id,
    student: company.people.student.id,
    owner: company.people.owner.id,
    course: exam.course.id,
    form_id: exam.form_id,
    material_id: exam.material_id,
    questions: exam.questions,
  };
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

const T0 = Date.UTC(2026, 0, 5, 9);
const MINUTE = 60_000;

interface Version {
  minutes: number;
  attempt_limit: number | null;
  /** Place of the right answer of the first question; the others keep theirs. */
  right: 0 | 1;
  conditions: StartConditions;
}

interface TakenAttempt extends Attempt {
  version: Version;
}

interface Model {
  version: Version;
  archived_at: number | null;
  first_opened_at: number | null;
  blocked: boolean;
  /** Null before the first start or grant. */
  assignment: {
    status: FormStatus;
    attempts_used: number;
    extra_attempts: number;
    extra_minutes: number;
  } | null;
  attempts: TakenAttempt[];
}

interface Sent {
  kind: 'save' | 'heartbeat' | 'close' | 'finish';
  holder: string;
  answers: [question: number, answer: number, seq: number][];
}

type Step =
  | { kind: 'start'; holder: string }
  | { kind: 'take_over'; holder: string }
  | Sent
  | { kind: 'sweep' | 'retake' | 'archive' | 'unarchive' | 'block' | 'unblock' }
  | { kind: 'extra_minutes'; minutes: number }
  | { kind: 'publish'; version: Version };

const gradedQuestions = ({ right }: Version) =>
  setting.questions.map(({ id, answers }, place) => ({
    id,
    score: place === 0 ? 2 : 1,
    right:
      place === 0
        ? [answers[right]!.id]
        : answers
            .filter((answer) => answer.is_right_answer)
            .map((answer) => answer.id)
            .sort((a, b) => a - b),
  }));

const gradeOf = ({ version, answers }: TakenAttempt) =>
  grade(gradedQuestions(version), answers, { passing_score_type: 'percentages', passing_score: 60 });

const allowedBy = ({ version, assignment }: Model) =>
  attemptsAllowed(
    { is_one_attempt_allowed: false, attempt_limit: version.attempt_limit },
    assignment?.extra_attempts ?? 0,
  );

/** All attempts whose time is up, ended; the assignment follows. */
function ended(model: Model, now: number): Model {
  const attempts = model.attempts.map((attempt) => ({
    ...attempt,
    ...advance(attempt, { kind: 'tick' }, now).attempt,
  }));
  return { ...model, attempts, assignment: withStatus(model.assignment, attempts) };
}

function withStatus(assignment: Model['assignment'], attempts: readonly Attempt[]): Model['assignment'] {
  if (!assignment || assignment.status !== 'in_progress') return assignment;
  return {
    ...assignment,
    status: attempts.some(({ status }) => status === 'running') ? 'in_progress' : 'completed',
  };
}

const isVisible = ({ archived_at, first_opened_at }: Model): boolean =>
  archived_at === null || (first_opened_at !== null && first_opened_at < archived_at);

const UNCONDITIONAL: StartConditions = { closes_at: null, ends_all: false, pause: null };

/** What the person gets at every test, percent of its time. */
const EXTRA_PERCENT = 25;
const extraOf = (minutes: number) => Math.ceil((minutes * EXTRA_PERCENT) / 100);

const MAILS = JSON.stringify({ uk: { subject: 'Retake', text: 'Retake', html: 'Retake' } });
const NEW = { status: 'assigned' as FormStatus, attempts_used: 0, extra_attempts: 0, extra_minutes: 0 };

/** What a step makes of the model, and what the caller is told; an error leaves everything as it was. */
function next(before: Model, step: Step, now: number): { model: Model; told: string } {
  const refused = (told: string) => ({ model: before, told });
  const model = ended(before, now);
  const running = model.attempts.find(({ status }) => status === 'running');
  switch (step.kind) {
    case 'start': {
      if (before.blocked) return refused('blocked_in_course');
      if (running) return refused('test_already_started');
      if (!isVisible(model)) return refused('not_found');
      const assignment = model.assignment ?? NEW;
      const { conditions, minutes } = model.version;
      const given = assignment.status === 'reopened' || assignment.extra_attempts > 0;
      const finished = model.attempts.map((attempt) => attempt.finished_at!);
      const refusal = startRefusal(conditions, given, finished.length ? Math.max(...finished) : null, now);
      if (refusal) return refused(refusal);
      const allowed = allowedBy(model);
      if (allowed !== null && assignment.attempts_used >= allowed) return refused('attempts_exhausted');
      const attempt = {
        ...begin(step.holder, minutes, now),
        deadline: deadlineOf(conditions, given, minutes, extraOf(minutes) + assignment.extra_minutes, now),
        version: model.version,
      };
      return {
        model: {
          ...model,
          first_opened_at: model.first_opened_at ?? now,
          assignment: { ...assignment, status: 'in_progress', attempts_used: assignment.attempts_used + 1 },
          attempts: [...model.attempts, attempt],
        },
        told: 'accepted',
      };
    }
    case 'take_over':
    case 'save':
    case 'heartbeat':
    case 'close':
    case 'finish': {
      if (before.blocked) return refused('blocked_in_course');
      const last = before.attempts.at(-1);
      if (!last) return refused('nothing');
      if (step.kind === 'take_over' && !running) return refused('time_is_over');
      const { attempt, outcome } = advance(last, eventOf(step), now);
      // An error takes back what it ended on the way.
      if (outcome === 'taken_over') return refused('taken_over');
      const attempts = [...model.attempts.slice(0, -1), { ...last, ...attempt }];
      return {
        model: { ...model, attempts, assignment: withStatus(model.assignment, attempts) },
        told: outcome,
      };
    }
    case 'sweep':
      return { model, told: 'accepted' };
    case 'retake': {
      const { assignment } = model;
      if (!isVisible(model)) return { model, told: 'not_found' };
      if (model.blocked) return { model, told: 'blocked_in_course' };
      if (running) return { model, told: 'test_already_started' };
      if (assignment?.status === 'reopened') return { model, told: 'retake_already_granted' };
      const passed = model.attempts.some((attempt) => gradeOf(attempt).passed);
      const allowed = allowedBy(model);
      const exhausted = allowed !== null && (assignment?.attempts_used ?? 0) >= allowed;
      if (assignment?.status !== 'completed' || (passed && !exhausted))
        return { model, told: 'retake_not_needed' };
      return {
        model: {
          ...model,
          assignment: { ...assignment, status: 'reopened', extra_attempts: 1 + beyond(model) },
        },
        told: 'granted',
      };
    }
    case 'extra_minutes': {
      if (!isVisible(model)) return { model, told: 'not_found' };
      if (model.blocked)
        return { model: { ...model, assignment: model.assignment ?? NEW }, told: 'blocked_in_course' };
      const assignment = model.assignment ?? NEW;
      return {
        model: {
          ...model,
          assignment: { ...assignment, extra_minutes: assignment.extra_minutes + step.minutes },
          attempts: model.attempts.map((attempt) =>
            attempt.status === 'running'
              ? { ...attempt, deadline: attempt.deadline + step.minutes * MINUTE }
              : attempt,
          ),
        },
        told: 'granted',
      };
    }
    case 'archive':
      return { model: { ...before, archived_at: before.archived_at ?? now }, told: 'accepted' };
    case 'unarchive':
      return { model: { ...before, archived_at: null }, told: 'accepted' };
    case 'block':
      return { model: { ...before, blocked: true }, told: 'accepted' };
    case 'unblock':
      return { model: { ...before, blocked: false }, told: 'accepted' };
    case 'publish':
      return { model: { ...before, version: step.version }, told: 'accepted' };
  }
}

/** What was given beyond the limit; one that was lowered since may lie below what was used. */
function beyond({ version, assignment }: Model): number {
  const { extra_attempts, attempts_used } = assignment!;
  return version.attempt_limit === null
    ? extra_attempts
    : Math.max(extra_attempts, attempts_used - version.attempt_limit);
}

function eventOf(step: Sent | { kind: 'take_over'; holder: string }): AttemptEvent {
  if (step.kind === 'take_over') return { kind: 'take_over', holder: step.holder };
  const { kind, holder, answers } = step;
  return { kind, holder, answers: answersOf(answers), required: [setting.questions[2]!.id] };
}

function answersOf(given: readonly [number, number, number][]) {
  return given.map(([question, answer, seq]) => {
    const { id, answers } = setting.questions[question]!;
    return { question_id: id, answer_ids: [answers[answer]!.id], seq };
  });
}

async function asStudent(now: number): Promise<void> {
  await client.query(
    `select set_config('app.now', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'student', true)`,
    [new Date(now).toISOString(), String(setting.student)],
  );
}

async function asOwner(now: number): Promise<void> {
  await client.query(
    `select set_config('app.now', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'owner', true)`,
    [new Date(now).toISOString(), String(setting.owner)],
  );
}

const OUTCOMES: Record<string, string> = { running: 'accepted', finished: 'accepted', over: 'over' };

async function carryOut(step: Step, now: number): Promise<string> {
  await client.query('savepoint step');
  try {
    return await outcomeOf(step, now);
  } catch (error) {
    await client.query('rollback to savepoint step');
    const { message } = error as Error;
    return message === 'attempt_taken_over' ? 'taken_over' : message;
  }
}

async function outcomeOf(step: Step, now: number): Promise<string> {
  const { company, course, form_id, material_id, student } = setting;
  const one = async (query: string, params: unknown[] = []) =>
    (await client.query<Record<string, string | null>>(query, params)).rows[0]!;
  switch (step.kind) {
    case 'start':
    case 'take_over':
      await asStudent(now);
      if (step.kind === 'take_over') {
        const { count } = await one(
          'select count(*)::integer as count from attempts where form_id = $1 and user_id = $2',
          [form_id, student],
        );
        await client.query('select refuse_blocked(null, $1)', [form_id]);
        if (Number(count) === 0) return 'nothing';
      }
      await client.query('select start_attempt($1, $2, 1, $3)', [
        form_id,
        step.holder,
        step.kind === 'take_over',
      ]);
      return 'accepted';
    case 'save':
    case 'heartbeat':
    case 'close':
    case 'finish': {
      await asStudent(now);
      await client.query('select refuse_blocked(null, $1)', [form_id]);
      const { id } = await one('select max(id) as id from attempts where form_id = $1 and user_id = $2', [
        form_id,
        student,
      ]);
      if (id === null) return 'nothing';
      const answers = JSON.stringify(answersOf(step.answers));
      const { outcome } =
        step.kind === 'finish'
          ? await one('select finish_attempt($1, $2, $3) as outcome', [id, step.holder, answers])
          : await one('select outcome from save_attempt($1, $2, $3, $4)', [
              id,
              step.holder,
              step.kind,
              answers,
            ]);
      return OUTCOMES[outcome!] ?? outcome!;
    }
    case 'sweep':
      await asStudent(now);
      await client.query('select sweep()');
      return 'accepted';
    case 'retake': {
      await asOwner(now);
      const { code } = await one(
        `select code from grant_retakes($1, $2, array[$3]::integer[], 1, null, '', 'b', $4)`,
        [course, form_id, student, MAILS],
      );
      return code ?? 'granted';
    }
    case 'extra_minutes': {
      await asOwner(now);
      const { code } = await one(
        `select code from give_time($1, $2, array[$3]::integer[], null, $4, null, '', 'b')`,
        [course, form_id, student, step.minutes],
      );
      return code ?? 'granted';
    }
    case 'archive':
    case 'unarchive':
      await asOwner(now);
      await client.query(
        `update materials set archived_at = case when $2 then coalesce(archived_at, app_now()) end where id = $1`,
        [material_id, step.kind === 'archive'],
      );
      return 'accepted';
    case 'block':
    case 'unblock':
      await asOwner(now);
      await client.query('select block_in_course($1, $2, $3)', [course, student, step.kind === 'block']);
      return 'accepted';
    case 'publish':
      await asOwner(now);
      await client.query(
        `insert into form_versions (company_id, form_id, number, settings, questions, max_score)
           select company_id, form_id, number + 1, settings || jsonb_build_object('time_limit', $2::integer, 'attempt_limit', $3::integer) || $6,
                  jsonb_set(questions, '{0,right}', jsonb_build_array($4::integer)), max_score
             from form_versions where company_id = $1 and form_id = $5 order by number desc limit 1`,
        [
          company,
          step.version.minutes,
          step.version.attempt_limit,
          setting.questions[0]!.answers[step.version.right]!.id,
          form_id,
          JSON.stringify(settingsOf(step.version.conditions)),
        ],
      );
      return 'accepted';
  }
}

const settingsOf = ({ closes_at, ends_all, pause }: StartConditions) => ({
  closes_at: closes_at === null ? null : new Date(closes_at).toISOString(),
  at_close: ends_all ? 'end' : 'continue',
  pause_minutes: pause,
});

interface Stored {
  assignment: Model['assignment'];
  attempts: (Attempt & { score: number | null })[];
}

async function stored(): Promise<Stored> {
  const { form_id, student } = setting;
  const { rows } = await client.query(
    `select t.*, g.score::float8 as score, (select count(*)::integer from gradings c where c.attempt_id = t.id) as gradings,
            (t.percent, t.passed) is not distinct from (g.percent, g.passed) as is_kept,
            coalesce((select jsonb_object_agg(s.question_id, jsonb_build_object('answer_ids', s.answer_ids, 'seq', s.seq))
              from attempt_answers s where s.attempt_id = t.id), '{}') as answers
       from attempts t left join results g on g.attempt_id = t.id where t.form_id = $1 and t.user_id = $2 order by t.number`,
    [form_id, student],
  );
  const { rows: assignments } = await client.query(
    'select status, attempts_used, extra_attempts, extra_minutes from assignments where form_id = $1 and user_id = $2',
    [form_id, student],
  );
  return {
    assignment: assignments[0] ?? null,
    attempts: rows.map(
      ({
        status,
        holder,
        started_at,
        deadline,
        close_due_at,
        finished_at,
        finished_by,
        answers,
        score,
        gradings,
        is_kept,
      }) => {
        expect(is_kept).toBe(true);
        // One grading each: nothing here mends a key.
        expect(gradings).toBe(status === 'running' ? 0 : 1);
        return {
          status,
          holder,
          finished_by,
          answers,
          score,
          started_at: started_at.getTime(),
          deadline: deadline.getTime(),
          close_due_at: close_due_at?.getTime() ?? null,
          finished_at: finished_at?.getTime() ?? null,
        };
      },
    ),
  };
}

const holder = fc.constantFrom('tab', 'tab', 'tab', 'other');
const answer = fc.tuple(fc.nat(2), fc.nat(1), fc.integer({ min: 1, max: 12 }));
const answers = fc.uniqueArray(answer, { maxLength: 3, selector: ([question]) => question });
const version = fc.record({
  minutes: fc.constantFrom(1, 10, 60),
  attempt_limit: fc.constantFrom(null, 1, 2, 3),
  right: fc.constantFrom<0 | 1>(0, 1),
  conditions: fc.oneof(
    { weight: 2, arbitrary: fc.constant(UNCONDITIONAL) },
    {
      weight: 1,
      arbitrary: fc.record({
        closes_at: fc.option(fc.integer({ min: 1, max: 150 }).map((minutes) => T0 + minutes * MINUTE)),
        ends_all: fc.boolean(),
        pause: fc.constantFrom(null, 1, 20),
      }),
    },
  ),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('start' as const), holder }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'save' as const,
        'heartbeat' as const,
        'close' as const,
        'finish' as const,
        'finish' as const,
      ),
      holder,
      answers,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take_over' as const), holder }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'sweep' as const,
        'retake' as const,
        'retake' as const,
        'archive' as const,
        'unarchive' as const,
        'block' as const,
        'unblock' as const,
        'unblock' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('extra_minutes' as const),
      minutes: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const), version }) },
);
const wait = fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 40_000, max: 1_500_000 }));

/** Each comes up in some run. */
const SOME_TIME = [
  'start accepted',
  'start attempts_exhausted',
  'start test_already_started',
  'start blocked_in_course',
  'start not_found',
  'start test_closed',
  'start test_rests',
  'save accepted',
  'save over',
  'finish accepted',
  'finish required_question_unanswered',
  'retake granted',
  'extra_minutes granted',
];

test(
  'whatever happens to an exam, in whatever order, the database holds what the model does',
  { timeout: 300_000 },
  async () => {
    const tallied: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(wait, steps), { minLength: 5, maxLength: 25 }), async (sequence) => {
        await client.query('begin');
        try {
          await client.query('set local role osnova_system');
          await client.query(`select set_config('app.company', $1, true)`, [String(setting.company)]);
          const { company, student } = setting;
          await client.query(
            'update memberships set extra_percent = $1 where company_id = $2 and user_id = $3',
            [EXTRA_PERCENT, company, student],
          );
          let model: Model = {
            version: { minutes: 10, attempt_limit: 2, right: 0, conditions: UNCONDITIONAL },
            archived_at: null,
            first_opened_at: null,
            blocked: false,
            assignment: null,
            attempts: [],
          };
          let now = T0;
          for (const [delay, step] of sequence) {
            now += delay;
            const before = model;
            const expected = next(model, step, now);
            const actual = await carryOut(step, now);
            tallied[`${step.kind} ${actual}`] = (tallied[`${step.kind} ${actual}`] ?? 0) + 1;
            expect({ step, told: actual }).toEqual({ step, told: expected.told });
            model = expected.model;
            const held = await stored();
            expect({ step, ...held }).toEqual({
              step,
              assignment: model.assignment,
              attempts: model.attempts.map(({ version: asked, ...attempt }) => ({
                ...attempt,
                score: attempt.status === 'running' ? null : gradeOf({ ...attempt, version: asked }).score,
              })),
            });
            // What the model says of itself: an attempt that is over never changes.
            for (const [place, attempt] of before.attempts.entries())
              if (attempt.status === 'completed') expect(model.attempts[place]).toEqual(attempt);
          }
        } finally {
          await client.query('rollback');
        }
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 300) },
    );
    // Else the runs say little.
    expect(SOME_TIME.filter((outcome) => !tallied[outcome])).toEqual([]);
  },
);

import { beforeAll, describe, expect, test } from 'vitest';
import { statusOfNumber } from '../../../../worker/exams/attempts/contract.ts';
import { openArchive } from '../../../../worker/platform/formats/zip-archive.ts';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import { groupSize, verdictOf } from '../../../../worker/insight/statistics/statistic.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import {
  unique,
  type Company,
  type Course,
  type ExamQuestion,
  type Person,
} from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

/*
 * Figures are compared with a recount over what was drawn at random: slow, obvious, and of nothing but the drawing.
 */

const ZONE = 'Europe/Kyiv';
const DAY = 86_400_000;
const NOW = Date.now();

interface Grade {
  score: number;
  percent: number;
  passed: boolean;
  outcomes: ('right' | 'wrong' | 'not_answered')[];
}

interface Attempt {
  number: number;
  status: 'running' | 'completed' | 'annulled';
  started: Date;
  /** null: it runs. */
  finished: Date | null;
  by: 'user' | 'timer';
  published: boolean;
  /** Chosen ids per question. */
  chosen: number[][];
  /** The one that holds. */
  grade: Grade;
  /** Written before it. */
  earlier: Grade | null;
}

interface Taken {
  /** Of the assignment; null: none was made. */
  status: number | null;
  attempts: Attempt[];
}

interface Done {
  opened: Date | null;
  done: Date | null;
  /** Seconds from the start. */
  played: number;
}

interface Form {
  id: number;
  name: string;
  questions: ExamQuestion[];
  /** Places of its material among all. */
  material: number;
  limit: number | null;
  last: boolean;
}

interface Learner {
  person: Person;
  last_name: string;
  first_name: string;
  groups: string[];
  blocked: boolean;
  /** Per material, as `materials` has them. */
  materials: Done[];
  /** Per form. */
  taken: Taken[];
}

interface World {
  company: Company;
  course: Course;
  /** The first one is the manager's. */
  groups: { id: number; name: string }[];
  forms: Form[];
  /** Whether each material counts for progress. */
  counted: boolean[];
  learners: Learner[];
}

/** Numbers from a seed: the same each time. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (share: number) => next() < share,
    one: <T>(of: readonly T[]): T => of[below(of.length)]!,
  };
}
type Random = ReturnType<typeof randomFrom>;

const NAMES = ['Ґонта', 'Гончар', 'Іваненко', 'Їжак', 'Яременко', 'Єрмак', 'Андрієнко', '=1+1', 'Юрко'];
const SCORES = [2, 1, 1];

function gradeOf({ questions }: Form, chosen: readonly number[][], allRight = false): Grade {
  const outcomes = questions.map(({ answers }, place) => {
    const right = answers.filter((answer) => answer.is_right_answer).map(({ id }) => id);
    const own = chosen[place]!;
    if (allRight) return 'right';
    if (own.length === 0) return 'not_answered';
    return JSON.stringify(right.toSorted((a, b) => a - b)) === JSON.stringify(own) ? 'right' : 'wrong';
  });
  const score = outcomes.reduce((sum, outcome, place) => sum + (outcome === 'right' ? SCORES[place]! : 0), 0);
  return { score, percent: score * 25, passed: score * 25 >= 60, outcomes };
}

function drawTaken(random: Random, form: Form): Taken {
  const count = random.one([0, 1, 1, 2, 2, 3].filter((each) => form.limit === null || each <= form.limit));
  const attempts = Array.from({ length: count }, (_, place): Attempt => {
    const started = new Date(NOW - (200 - place * 60 - random.below(60)) * DAY - random.below(DAY));
    const isLast = place === count - 1;
    const status = isLast && random.chance(0.15) ? 'running' : random.chance(0.15) ? 'annulled' : 'completed';
    const chosen = form.questions.map(({ answers }) =>
      random.chance(0.15)
        ? []
        : answers
            .filter((answer) => (answer.is_right_answer ? random.chance(0.85) : random.chance(0.2)))
            .map(({ id }) => id)
            .sort((a, b) => a - b),
    );
    const graded = gradeOf(form, chosen);
    const isRepaired = random.chance(0.15);
    return {
      number: place + 1,
      status,
      started: status === 'running' ? new Date(NOW - 60_000) : started,
      finished: status === 'running' ? null : new Date(started.getTime() + (30 + random.below(3000)) * 1000),
      by: random.one(['user', 'timer']),
      published: random.chance(0.8),
      chosen,
      grade: isRepaired ? gradeOf(form, chosen, true) : graded,
      earlier: isRepaired ? graded : null,
    };
  });
  const last = attempts.at(-1);
  if (!last) return { status: random.one([null, null, 6]), attempts };
  if (last.status === 'running') return { status: 1, attempts };
  return { status: last.status === 'annulled' ? 5 : random.one([2, 2, 2, 4]), attempts };
}

function drawDone(random: Random, kind: 'video' | 'additional' | 'other'): Done {
  if (random.chance(0.1)) return { opened: null, done: null, played: 0 };
  const opened = new Date(NOW - (10 + random.below(200)) * DAY);
  // What does not count is done last.
  const later = kind === 'additional' ? new Date(NOW - random.below(DAY)) : null;
  return {
    opened,
    done: random.chance(0.92) ? (later ?? new Date(opened.getTime() + random.below(9 * DAY))) : null,
    played: kind === 'video' ? 1 + random.below(500) : 0,
  };
}

async function aWorld(seed: number): Promise<World> {
  const random = randomFrom(seed);
  const company = await aCompany();
  const people = await Promise.all(Array.from({ length: 18 }, () => company.aPerson('student')));
  const both = people.slice(8, 10);
  const [own, foreign] = await Promise.all([
    company.aGroup({ students: people.slice(0, 10) }),
    company.aGroup({ managers: [], students: [...both, ...people.slice(10)] }),
  ]);
  const course = await company.aCourse({ materials: 2, group: own });
  const [more] = await asSystem<{ video: number; extra: number }>([
    `with linked as (insert into course_groups (company_id, course_id, group_id) values ($1, $2, $3)),
          made as (insert into materials (company_id, course_id, name, type, position)
            values ($1, $2, 'Video', 'video', 3), ($1, $2, 'More', 'additional', 4) returning id, type)
     select (select id from made where type = 'video') as video, (select id from made where type = 'additional') as extra`,
    [company.id, course.id, foreign.id],
  ]);
  const best = await company.anExam({ course, settings: { passing_score: 60, issue_certificate: true } });
  const last = await company.anExam({
    course,
    settings: { passing_score: 60, result_counts: 'last', attempt_limit: 3 },
  });
  const columns = await company.as('owner').get(`/course/course/${course.id}/statistic_columns/`);
  const nameOf = (form_id: number): string =>
    columns.body.columns.find((column: { form_id: number }) => column.form_id === form_id).part_name;
  const forms: Form[] = [
    {
      id: best.form_id,
      name: nameOf(best.form_id),
      questions: best.questions,
      material: 4,
      limit: null,
      last: false,
    },
    {
      id: last.form_id,
      name: nameOf(last.form_id),
      questions: last.questions,
      material: 5,
      limit: 3,
      last: true,
    },
  ];
  const materials = [...course.materials, more!.video, more!.extra, best.material_id, last.material_id];
  const learners = people.map((person, place): Learner => ({
    person,
    last_name: `${NAMES[place % NAMES.length]}`,
    first_name: `Ім’я ${String(place).padStart(2, '0')}`,
    groups: [...(place < 10 ? [own.name] : []), ...(place >= 8 ? [foreign.name] : [])].sort(
      new Intl.Collator('uk').compare,
    ),
    blocked: place % 7 === 3,
    // Some have opened nothing.
    materials: materials.map((_, at) =>
      place % 6 === 5
        ? { opened: null, done: null, played: 0 }
        : drawDone(random, at === 2 ? 'video' : at === 3 ? 'additional' : 'other'),
    ),
    taken: forms.map((form) => drawTaken(random, form)),
  }));
  await store(company, course, materials, forms, learners);
  return {
    company,
    course,
    groups: [own, foreign],
    forms,
    counted: materials.map((_, at) => at !== 3),
    learners,
  };
}

/** When the test that is the material at this place was last begun or ended; null: it is none, or was only opened. */
function attemptedAt(forms: readonly Form[], { materials, taken }: Learner, place: number): Date | null {
  const of = forms.findIndex(({ material }) => material === place);
  if (of < 0 || !materials[place]!.opened) return null;
  return latest(taken[of]!.attempts.map(({ started, finished }) => finished ?? started));
}

async function store(
  company: Company,
  course: Course,
  materials: readonly number[],
  forms: readonly Form[],
  learners: readonly Learner[],
): Promise<void> {
  const people = learners.map(({ person, last_name, first_name, blocked }) => ({
    id: person.id,
    last_name,
    first_name,
    blocked,
  }));
  const progress = learners.flatMap((learner) =>
    learner.materials.flatMap(({ opened, done: at, played }, place) => {
      const attempted = attemptedAt(forms, learner, place);
      const material_id = materials[place];
      return opened ? [{ user_id: learner.person.id, material_id, opened, attempted, at, played }] : [];
    }),
  );
  const assignments = learners.flatMap(({ person, taken }) =>
    taken.flatMap(({ status, attempts }, place) =>
      status === null
        ? []
        : [
            {
              user_id: person.id,
              form_id: forms[place]!.id,
              status: statusOfNumber(status),
              used: attempts.length,
            },
          ],
    ),
  );
  const attempts = learners.flatMap(({ person, taken }) =>
    taken.flatMap((each, place) =>
      each.attempts.map(({ chosen, grade, earlier, ...attempt }) => ({
        user_id: person.id,
        form_id: forms[place]!.id,
        ...attempt,
        answers: forms[place]!.questions.map(({ id }, at) => ({ id, chosen: chosen[at] })),
        grades: [...(earlier ? [earlier] : []), grade].map(({ score, percent, passed, outcomes }) => ({
          score,
          percent,
          passed,
          explanation: forms[place]!.questions.map(({ id }, at) => ({
            id,
            outcome: outcomes[at],
            maximum: SCORES[at],
            earned: outcomes[at] === 'right' ? SCORES[at] : 0,
          })),
        })),
      })),
    ),
  );
  const given = `select g.*, a.id as assignment_id, v.id as version_id from jsonb_to_recordset($2::jsonb) as g(user_id integer,
      form_id integer, number integer, status text, started timestamptz, finished timestamptz, by text, published boolean,
      answers jsonb, grades jsonb)
    join assignments a on a.company_id = $1 and a.form_id = g.form_id and a.user_id = g.user_id
    join form_versions v on v.company_id = $1 and v.form_id = g.form_id`;
  // An attempt after the other: only one runs at a time, and only a running one takes answers.
  const rounds = [1, 2, 3].flatMap((number): [string, unknown[]][] => {
    const params = [company.id, JSON.stringify(attempts.filter((attempt) => attempt.number === number))];
    return [
      [
        `insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline, due_at)
           select $1, g.assignment_id, g.form_id, g.version_id, g.user_id, g.number, 'tab', 1, g.started, g.started + interval '2 hours',
                  g.started + interval '2 hours' from (${given}) g`,
        params,
      ],
      [
        `insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, seq, saved_at)
           select $1, t.id, (q->>'id')::integer, array(select c::integer from jsonb_array_elements_text(q->'chosen') c), 1, t.started_at
             from (${given}) g join attempts t on t.assignment_id = g.assignment_id and t.number = g.number,
                  jsonb_array_elements(g.answers) q where q->'chosen' <> '[]'`,
        params,
      ],
      [
        `update attempts t set status = g.status, finished_at = g.finished, finished_by = g.by,
                result_published_at = case when g.published then g.finished end
           from (${given}) g where t.assignment_id = g.assignment_id and t.number = g.number and g.status <> 'running'`,
        params,
      ],
      [
        `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
           select $1, t.id, (k->>'score')::integer, 4, (k->>'percent')::integer, ects((k->>'percent')::integer), (k->>'passed')::boolean,
                  k->'explanation', g.finished
             from (${given}) g join attempts t on t.assignment_id = g.assignment_id and t.number = g.number and g.status <> 'running',
                  jsonb_array_elements(g.grades) with ordinality w(k, n) order by t.id, n`,
        params,
      ],
    ];
  });
  await asSystem(
    [
      `update users u set last_name = g.last_name, first_name = g.first_name
         from jsonb_to_recordset($1::jsonb) as g(id integer, last_name text, first_name text) where u.id = g.id`,
      [JSON.stringify(people)],
    ],
    [
      `insert into course_blocks (company_id, course_id, user_id) select $1, $2, g.id
         from jsonb_to_recordset($3::jsonb) as g(id integer, blocked boolean) where g.blocked`,
      [company.id, course.id, JSON.stringify(people)],
    ],
    [
      `insert into material_progress (company_id, material_id, user_id, opened_at, attempted_at, viewed_at, done_at, watched)
         select $1, g.material_id, g.user_id, g.opened, g.attempted, g.opened, g.at,
                case when g.played > 0 then nummultirange(numrange(0, 1), numrange(2, 1 + g.played)) else '{}' end
           from jsonb_to_recordset($2::jsonb) as g(user_id integer, material_id integer, opened timestamptz, attempted timestamptz, at timestamptz, played integer)`,
      [company.id, JSON.stringify(progress)],
    ],
    [
      `insert into assignments (company_id, form_id, user_id, status, attempts_used) select $1, form_id, user_id, status, used
         from jsonb_to_recordset($2::jsonb) as g(user_id integer, form_id integer, status text, used integer)`,
      [company.id, JSON.stringify(assignments)],
    ],
    ...rounds,
  );
}

// ── The recount ─────────────────────────────────────────────────────────────────────────────────────

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((found, date) => (date && (!found || date > found) ? date : found), null);
const earliest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((found, date) => (date && (!found || date < found) ? date : found), null);
const completed = ({ attempts }: Taken) => attempts.filter(({ status }) => status === 'completed');

/** The result that counts: the last one, or the passed, then the highest, then the first. */
function counted(form: Form, taken: Taken): Attempt | null {
  const done = completed(taken);
  if (form.last) return done.at(-1) ?? null;
  return (
    done.toSorted(
      (a, b) =>
        Number(b.grade.passed) - Number(a.grade.passed) ||
        b.grade.percent - a.grade.percent ||
        a.number - b.number,
    )[0] ?? null
  );
}

const ECTS = (percent: number) => (percent >= 90 ? 'A' : percent >= 75 ? 'C' : percent >= 35 ? 'FX' : 'F');
const seconds = ({ started, finished }: Attempt) =>
  finished ? Math.round((finished.getTime() - started.getTime()) / 1000) : 0;

function formRow(form: Form, learner: Learner, place: number) {
  const taken = learner.taken[place]!;
  const [done, result] = [completed(taken), counted(form, taken)];
  const percents = done.map(({ grade }) => grade.percent);
  const scores = done.map(({ grade }) => grade.score);
  const runs = taken.attempts.some(({ status }) => status === 'running');
  const exhausted = form.limit !== null && taken.attempts.length >= form.limit;
  return {
    form_id: form.id,
    form_name: form.name,
    form_type: 2,
    status: taken.status ?? 3,
    attempts_used: taken.attempts.length,
    attempts_allowed: form.limit,
    first_score: scores[0] ?? null,
    last_score: scores.at(-1) ?? null,
    best_score: scores.length > 0 ? Math.max(...scores) : null,
    first_percent: percents[0] ?? null,
    last_percent: percents.at(-1) ?? null,
    best_percent: percents.length > 0 ? Math.max(...percents) : null,
    percent: result?.grade.percent ?? null,
    ects: result ? ECTS(result.grade.percent) : null,
    passed: result?.grade.passed ?? null,
    duration: result ? seconds(result) : null,
    finished_by: result?.by ?? null,
    in_review: done.some(({ published }) => !published),
    retake_allowed:
      !learner.blocked &&
      !runs &&
      (taken.status === 5 || (taken.status === 2 && (exhausted || result?.grade.passed !== true))),
  };
}

/** What a student themselves did in a material: of a test its attempts, since it is done with a mark. */
function activeIn(forms: readonly Form[], learner: Learner, place: number): (Date | null)[] {
  const { opened, done } = learner.materials[place]!;
  return [
    opened,
    forms.some(({ material }) => material === place) ? attemptedAt(forms, learner, place) : done,
  ];
}

function rowOf({ forms, counted: counts }: World, learner: Learner) {
  const { materials, taken } = learner;
  const relevant = materials.filter((_, place) => counts[place]);
  const done = relevant.filter((each) => each.done !== null);
  const opened = earliest(materials.map((each) => each.opened));
  const state = opened === null ? 'new' : done.length === relevant.length ? 'finished' : 'in_progress';
  const rows = forms.map((form, place) => formRow(form, learner, place));
  return {
    id: learner.person.id,
    name: `${learner.last_name} ${learner.first_name}`,
    email: learner.person.email,
    position: '',
    subdivision: '',
    groups: learner.groups,
    blocked_in_course: learner.blocked,
    state,
    progress: Math.floor((100 * done.length) / relevant.length),
    materials_done: done.length,
    materials_total: relevant.length,
    started_at: opened?.toISOString() ?? null,
    last_activity:
      latest(materials.flatMap((_, place) => activeIn(forms, learner, place)))?.toISOString() ?? null,
    completed_at: state === 'finished' ? latest(relevant.map((each) => each.done))!.toISOString() : null,
    due_at: null,
    late_days: null,
    time_spent:
      materials.reduce((sum, { played }) => sum + played, 0) +
      taken.flatMap(({ attempts }) => attempts).reduce((sum, attempt) => sum + seconds(attempt), 0),
    retake_allowed: rows.some((row) => row.retake_allowed),
    forms: rows,
  };
}
type Row = ReturnType<typeof rowOf>;

/** An answered row with what the recount knows of it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the answer, judged by its contract already
function plain(row: any): Row {
  const { user, can_download_certificate: _, actions: __, packages: ____, forms, ...known } = row;
  // The number is drawn.
  const { certificate_number: _____, ...rest } = known;
  return {
    id: user.id,
    name: `${user.last_name} ${user.first_name}`,
    ...rest,
    forms: forms.map(({ last_attempt_id: ___, ...form }: Record<string, unknown>) => form),
  };
}

const byId = <T extends { id: number }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => a.id - b.id);
// Made once each: a format takes longer to make than all of what is judged with it.
const DAYS = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' });
const MOMENTS = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
const dayOf = (date: Date): string => DAYS.format(date);
const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** The cells of a workbook as they stand in it: texts, and numbers in figures. A reader has to take it for one. */
function cellsOf(bytes: Uint8Array): string[][] {
  const columns = readRows(bytes, 100)[0]!.cells.length;
  const xml = new TextDecoder().decode(openArchive(bytes).read('xl/worksheets/sheet1.xml')!);
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) => {
    const cells = Array<string>(columns).fill('');
    for (const [, letters, text] of row!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/g)) {
      const place = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      cells[place] = text!.replace(/<[^>]*>/g, '');
    }
    return cells;
  });
}

const startOf = (bucket: string, date: string): string => {
  if (bucket === 'year') return `${date.slice(0, 4)}-01-01`;
  if (bucket === 'month') return `${date.slice(0, 7)}-01`;
  const at = new Date(`${date}T00:00:00Z`);
  if (bucket === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
};

/** What is asked for, and the days and steps that are meant. */
function periods() {
  const today = dayOf(new Date());
  const daysBefore = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);
  return [
    { query: '', from: daysBefore(29), to: today, bucket: 'day' },
    { query: 'days=7', from: daysBefore(6), to: today, bucket: 'day' },
    { query: 'days=365', from: daysBefore(364), to: today, bucket: 'week' },
    { query: `from=${daysBefore(61)}`, from: daysBefore(61), to: today, bucket: 'day' },
    { query: `from=${daysBefore(62)}`, from: daysBefore(62), to: today, bucket: 'week' },
    { query: `to=${daysBefore(100)}`, from: daysBefore(129), to: daysBefore(100), bucket: 'day' },
    {
      query: `from=${daysBefore(250)}&to=${daysBefore(3)}`,
      from: daysBefore(250),
      to: daysBefore(3),
      bucket: 'week',
    },
    { query: `from=${daysBefore(500)}`, from: daysBefore(500), to: today, bucket: 'month' },
    { query: 'from=2010-05-05', from: '2010-05-05', to: today, bucket: 'year' },
  ];
}

const number = (text: string) => (text === '' ? null : Number(text));
const yes = (value: boolean | null) => (value === null ? '' : value ? 'так' : 'ні');

// What the clock on the wall showed, in days since 1899.
const wall = (instant: string | null) =>
  instant === null
    ? null
    : expect.closeTo(Date.parse(`${MOMENTS.format(new Date(instant)).replace(' ', 'T')}Z`) / DAY + 25_569, 4);

/** The cells of a form in a line of the table. */
function expectFormCells(form: Row['forms'][number], own: (field: string) => string): void {
  const shares = ['first_percent', 'last_percent', 'best_percent', 'percent'] as const;
  const status =
    { 1: 'Триває', 4: 'Перескладання', 5: 'Анульовано', 6: 'Скасовано' }[form.status] ??
    { true: 'Складено', false: 'Не складено', null: 'Призначено' }[`${form.passed}` as 'true'];
  expect([
    own('status'),
    number(own('attempts_used')),
    ...(['first_score', 'last_score', 'best_score'] as const).map((field) => number(own(field))),
    ...shares.map((field) => number(own(field))),
    own('ects'),
    own('passed'),
    number(own('duration')),
    own('finished_by'),
  ]).toEqual([
    status,
    form.attempts_used,
    form.first_score,
    form.last_score,
    form.best_score,
    ...shares.map((field) => (form[field] === null ? null : expect.closeTo(form[field] / 100, 6))),
    form.ects ?? '',
    yes(form.passed),
    form.duration === null ? null : expect.closeTo(form.duration / 86_400, 6),
    form.finished_by === null ? '' : { user: 'завершив студент', timer: 'вичерпано час' }[form.finished_by],
  ]);
}

describe.each([7, 2026])('the analytics of a course drawn from %i', (seed) => {
  let it: World;
  let rows: Row[];
  let path: string;
  beforeAll(async () => {
    it = await aWorld(seed);
    rows = it.learners.map((learner) => rowOf(it, learner));
    path = `/course/course/${it.course.id}`;
  });
  const read = async (query: string, client: Client = it.company.as('owner')) => {
    const { status, body } = await client.get(`${path}/statistic/?page_size=100${query}`);
    expect({ query, status, body: status === 200 ? '' : body }).toEqual({ query, status: 200, body: '' });
    return body;
  };
  /** Whom a manager of the first group reaches. */
  const managed = () => it.learners.slice(0, 10).map(({ person }) => person.id);

  test('tell of each student what was drawn, as far as the caller reaches', async () => {
    expect(byId((await read('')).results.map(plain))).toEqual(byId(rows));
    expect(byId((await read('', it.company.as('trainer'))).results.map(plain))).toEqual(byId(rows));
    const own = byId((await read('', it.company.as('manager'))).results.map(plain));
    const reached = byId(rows.filter(({ id }) => managed().includes(id)));
    // Groups of others are not named.
    expect(own).toEqual(
      reached.map((row) => ({ ...row, groups: row.groups.filter((name) => name === it.groups[0]!.name) })),
    );
  });

  test('can be read page by page in any order of their columns', async () => {
    const { body } = await it.company.as('owner').get(`${path}/statistic_columns/`);
    // Due dates and certificates have tests of their own.
    const elsewhere = ['due_at', 'late_days', 'certificate_number'];
    const sortable = body.columns.filter(
      (column: { key: string; sortable: boolean }) => column.sortable && !elsewhere.includes(column.key),
    );
    expect(sortable.length).toBe(9 + 2 * 13);
    const states = ['new', 'in_progress', 'finished'];
    const collator = new Intl.Collator('uk');
    for (const { key, field, form_id } of sortable) {
      const valueOf = (row: Row): number | string => {
        const source = (
          form_id === null ? row : row.forms.find((form) => form.form_id === form_id)
        ) as Record<string, unknown>;
        if (field === 'last_name') return row.name;
        if (field === 'state') return states.indexOf(row.state);
        if (field === 'ects') return Number(source['percent'] ?? -1);
        const value = source[field] as string | number | boolean | null;
        if (typeof value === 'string') return field === 'finished_by' ? value : Date.parse(value);
        return value === null ? (field === 'finished_by' ? '' : -1) : Number(value);
      };
      for (const sign of ['', '-']) {
        const found = (await read(`&ordering=${sign}${key}`)).results.map(plain) as Row[];
        const compare = (a: Row, b: Row) => {
          const [one, other] = [valueOf(a), valueOf(b)];
          const difference =
            typeof one === 'string' ? collator.compare(one, String(other)) : one - Number(other);
          return (sign ? -difference : difference) || a.id - b.id;
        };
        expect({ key, sign, ids: found.map(({ id }) => id) }).toEqual({
          key,
          sign,
          ids: rows.toSorted(compare).map(({ id }) => id),
        });
      }
    }
    const ordering = `ordering=-form_${it.forms[0]!.id}_best_percent,-completed_at,completed_at,last_name`;
    const whole = (await read(`&${ordering}`)).results.map(plain) as Row[];
    const pages: Row[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const answer = await it.company
        .as('owner')
        .get(`${path}/statistic/?page_size=4&page=${page}&${ordering}`);
      expect(answer.body).toMatchObject({ count: 18, total_pages: 5 });
      pages.push(...answer.body.results.map(plain));
    }
    expect(pages).toEqual(whole);
    expect(await it.company.as('owner').get(`${path}/statistic/?page=99`)).toMatchObject({
      status: 200,
      body: { results: [], count: 18 },
    });
  });

  test('are found for a retake as each is judged, also with an account blocked and a test archived', async () => {
    const found = async () => {
      const idsOf = (told: { user: { id: number } }[]) =>
        told.map(({ user }) => user.id).sort((a, b) => a - b);
      const all = (await read('')).results.filter((row: { retake_allowed: boolean }) => row.retake_allowed);
      expect(idsOf((await read('&retake_allowed=true')).results)).toEqual(idsOf(all));
      return idsOf(all);
    };
    const [one, ...others] = await found();
    const block = 'update memberships set blocked_at = $3 where company_id = $1 and user_id = $2';
    const archive = `update materials m set archived_at = $2 from forms f where f.id = $1 and m.id = f.material_id`;
    await asSystem([block, [it.company.id, one, '2026-01-01']]);
    expect(await found()).toEqual(others);
    await asSystem([block, [it.company.id, one, null]]);
    for (const { id } of it.forms) await asSystem([archive, [id, '2000-01-01']]);
    expect(await found()).toEqual([]);
    for (const { id } of it.forms) await asSystem([archive, [id, null]]);
    expect(await found()).toEqual([one, ...others]);
  });

  test('can be narrowed by each filter', async () => {
    const [best, last] = it.forms as [Form, Form];
    const day = (instant: string | null) => (instant === null ? null : dayOf(new Date(instant)));
    const middle = (of: 'started_at' | 'last_activity' | 'completed_at') => {
      const days = rows
        .map((row) => day(row[of]))
        .filter((each) => each !== null)
        .sort();
      return days[Math.floor(days.length / 2)]!;
    };
    const within = (value: string | null, from: string, to: string) =>
      value !== null && value >= from && value <= to;
    const formOf = (row: Row, form: Form) => row.forms.find(({ form_id }) => form_id === form.id)!;
    const attemptsOf = (row: Row, form: Form) =>
      it.learners.find(({ person }) => person.id === row.id)!.taken[it.forms.indexOf(form)]!;
    const certified = new Map<number, boolean>(
      (await read('')).results.map((row: { user: { id: number }; can_download_certificate: boolean }) => [
        row.user.id,
        row.can_download_certificate,
      ]),
    );
    expect(new Set(certified.values()).size).toBe(2);
    const [started, active, finished] = [
      middle('started_at'),
      middle('last_activity'),
      middle('completed_at'),
    ];
    const filters: Record<string, (row: Row) => boolean> = {
      'state=new': (row) => row.state === 'new',
      'state=finished': (row) => row.state === 'finished',
      'state=started': (row) => row.state !== 'new',
      [`group=${it.groups[1]!.id}`]: (row) => row.groups.includes(it.groups[1]!.name),
      'blocked=true': (row) => row.blocked_in_course,
      'blocked=false': (row) => !row.blocked_in_course,
      'certificate=true': (row) => certified.get(row.id) === true,
      'certificate=false': (row) => certified.get(row.id) === false,
      'retake_allowed=true': (row) => row.retake_allowed,
      'retake_allowed=false': (row) => !row.retake_allowed,
      'progress_from=40&progress_to=80': (row) => row.progress >= 40 && row.progress <= 80,
      [`started_from=${started}`]: (row) => within(day(row.started_at), started, '9'),
      [`started_to=${started}`]: (row) => within(day(row.started_at), '0', started),
      [`last_activity_from=${active}&last_activity_to=${active}`]: (row) =>
        within(day(row.last_activity), active, active),
      [`completed_from=${finished}`]: (row) => within(day(row.completed_at), finished, '9'),
      [`completed_to=${finished}&ordering=completed_at`]: (row) =>
        within(day(row.completed_at), '0', finished),
      [`form=${best.id}&result=passed`]: (row) => formOf(row, best).passed === true,
      [`form=${last.id}&result=failed`]: (row) => formOf(row, last).passed === false,
      [`form=${last.id}&result=not_taken`]: (row) => formOf(row, last).passed === null,
      [`form=${best.id}&result=running`]: (row) => formOf(row, best).status === 1,
      [`form=${best.id}&result=in_review`]: (row) => formOf(row, best).in_review,
      'result=passed': (row) => row.forms.some((form) => form.passed === true),
      'result=failed': (row) => row.forms.some((form) => form.passed === false),
      'result=not_taken': (row) => row.forms.every((form) => form.passed === null),
      'result=running': (row) =>
        it.forms.some((form) => attemptsOf(row, form).attempts.some(({ status }) => status === 'running')),
      'result=in_review': (row) => row.forms.some((form) => form.in_review),
      [`form=${last.id}&percent_from=50&percent_to=75`]: (row) => {
        const { percent } = formOf(row, last);
        return percent !== null && percent >= 50 && percent <= 75;
      },
      [`search=${encodeURIComponent('ґонта ім’я 0')}`]: (row) => row.name.startsWith('Ґонта Ім’я 0'),
      [`search=${encodeURIComponent('=1')}`]: (row) => row.name.startsWith('=1'),
    };
    for (const [query, holds] of Object.entries(filters)) {
      const { results, count } = await read(`&${query}`);
      const ids = results
        .map((row: { user: { id: number } }) => row.user.id)
        .sort((a: number, b: number) => a - b);
      const expected = byId(rows.filter(holds)).map(({ id }) => id);
      expect({ query, ids, count }).toEqual({ query, ids: expected, count: expected.length });
    }
  });

  test('are summed up over those in reach', async () => {
    const expected = (of: readonly Row[]) => {
      const results = of.flatMap(({ forms }) => forms).filter(({ percent }) => percent !== null);
      const progress = average(of.map((row) => row.progress));
      return {
        students: of.length,
        started: of.filter(({ state }) => state !== 'new').length,
        finished: of.filter(({ state }) => state === 'finished').length,
        // 100 % is everybody's everything.
        average_progress: progress === null ? null : Math.floor(progress),
        results: results.length,
        passed: results.filter(({ passed }) => passed).length,
        average_percent: average(results.map(({ percent }) => percent!)),
        in_review: of.filter(({ forms }) => forms.some(({ in_review }) => in_review)).length,
      };
    };
    const close = (figures: Record<string, number | null>) =>
      Object.fromEntries(
        Object.entries(figures).map(([key, value]) => [
          key,
          value === null ? null : expect.closeTo(value, 6),
        ]),
      );
    const own = rows.filter(({ id }) => managed().includes(id));
    const foreign = rows.filter(({ groups }) => groups.includes(it.groups[1]!.name));
    const summary = (who: 'owner' | 'manager' | 'trainer', query = '') =>
      it.company.as(who).get(`${path}/statistic_summary/${query}`);
    expect((await summary('owner')).body).toEqual(close(expected(rows)));
    expect((await summary('trainer')).body).toEqual(close(expected(rows)));
    expect((await summary('manager')).body).toEqual(close(expected(own)));
    expect((await summary('owner', `?group=${it.groups[1]!.id}`)).body).toEqual(close(expected(foreign)));
  });

  test('tell attempts over time in days, weeks, months and years of the company', async () => {
    const all = it.learners.flatMap(({ person, taken }) =>
      taken.flatMap(({ attempts }, place) => {
        const valid = attempts.filter(({ status }) => status !== 'annulled');
        return valid.map((attempt) => ({
          ...attempt,
          user: person.id,
          form: it.forms[place]!.id,
          recent: attempt === valid.at(-1),
        }));
      }),
    );
    for (const { query, from, to, bucket } of periods()) {
      for (const [extra, who, isMeant] of [
        ['', 'owner', () => true],
        ['&only_recent=true', 'trainer', ({ recent }) => recent],
        [`&form=${it.forms[1]!.id}`, 'owner', ({ form }) => form === it.forms[1]!.id],
        ['&only_recent=true', 'manager', ({ recent, user }) => recent && managed().includes(user)],
        [
          `&group=${it.groups[1]!.id}`,
          'owner',
          ({ user }) => it.learners.findIndex(({ person }) => person.id === user) >= 8,
        ],
      ] as [string, 'owner', (attempt: (typeof all)[number]) => boolean][]) {
        const { body } = await it.company.as(who).get(`${path}/dynamic_statistic/?${query}${extra}`);
        const inPeriod = (date: Date | null) => date !== null && dayOf(date) >= from && dayOf(date) <= to;
        const pointOf = (date: Date) => {
          const start = startOf(bucket, dayOf(date));
          return start < from ? from : start;
        };
        const meant = all.filter(isMeant);
        const begun = meant.filter(({ started }) => inPeriod(started));
        const ended = meant.filter(({ status, finished }) => status === 'completed' && inPeriod(finished));
        expect({ query, extra, ...body, points: body.points.length }).toMatchObject({
          from,
          to,
          bucket,
          time_zone: ZONE,
        });
        expect(body.points.length).toBeLessThanOrEqual(62);
        for (const point of body.points) {
          const own = ended.filter(({ finished }) => pointOf(finished!) === point.date);
          const mean = average(own.map(({ grade }) => grade.percent));
          expect({ query, extra, ...point }).toEqual({
            query,
            extra,
            date: point.date,
            started: begun.filter(({ started }) => pointOf(started) === point.date).length,
            completed: own.length,
            passed: own.filter(({ grade }) => grade.passed).length,
            failed: own.filter(({ grade }) => !grade.passed).length,
            average: mean === null ? null : expect.closeTo(mean, 6),
          });
        }
        const sum = (field: string) =>
          body.points.reduce((total: number, point: Record<string, number>) => total + point[field]!, 0);
        expect([sum('started'), sum('completed')]).toEqual([begun.length, ended.length]);
      }
    }
  });

  test('tell how each question was answered by the results that count', async () => {
    for (const [place, form] of it.forms.entries()) {
      const { body } = await it.company.as('trainer').get(`${path}/form/${form.id}/question_statistic/`);
      const results = it.learners.flatMap(({ taken }) => counted(form, taken[place]!) ?? []);
      expect(body).toMatchObject({
        attempts: results.length,
        versions: [{ version: 1, attempts: results.length, is_current: true }],
        may_repair: true,
        form: { id: form.id, version: 1 },
      });
      expect(body.average_percent).toBeCloseTo(average(results.map(({ grade }) => grade.percent))!, 6);
      expect(results.length).toBeGreaterThanOrEqual(10);
      const size = groupSize(results.length);
      // Of equal results each has a part of the places that are left to them, whoever came first.
      const partOf = (attempt: Attempt, isAbove: (percent: number) => boolean) => {
        const above = results.filter(({ grade }) => isAbove(grade.percent)).length;
        const alike = results.filter(({ grade }) => grade.percent === attempt.grade.percent).length;
        return Math.min(1, Math.max(0, (size - above) / alike));
      };
      const strong = (one: Attempt) => partOf(one, (percent) => percent > one.grade.percent);
      const weak = (one: Attempt) => partOf(one, (percent) => percent < one.grade.percent);
      const whole = () => 1;
      const sumOf = (of: readonly Attempt[], part: (attempt: Attempt) => number) =>
        Math.round(of.reduce((sum, one) => sum + part(one), 0) * 1e6) / 1e6;
      for (const [at, { id, answers }] of form.questions.entries()) {
        const count = (part: (attempt: Attempt) => number, outcome: string) =>
          sumOf(
            results.filter(({ grade }) => grade.outcomes[at] === outcome),
            part,
          );
        const chose = (part: (attempt: Attempt) => number, answer: number) =>
          sumOf(
            results.filter(({ chosen }) => chosen[at]!.includes(answer)),
            part,
          );
        const figures = {
          annulled: false,
          asked: results.length,
          right: count(whole, 'right'),
          strong: size,
          weak: size,
          strong_right: count(strong, 'right'),
          weak_right: count(weak, 'right'),
          answers: answers.map((answer) => ({
            id: answer.id,
            is_right_answer: answer.is_right_answer,
            chosen: chose(whole, answer.id),
            chosen_by_strong: chose(strong, answer.id),
          })),
        };
        const question = body.questions[at];
        expect(question).toMatchObject({
          id,
          asked: figures.asked,
          right: figures.right,
          not_answered: count(whole, 'not_answered'),
          answers: figures.answers.map((answer) => ({
            ...answer,
            chosen_by_strong: expect.closeTo(answer.chosen_by_strong, 5),
          })),
          verdict: verdictOf(figures),
        });
        expect(question.discrimination).toBeCloseTo((figures.strong_right - figures.weak_right) / size, 5);
      }
    }
  });

  test('tell the same of questions from what was kept of gradings, and from a part of it', async () => {
    for (const form of it.forms) {
      const told = async () =>
        (await it.company.as('trainer').get(`${path}/form/${form.id}/question_statistic/`)).body;
      const first = await told();
      const kept = await asSystem([
        'select from answer_sums s join form_versions v on v.id = s.form_version_id where v.form_id = $1',
        [form.id],
      ]);
      expect(kept).toHaveLength(first.attempts);
      expect(await told()).toEqual(first);
      await asSystem([
        `delete from answer_sums s using form_versions v
           where v.id = s.form_version_id and v.form_id = $1 and s.grading_id % 2 = 0`,
        [form.id],
      ]);
      expect(await told()).toEqual(first);
    }
  });

  test('are exported with the columns, filters and order of the table', async () => {
    const { body } = await it.company.as('owner').get(`${path}/statistic_columns/`);
    const keys = body.columns.map(({ key }: { key: string }) => key) as string[];
    const [best] = it.forms as [Form];
    const query = `state=started&ordering=-form_${best.id}_percent`;
    const response = await world.fetch(
      `/api/v1${path}/statistic_export/?${query}&columns=${keys.join(',')}`,
      {
        headers: { Authorization: `Bearer ${it.company.as('owner').token}` },
      },
    );
    expect(response.status).toBe(200);
    expect(decodeURIComponent(response.headers.get('Content-Disposition')!)).toContain(
      `Аналітика — ${it.course.name}.xlsx`,
    );
    const sheet = cellsOf(new Uint8Array(await response.arrayBuffer()));
    expect(sheet[0]!.slice(0, 5)).toEqual(['Студент', 'Електронна пошта', 'Посада', 'Підрозділ', 'Групи']);
    expect(sheet[0]).toContain(`${best.name}: Результат`);
    expect(sheet[0]).toEqual(body.columns.map(({ label }: { label: string }) => label));
    const answer = await read(`&${query}`);
    const shown = answer.results.map(plain) as Row[];
    expect(sheet.length).toBe(shown.length + 1);
    const cell = (row: number, key: string) => sheet[row]![keys.indexOf(key)] ?? '';
    const words = { new: 'Не розпочато', in_progress: 'У процесі', finished: 'Завершено' };
    for (const [at, row] of shown.entries()) {
      const line = at + 1;
      expect([
        cell(line, 'last_name'),
        cell(line, 'groups'),
        cell(line, 'blocked_in_course'),
        cell(line, 'state'),
        number(cell(line, 'progress')),
        number(cell(line, 'materials_done')),
        number(cell(line, 'started_at')),
        number(cell(line, 'last_activity')),
        number(cell(line, 'completed_at')),
        number(cell(line, 'time_spent')),
        cell(line, 'retake_allowed'),
        cell(line, 'can_download_certificate'),
        cell(line, 'certificate_number'),
      ]).toEqual([
        // Nothing begins like a formula.
        row.name.startsWith('=') ? `'${row.name}` : row.name,
        row.groups.join(', '),
        yes(row.blocked_in_course),
        words[row.state as 'new'],
        expect.closeTo(row.progress / 100, 6),
        row.materials_done,
        wall(row.started_at),
        wall(row.last_activity),
        wall(row.completed_at),
        expect.closeTo(row.time_spent / 86_400, 6),
        yes(row.retake_allowed),
        yes(answer.results[at].can_download_certificate),
        (answer.results[at].certificate_number ?? '').replace(/(.{4})(?=.)/g, '$1-'),
      ]);
      for (const form of row.forms)
        expectFormCells(form, (field) => cell(line, `form_${form.form_id}_${field}`));
    }
  });
});

test('last activity is what students do: attempts begun and ended, no mark and no decision about them', async () => {
  const company = await aCompany();
  const { student } = company.people;
  const exam = await company.anExam({
    questions: [{ title: 'Why?', type: 'essay', answers: [] }],
    settings: { attempt_limit: null },
  });
  const path = `/course/course/${exam.course.id}`;
  const trainer = company.as('trainer');
  const rowNow = async () => (await trainer.get(`${path}/statistic/`)).body.results[0];
  const activity = async () => Date.parse((await rowNow()).last_activity);
  const moment = async (id: number, of: 'started_at' | 'finished_at') => {
    const [row] = await asSystem<{ at: string }>([
      `select ${of}::text as at from attempts where id = $1`,
      [id],
    ]);
    return Date.parse(row!.at);
  };
  // The page of a test is opened before the test begins.
  await student.client.get(`${path}/educational_material/${exam.material_id}/`);
  const opened = await activity();
  const attempt = await startAttempt(student.client, exam);
  const begun = await moment(attempt.attempt_id, 'started_at');
  expect(begun).toBeGreaterThan(opened);
  expect(await activity()).toBe(begun);
  await attempt.finish([{ question_id: exam.questions[0]!.id, response: 'Because', seq: 1 }]);
  const finished = await moment(attempt.attempt_id, 'finished_at');
  expect(finished).toBeGreaterThan(begun);
  expect(await activity()).toBe(finished);

  const marked = await trainer.post(`/course/student_passed_form/${attempt.attempt_id}/marks/`, {
    question_id: exam.questions[0]!.id,
    score: 1,
  });
  expect(marked.status).toBeLessThan(300);
  const row = await rowNow();
  expect(row).toMatchObject({ state: 'finished', forms: [{ passed: true }] });
  expect(Date.parse(row.completed_at)).toBeGreaterThan(finished);
  expect(Date.parse(row.last_activity)).toBe(finished);
  const again = await startAttempt(student.client, exam);
  const anew = await moment(again.attempt_id, 'started_at');
  expect(await activity()).toBe(anew);
  const annulled = await trainer.post(`${path}/passed_form_status/`, {
    form_id: exam.form_id,
    user_ids: [student.id],
    action: 'annul',
    reason: 'Somebody helped',
  });
  expect(annulled.body.changed).toEqual([student.id]);
  expect(await moment(again.attempt_id, 'finished_at')).toBeGreaterThan(anew);
  expect(await activity()).toBe(anew);
});

test('a form whose answers wait for marks is exported as waiting, and as assigned before it is taken', async () => {
  const company = await aCompany();
  const exam = await company.anExam({ questions: [{ title: 'Why?', type: 'essay', answers: [] }] });
  const exported = async () => {
    const columns = ['status', 'percent', 'passed'].map((field) => `form_${exam.form_id}_${field}`);
    const response = await world.fetch(
      `/api/v1/course/course/${exam.course.id}/statistic_export/?columns=${columns.join(',')}`,
      { headers: { Authorization: `Bearer ${company.as('owner').token}` } },
    );
    return cellsOf(new Uint8Array(await response.arrayBuffer()))[1];
  };
  expect(await exported()).toEqual(['Призначено', '', '']);
  const attempt = await startAttempt(company.as('student'), exam);
  await attempt.finish([{ question_id: exam.questions[0]!.id, response: 'Because', seq: 1 }]);
  expect(await exported()).toEqual(['Чекає на оцінку', '', '']);
});

describe('what analytics refuse', () => {
  let company: Company;
  let exam: Awaited<ReturnType<Company['anExam']>>;
  let strange: Awaited<ReturnType<Company['anExam']>>;
  let path: string;
  beforeAll(async () => {
    company = await aCompany();
    exam = await company.anExam();
    strange = await company.anExam();
    path = `/course/course/${exam.course.id}`;
  });
  const get = (query: string) => company.as('owner').get(`${path}/${query}`);

  test('a form that is not of the course, in the order, the filter, the columns and the chart', async () => {
    const own = `form_${exam.form_id}_percent`;
    const other = `form_${strange.form_id}_percent`;
    const refusal = { status: 400, body: {} as Record<string, string[]> };
    const refused = (field: string) => ({ ...refusal, body: { [field]: ['Not a valid choice'] } });
    expect(await get(`statistic/?ordering=-${own}`)).toMatchObject({ status: 200 });
    expect(await get(`statistic/?ordering=${other}`)).toMatchObject(refused('ordering'));
    expect(await get(`statistic/?form=${strange.form_id}&result=passed`)).toMatchObject(refused('form'));
    expect(await get(`statistic_export/?columns=last_name,${other}`)).toMatchObject(refused('columns'));
    expect(await get(`dynamic_statistic/?form=${strange.form_id}`)).toMatchObject(refused('form'));
    expect((await get(`statistic_columns/${strange.form_id}/`)).status).toBe(404);
    expect((await get(`form/${strange.form_id}/question_statistic/`)).status).toBe(404);
  });

  test('words that are no columns, days that are none, and ranges of no form', async () => {
    for (const [query, field] of [
      ['statistic/?ordering=form_0_percent', 'ordering'],
      ['statistic/?ordering=last_name,form_1_password', 'ordering'],
      ['statistic/?ordering=groups', 'ordering'],
      ['statistic/?ordering=constructor', 'ordering'],
      ['statistic/?ordering=state,state,state,state,state,state', 'ordering'],
      ['statistic/?started_from=2026-02-30', 'started_from'],
      ['statistic/?progress_from=101', 'progress_from'],
      ['statistic/?percent_from=10', 'form'],
      ['statistic_export/?columns=last_name,secret', 'columns'],
      ['dynamic_statistic/?from=2026-02-02&to=2026-02-01', 'to'],
      ['dynamic_statistic/?from=1999-12-31', 'from'],
      ['dynamic_statistic/?days=0', 'days'],
      ['dynamic_statistic/?only_recent=maybe', 'only_recent'],
    ]) {
      const { status, body } = await get(query!);
      expect({ query, status, fields: Object.keys(body) }).toEqual({ query, status: 400, fields: [field] });
    }
  });

  test('an attempt of another course', async () => {
    const student = company.as('student');
    const { attempt_id } = await startAttempt(student, exam);
    const own = await company.as('trainer').get(`${path}/statistic/${attempt_id}/`);
    expect(own.status).toBe(200);
    expect(own.body).toEqual(
      (await company.as('trainer').get(`/course/student_passed_form/${attempt_id}/`)).body,
    );
    const elsewhere = `/course/course/${strange.course.id}/statistic`;
    const absent = await company.as('trainer').get(`${elsewhere}/2147483647/`);
    expect(absent.status).toBe(404);
    expect((await company.as('trainer').get(`${elsewhere}/${attempt_id}/`)).text).toBe(absent.text);
  });
});

test('questions are told of one version: the newest that somebody finished, or the one asked for', async () => {
  const company = await aCompany();
  const [early, late] = [await company.aPerson('student'), await company.aPerson('student')];
  const course = await company.aCourse({ group: await company.aGroup({ students: [early, late] }) });
  const exam = await company.anExam({ course });
  const owner = company.as('owner');
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  const told = async (query = '') => {
    const { body } = await owner.get(`${path}/question_statistic/${query}`);
    const versions = body.versions?.map((each: { version: number; attempts: number; is_current: boolean }) =>
      [each.version, each.attempts, each.is_current ? 'current' : ''].join(' '),
    );
    return { version: body.form?.version, versions, attempts: body.attempts, average: body.average_percent };
  };
  const publish = async () => {
    await owner.patch(`${path}/`, { name: unique('Anew') });
    expect((await owner.post(`${path}/publish/`)).status).toBe(200);
  };
  expect(await told()).toEqual({ version: 1, versions: ['1 0 current'], attempts: 0, average: null });
  await (await startAttempt(early.client, exam)).finish(answersOf(exam.questions).slice(2));
  const first = { version: 1, attempts: 1, average: 25 };
  expect(await told()).toEqual({ ...first, versions: ['1 1 current'] });

  await publish();
  expect(await told()).toEqual({ ...first, versions: ['2 0 current', '1 1 '] });
  expect(await told('?version=2')).toMatchObject({ version: 2, attempts: 0, average: null });
  await (await startAttempt(late.client, exam)).finish(answersOf(exam.questions));
  const versions = ['2 1 current', '1 1 '];
  expect(await told()).toEqual({ version: 2, versions, attempts: 1, average: 100 });
  expect(await told('?version=1')).toEqual({ ...first, versions });

  await publish();
  await publish();
  expect(await told()).toMatchObject({ version: 2, versions: ['4 0 current', '2 1 ', '1 1 '] });
  expect((await owner.get(`${path}/question_statistic/?version=9`)).status).toBe(404);
});

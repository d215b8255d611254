import { beforeAll, describe, expect, test } from 'vitest';
import { USER_TYPES, type UserType } from '../../../../worker/access/contract.ts';
import { createApp } from '../../../../worker/app.ts';
import { mailResults } from '../../../../worker/exams/results/service-mails.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { env } from 'cloudflare:workers';
import { answersOf, startAttempt, takeExam } from '../../../factories/attempt.ts';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import { accessOf, Client } from '../../../factories/world.ts';
import { CALLS, type Sent, someThings, type Things } from '../../whole/access/access-calls.ts';
import { PUBLIC } from '../../whole/access/access-table.ts';
import { read } from '../../whole/answers.ts';
import { aCompany, asSystem, givePasswords, world } from '../../../support/api/world.ts';

/** Titles of the answers: those of a right one begin with the first, of a wrong one with the second. */
const RIGHT = `pravda${crypto.randomUUID().slice(0, 8)}`;
const WRONG = `nepravda${crypto.randomUUID().slice(0, 8)}`;
/** What the exam's author says of its questions and answers. */
const SAID = `vidhuk${crypto.randomUUID().slice(0, 8)}`;
/** What is accepted, named on a picture or meant for markers: asked for, never shown. */
const SECRET = `tayemnytsia${crypto.randomUUID().slice(0, 8)}`;
/** What a trainer wrote beside a question of an old attempt. */
const NOTE = `poyasnennia${crypto.randomUUID().slice(0, 8)}`;

/** One person in each of their roles. */
type Selves = Record<UserType, Person>;

async function selvesOf(company: Company, person: Person): Promise<Selves> {
  const pairs = USER_TYPES.map(async (user_type) => {
    const access = { session: person.session, user: person.id, company: company.id, user_type };
    return [user_type, { ...person, user_type, client: new Client(world, await accessOf(world, access)) }];
  });
  return Object.fromEntries(await Promise.all(pairs)) as Selves;
}

interface Exam {
  company: Company;
  /** Who takes the exam, and owns, manages and teaches besides. */
  selves: Selves;
  /** Whose things they are as well: of another owner, who takes nothing. */
  outsider: Person;
  it: Things;
  /** An ended attempt of another student, all right. */
  others: number;
  /** An entry of the history about the exam's key. */
  entry: number;
  /** A second attempt of theirs, which runs. */
  running: { attempt_id: number; holder: string };
}

const secret = (more: object = {}) => ({ title: SECRET, is_right_answer: true, feedback: SAID, ...more });
const shown = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
/** One of each type besides choices, which count nothing. */
const OF_EACH_TYPE = [
  { type: 'short_answer', answers: [secret(), secret({ title: `${SECRET}*`, percent: 50 })] },
  { type: 'number', unit: 'kg', answers: [secret({ title: '987654321', tolerance: '5%' })] },
  { type: 'ordering', answers: ['a', 'b', 'c'].map((each) => shown(each)) },
  { type: 'matching', answers: [shown('a', { match: '1' }), shown('b', { match: '2' })] },
  {
    type: 'gaps',
    gap_text: 'a [[1]] b [[2]]',
    answers: [
      secret({ gap: 1 }),
      shown('x', { gap: 2 }),
      { ...shown('y', { gap: 2 }), is_right_answer: false },
    ],
  },
  {
    type: 'hotspot',
    hotspot: { places: 1, alt: 'A hall' },
    answers: [{ ...shown(SECRET), area: { shape: 'rect', coords: [0.1, 0.2, 0.3, 0.4] } }],
  },
  {
    type: 'essay',
    marking: {
      note: SECRET,
      rubric: [{ title: SECRET, levels: [1, 0].map((points) => ({ title: SECRET, points })) }],
    },
    answers: [],
  },
  { type: 'upload', marking: { note: SECRET }, answers: [] },
].map((question) => ({ title: `Asked for: ${question.type}`, score: 0, feedback: SAID, ...question }));

/** A picture for a question that asks for places on it. */
async function addPicture({ token }: Client, question: number): Promise<void> {
  const body = Uint8Array.from(atob(PICTURE), (sign) => sign.charCodeAt(0));
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' };
  const path = `/api/v1/course/questions/${question}/upload_files/?kind=attachment&name=hall.png`;
  const added = await world.fetch(path, { method: 'POST', headers, body });
  if (added.status !== 201) throw new Error(await added.text());
}
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Somebody in the middle of their second attempt at an exam that shows everything it can. */
async function anExamOfOnesOwn(): Promise<Exam> {
  const company = await aCompany();
  const outsider = company.people.owner;
  const person = await company.aPerson('owner');
  const selves = await selvesOf(company, person);
  const classmate = await company.aPerson('student');
  const hands = { manager: selves.manager, trainer: selves.trainer, student: selves.student };
  const it = await someThings(company, hands);
  const course = `/course/course/${it.course}`;
  const client = outsider.client;

  await client.post('/study_group/group_member/', {
    group: it.group,
    role: 'student',
    user_ids: [classmate.id],
  });
  await client.patch(`${course}/form/${it.form}/`, {
    show_right_answers: true,
    show_uncounted_answers: true,
    show_points_for_answers: true,
    publication_after_passing: true,
  });
  const draft = (await client.get(`${course}/form/${it.form}/`)).body;
  const marked = draft.questions.map((question: { answers: { is_right_answer: boolean }[] }) => ({
    ...question,
    feedback: SAID,
    answers: question.answers.map((answer, n) => ({
      ...answer,
      feedback: SAID,
      title: `${answer.is_right_answer ? RIGHT : WRONG} ${n}`,
    })),
  }));
  const questions = [...marked, ...OF_EACH_TYPE];
  const saved = await client.post('/course/update_questions/', { form_id: it.form, questions });
  if (saved.status !== 200) throw new Error(saved.text);
  const { id } = saved.body.questions.find(({ type }: { type: string }) => type === 'hotspot');
  await addPicture(client, id);
  const published = await client.post(`${course}/form/${it.form}/publish/`);
  if (published.status !== 200) throw new Error(published.text);
  const [changed] = await asSystem<{ id: number }>([
    `select max(id) as id from history where company_id = $1 and relation = 'questions' and old_object is not null`,
    [company.id],
  ]);

  const exam = { form_id: it.form, questions: it.questions };
  const first = await takeExam(selves.student.client, exam);
  const others = await takeExam(classmate.client, exam);
  for (const attempt of [first, others]) {
    const noted = await client.post(`/course/student_passed_form/${attempt}/notes/`, {
      notes: [
        { question_id: null, text: NOTE },
        { question_id: it.questions[0]!.id, text: NOTE },
      ],
    });
    if (noted.status !== 204) throw new Error(noted.text);
  }
  const repaired = await client.post(`${course}/form/${it.form}/repairs/`, {
    changes: [{ question_id: it.questions[0]!.id, right_answer_ids: rightIds(it)[0] }],
    only_raise: false,
    reason: 'Why',
  });
  if (repaired.status !== 201) throw new Error(repaired.text);
  // What the bank holds is asked by the exam.
  await asSystem(
    [
      'update questions set bank_question_id = $2, bank_version = 1 where id = $1',
      [it.questions[2]!.id, it.bank_question],
    ],
    [
      `update questions set answers = jsonb_set(answers, '{0,title}', to_jsonb($2::text)) where id = $1`,
      [it.bank_question, RIGHT],
    ],
  );
  await givePasswords(company);
  const { attempt_id, holder } = await startAttempt(selves.student.client, exam);
  return {
    company,
    selves,
    outsider,
    it: { ...it, attempt: first, repair: repaired.body.id },
    others,
    entry: changed!.id,
    running: { attempt_id, holder },
  };
}

const rightIds = (it: Things) => answersOf(it.questions).map(({ answer_ids }) => answer_ids);

let own: Exam;
beforeAll(async () => {
  own = await anExamOfOnesOwn();
}, 60_000);

/** Further ways to ask than the one that every call has. */
const MORE: Record<string, (exam: Exam) => string[]> = {
  'GET /course/questions': () => ['/course/questions/?page_size=100'],
  'GET /course/question_bank': () => ['/course/question_bank/?page_size=100'],
  'GET /bank/export_questions': () => ['/bank/export_questions/?format=xlsx'],
  'GET /course/course/:id/form/:formId/export_questions': ({ it }) => [
    `/course/course/${it.course}/form/${it.form}/export_questions/?format=xlsx`,
  ],
  'GET /course/student_passed_form/:id': ({ others, running }) =>
    [others, running.attempt_id].map((id) => `/course/student_passed_form/${id}/`),
  'GET /course/student_passed_form/:id/timeline': ({ others }) => [
    `/course/student_passed_form/${others}/timeline/`,
  ],
  'GET /course/course/:id/statistic/:attemptId': ({ it, others }) => [
    `/course/course/${it.course}/statistic/${others}/`,
  ],
  'GET /course/course/:id/statistic_export': ({ it }) => [
    `/course/course/${it.course}/statistic_export/?columns=last_name,form_${it.form}_percent,form_${it.form}_best_score`,
  ],
  'GET /course/course/:id/history': ({ it }) => [`/course/course/${it.course}/history/?page_size=100`],
  'GET /history/history': () => ['/history/history/?page_size=100&section=courses'],
  'GET /history/history/:id/entries': ({ entry }) => [`/history/history/${entry}/entries/?page_size=100`],
  'GET /history/history/:id/restore_preview': ({ entry }) => [
    `/history/history/${entry}/restore_preview/`,
    `/history/history/${entry}/restore_preview/?alone=true`,
  ],
  'GET /search': () => [RIGHT, WRONG].map((word) => `/search/?query=${word}`),
};

/** How an answer can tell a key: marks, counts and what somebody said of a question. */
const TELLS = new RegExp(
  [
    'is_right_answer',
    '"right_answers":\\s*\\[',
    '"right":\\s*(\\[|\\{|\\d)',
    '"(coords|tolerance|rubric)":\\s*(\\[|")',
    '987654321',
    SECRET,
    '"outcome":',
    '"earned":',
    '"chosen":\\s*true',
    'most_chosen_wrong',
    `✓ ${RIGHT}`,
    NOTE,
    SAID,
  ].join('|'),
);

/** What an answer tells of the key, or null. In a file any answer at all is too much. */
function told(call: string, { text, file }: { text: string; file: string | null }): string | null {
  const found = TELLS.exec(text);
  if (found) return text.slice(Math.max(0, found.index - 80), found.index + 80);
  // What somebody chose whose result is full.
  const chosen = (line: string) =>
    line.includes('"attempt_answers"') && line.includes(`"attempt_id": ${own.others},`);
  if (file?.split('\n').some(chosen)) return 'answers of others';
  if (file && (file.includes(SECRET) || file.includes('987654321'))) return 'what is accepted in a file';
  // One's own archive says what one has chosen.
  if (file?.includes(RIGHT) && call !== 'GET /accounts/export') return 'answers in a file';
  return null;
}

const served = createApp().endpoints.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
const reads = served.filter((call) => call.startsWith('GET '));

/** Every read of the API about the exam, by one person in one role, and what it tells of its key. */
async function keysTold(who: Person): Promise<string[]> {
  const heard: string[] = [];
  for (const call of reads) {
    const first: Sent = CALLS[call]?.(own.it, who) ?? { path: call.slice(4).replace(':number', '1') };
    for (const path of [first.path, ...(MORE[call]?.(own) ?? [])]) {
      const answer = await read(who.client, call, { ...first, path });
      if (answer.status >= 500) heard.push(`${call}: ${answer.status} ${answer.text}`);
      if (told(call, answer)) heard.push(`${call}: ${told(call, answer)}`);
    }
  }
  return heard;
}

test('each read of the API is asked for', () => {
  expect(reads.filter((call) => !CALLS[call] && !PUBLIC.includes(call))).toEqual([]);
});

describe('the key of a running attempt', () => {
  test('is told to an owner who takes nothing, through each of these reads', async () => {
    const heard = await keysTold(own.outsider);
    const calls = reads.filter((call) => heard.some((line) => line.startsWith(`${call}: `)));
    expect(calls.sort()).toEqual([
      'GET /bank/export_questions',
      'GET /bank/questions',
      'GET /bank/questions/:id',
      'GET /course/course/:id/form/:formId',
      'GET /course/course/:id/form/:formId/export_questions',
      'GET /course/course/:id/form/:formId/question_statistic',
      'GET /course/course/:id/form/:formId/repairs',
      'GET /course/course/:id/history',
      'GET /course/course/:id/statistic/:attemptId',
      'GET /course/question_bank',
      'GET /course/questions',
      'GET /course/questions/:id',
      'GET /course/student_passed_form/:id',
      'GET /history/history',
      'GET /history/history/:id/entries',
      'GET /history/history/:id/restore_preview',
      'GET /space/space/:id/export',
    ]);
  });

  test.each(USER_TYPES)('is not told to whoever takes the exam, as %s', async (user_type) => {
    expect(await keysTold(own.selves[user_type])).toEqual([]);
  });
});

/** Everything that a decision about the person, or about the exam, could change. */
async function standing({ company, selves, it }: Exam): Promise<unknown> {
  const of = (table: string, condition: string) =>
    `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t where t.company_id = $1 and ${condition}) as ${table}`;
  const [sums] = await asSystem([
    `select ${[
      of('forms', 't.id = $3'),
      of('questions', 't.form_id = $3'),
      of('form_versions', 't.form_id = $3'),
      of('key_repairs', 't.form_id = $3'),
      of('print_runs', 't.form_id = $3'),
      of('printings', 't.form_id = $3'),
      of('paper_sheets', 't.form_id = $3'),
      of('question_files', 't.question_id in (select id from questions where form_id = $3)'),
      of('uploads', "t.owner_kind = 'question'"),
      of('assignments', 't.form_id = $3 and t.user_id = $2'),
      of('attempts', 't.form_id = $3 and t.user_id = $2'),
      of('gradings', 't.attempt_id in (select id from attempts where form_id = $3 and user_id = $2)'),
      of('attempt_notes', 't.attempt_id in (select id from attempts where form_id = $3 and user_id = $2)'),
      of('marks', 't.attempt_id in (select id from attempts where form_id = $3 and user_id = $2)'),
      of(
        'assignment_decisions',
        't.assignment_id in (select id from assignments where form_id = $3 and user_id = $2)',
      ),
      of('material_unlocks', 't.user_id = $2'),
      of('course_blocks', 't.user_id = $2'),
      of('materials', 't.id = (select material_id from forms where id = $3)'),
    ].join(', ')}`,
    [company.id, selves.owner.id, it.form],
  ]);
  return sums;
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Changes of the exam, as every call of the API makes them. */
const OF_THE_EXAM = [
  'PATCH /course/course/:id/form/:formId',
  'POST /course/course/:id/form/:formId/publish',
  'POST /course/course/:id/form/:formId/access_code',
  'POST /course/course/:id/form/:formId/preview',
  'POST /course/update_questions',
  'DELETE /course/questions/:id',
  'POST /course/course/:id/form/:formId/copy_questions',
  'POST /course/course/:id/form/:formId/draw_figures',
  'POST /course/questions/:id/bank_link',
  'POST /course/course/:id/form/:formId/import_questions',
  'POST /course/questions/:id/upload_files',
  'POST /course/questions/:id/upload_files/:fileId/parts',
  'POST /course/questions/:id/upload_files/:fileId/complete',
  'DELETE /course/questions/:id/remove_file/:fileId',
  'POST /course/course/:id/form/:formId/repair_preview',
  'POST /course/course/:id/form/:formId/repairs/:repairId/undo',
  'POST /course/course/:id/form/:formId/print_runs',
  'POST /course/course/:id/form/:formId/print_runs/:runId/print',
  'POST /course/course/:id/form/:formId/print_draft',
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets',
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets/:attemptId/undo',
];

/** The decisions that the person tries about themselves, and about the exam they take. */
const DECISIONS: Record<string, (exam: Exam) => Sent> = {
  ...Object.fromEntries(
    OF_THE_EXAM.map((call) => [call, ({ it, selves }: Exam) => CALLS[call]!(it, selves.owner)]),
  ),
  'POST /course/course/:id/educational_material/:materialId/clone': ({ it }) => ({
    path: `/course/course/${it.course}/educational_material/${it.exam_material}/clone/`,
  }),
  'PATCH /course/course/:id/educational_material/:materialId': ({ it }) => ({
    path: `/course/course/${it.course}/educational_material/${it.exam_material}/`,
    body: { archived: true },
  }),
  'POST /course/course/:id/educational_material/:materialId': ({ it }) => ({
    path: `/course/course/${it.course}/educational_material/${it.exam_material}/`,
    body: { archived: true },
  }),
  'POST /course/course/:id/form': ({ it }) => ({
    path: `/course/course/${it.course}/form/`,
    body: { material_id: it.exam_material },
  }),
  'DELETE /course/course/:id/educational_material/:materialId': ({ it }) => ({
    path: `/course/course/${it.course}/educational_material/${it.exam_material}/`,
  }),
  'POST /course/course/:id/grants': ({ it, selves }) => ({
    path: `/course/course/${it.course}/grants/`,
    body: {
      form_id: it.form,
      user_ids: [selves.owner.id],
      extra_minutes: 30,
      extra_attempts: 1,
      reason: 'Why',
    },
  }),
  'POST /course/course/:id/outage_minutes': ({ it }) => ({
    path: `/course/course/${it.course}/outage_minutes/`,
    body: { from: ago(20), to: ago(0), reason: 'Power cut' },
  }),
  'POST /course/course/:id/retake_form': ({ it, selves }) => ({
    path: `/course/course/${it.course}/retake_form/`,
    body: { form_id: it.form, user_ids: [selves.owner.id], extra_attempts: 1, reason: 'Why' },
  }),
  'POST /course/course/:id/decline_retake': ({ it, selves }) => ({
    path: `/course/course/${it.course}/decline_retake/`,
    body: { form_id: it.form, user_id: selves.owner.id, reason: 'Why' },
  }),
  'POST /course/course/:id/passed_form_status': ({ it, selves }) => ({
    path: `/course/course/${it.course}/passed_form_status/`,
    body: { form_id: it.form, user_ids: [selves.owner.id], action: 'annul', reason: 'Why' },
  }),
  'POST /course/course/:id/publish_results': ({ it }) => ({
    path: `/course/course/${it.course}/publish_results/`,
    body: { form_id: it.form },
  }),
  'POST /course/student_passed_form/:id/notes': ({ it }) => ({
    path: `/course/student_passed_form/${it.attempt}/notes/`,
    body: { notes: [{ question_id: null, text: 'Well done' }] },
  }),
  'GET /course/student_passed_form/:id/marks/:questionId': ({ it }) => ({
    path: `/course/student_passed_form/${it.attempt}/marks/${it.questions[0]!.id}/`,
  }),
  'POST /course/student_passed_form/:id/marks': ({ it }) => ({
    path: `/course/student_passed_form/${it.attempt}/marks/`,
    body: { question_id: it.questions[0]!.id, score: 1 },
  }),
  'POST /course/student_passed_form/:id/marks/:markId/undo': ({ it }) => ({
    path: `/course/student_passed_form/${it.attempt}/marks/1/undo/`,
  }),
  'POST /course/course/:id/form/:formId/repairs': ({ it }) => ({
    path: `/course/course/${it.course}/form/${it.form}/repairs/`,
    body: {
      changes: [{ question_id: it.questions[1]!.id, annulled: true }],
      only_raise: false,
      reason: 'Why',
    },
  }),
  'POST /course/unblock_material': ({ it, selves }) => ({
    path: '/course/unblock_material/',
    body: { material_id: it.exam_material, user_id: selves.owner.id },
  }),
  'POST /course/course/:id/blocked_user': ({ it, selves }) => ({
    path: `/course/course/${it.course}/blocked_user/`,
    body: { user_pk: selves.owner.id },
  }),
  'DELETE /course/course/:id/blocked_user/:user_id': ({ it, selves }) => ({
    path: `/course/course/${it.course}/blocked_user/${selves.owner.id}/`,
  }),
};

/** Writes of those who teach that touch no form and no assignment. */
const ABOUT_MATERIALS = [
  'POST /course/course/:id/educational_material',
  'POST /course/course/:id/update_materials_sequence',
  'POST /course/course/:id/library_changes',
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file',
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file/:fileId/parts',
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/upload_file/:fileId/complete',
  'DELETE /api_uploader/v1/course/course/:id/educational_material/:materialId/delete_file/:fileId',
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package',
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package/:fileId/parts',
  'POST /api_uploader/v1/course/course/:id/educational_material/:materialId/package/:fileId/complete',
  'PATCH /course/course/:id/educational_material/:materialId/package',
];

test('each write of those who teach or decide is tried', () => {
  const decide = new Set(['manageAttempts', 'editEduMaterials', 'unblockMaterial', 'blockInCourse']);
  const writes = createApp()
    .endpoints.filter(({ method, access }) => method !== 'GET' && decide.has(access))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
  expect(writes.filter((call) => !DECISIONS[call] && !ABOUT_MATERIALS.includes(call))).toEqual([]);
});

describe('nobody decides about themselves', () => {
  /** Refused outright, or by name where the answer is about several people. */
  const REFUSED = /"code":"(own_form|own_assignment|permission_denied)"/;
  /** What is about all of a course or form leaves the caller out. */
  const LEFT_OUT = /^\{"published":\[\]\}$|^\{"given":\[\],"ended":\[\]\}$/;

  test.each(USER_TYPES)('as %s', { timeout: 120_000 }, async (user_type) => {
    const { company, selves, it } = own;
    // A result of theirs that waits, and an outage in their running attempt, so that there is something to decide.
    await asSystem(['update attempts set result_published_at = null where id = $1', [it.attempt]]);
    await asSystem([
      `insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
         values ($1, $2, 'connection_gap', now() - interval '10 minutes', now() - interval '5 minutes')`,
      [company.id, own.running.attempt_id],
    ]);
    const before = await standing(own);
    const unexpected: string[] = [];
    for (const [call, make] of Object.entries(DECISIONS)) {
      const sent = make(own);
      const { status, text } = await read(selves[user_type].client, call, sent);
      const body = text.slice(text.indexOf(']]') + 2);
      if (!REFUSED.test(body) && !LEFT_OUT.test(body)) unexpected.push(`${call}: ${status} ${body}`);
      if (TELLS.test(body)) unexpected.push(`${call} tells ${body}`);
      expect({ call, ...((await standing(own)) as object) }).toEqual({ call, ...(before as object) });
    }
    for (const alone of [true, false]) {
      const path = `/history/history/${own.entry}/restore/?alone=${alone}`;
      const { body, text } = await selves[user_type].client.get(path);
      if (!['own_form', 'permission_denied'].includes(body.code)) unexpected.push(`restore: ${text}`);
    }
    expect(await standing(own)).toEqual(before);
    expect(unexpected).toEqual([]);
  });

  test('while others decide about them', async () => {
    const { outsider, it, selves } = own;
    const decide = async (call: string, change: object = {}) => {
      const { path, body } = DECISIONS[call]!(own);
      return outsider.client.post(path, { ...(body as object), ...change });
    };
    expect((await decide('POST /course/course/:id/grants')).body.granted).toHaveLength(1);
    expect((await decide('POST /course/course/:id/outage_minutes')).body.given).toHaveLength(1);
    expect((await decide('POST /course/course/:id/publish_results')).body.published).toEqual([it.attempt]);
    expect((await decide('POST /course/student_passed_form/:id/notes')).status).toBe(204);
    expect((await decide('POST /course/unblock_material')).status).toBe(204);
    expect((await decide('POST /course/course/:id/blocked_user')).status).toBe(204);
    expect(
      (
        await selves.owner.client.delete(
          DECISIONS['DELETE /course/course/:id/blocked_user/:user_id']!(own).path,
        )
      ).body.code,
    ).toBe('own_assignment');
    expect(
      (await outsider.client.delete(DECISIONS['DELETE /course/course/:id/blocked_user/:user_id']!(own).path))
        .status,
    ).toBe(204);
    expect((await decide('POST /course/course/:id/passed_form_status')).body.changed).toEqual([
      selves.owner.id,
    ]);
    // Now a retake would be due.
    for (const user_type of ['owner', 'admin', 'manager', 'trainer'] as const) {
      const { path, body } = DECISIONS['POST /course/course/:id/retake_form']!(own);
      const refused = await selves[user_type].client.post(path, body);
      expect(refused.body).toEqual({
        granted: [],
        refused: [{ user_id: selves.owner.id, code: 'own_assignment' }],
      });
    }
    expect((await decide('POST /course/course/:id/retake_form')).body.granted).toEqual([selves.owner.id]);
  });
});

describe('what a result shows of the key', () => {
  const SHOWN = { show_right_answers: true, show_uncounted_answers: true, show_points_for_answers: true };
  let company: Company;
  beforeAll(async () => {
    company = await aCompany();
  });

  async function taken(settings: object, type: 'exam' | 'practice', attempts: number) {
    const student = company.as('student');
    const course = await company.aCourse();
    const { form_id, questions } =
      type === 'exam'
        ? await company.anExam({ course, settings: { ...SHOWN, ...settings } })
        : await aPractice();
    async function aPractice() {
      const owner = company.as('owner');
      const created = await owner.post(`/course/course/${course.id}/educational_material/`, {
        name: unique('Practice'),
        type: 'practice',
      });
      const id = created.body.form_id as number;
      await owner.patch(`/course/course/${course.id}/form/${id}/`, { ...SHOWN, ...settings });
      const saved = await owner.post('/course/update_questions/', {
        form_id: id,
        questions: [
          {
            title: 'One',
            answers: [
              { title: 'a', is_right_answer: true },
              { title: 'b', is_right_answer: false },
            ],
          },
        ],
      });
      await owner.post(`/course/course/${course.id}/form/${id}/publish/`);
      return { form_id: id, questions: saved.body.questions };
    }
    let attempt_id = 0;
    for (let n = 0; n < attempts; n += 1) attempt_id = await takeExam(student, { form_id, questions });
    const result = async () => (await student.get(`/course/student_passed_form/${attempt_id}/`)).body;
    return { student, form_id, course, result, attempt_id };
  }
  const keyIn = (result: { score_explanation?: unknown }) =>
    (JSON.stringify(result.score_explanation ?? null).match(/"is_right_answer":false/g) ?? []).length > 0;

  test('an exam holds it back until no attempt is left', async () => {
    const two = { is_one_attempt_allowed: false, attempt_limit: 2 };
    const first = await (await taken(two, 'exam', 1)).result();
    expect(first).toMatchObject({ withheld: 'attempts_left', score: 4 });
    expect(keyIn(first)).toBe(false);
    const second = await (await taken(two, 'exam', 2)).result();
    expect(second.withheld).toBeNull();
    expect(keyIn(second)).toBe(true);
  });

  test('an exam holds it back again when somebody grants a retake', async () => {
    const { result, form_id, course } = await taken({ is_one_attempt_allowed: true }, 'exam', 1);
    expect(keyIn(await result())).toBe(true);
    const granted = await company.as('owner').post(`/course/course/${course.id}/grants/`, {
      form_id,
      user_ids: [company.people.student.id],
      extra_attempts: 1,
      reason: 'Why',
    });
    expect(granted.body.granted).toHaveLength(1);
    expect(await result()).toMatchObject({ withheld: 'attempts_left' });
    expect(keyIn(await result())).toBe(false);
  });

  test('a practice shows it between attempts, and nothing while one runs', async () => {
    const { student, result, form_id } = await taken({ is_one_attempt_allowed: false }, 'practice', 1);
    expect(keyIn(await result())).toBe(true);
    await startAttempt(student, { form_id, questions: [] });
    const during = await result();
    expect(during.withheld).toBe('running');
    expect(during.score_explanation).toBeUndefined();
  });

  test('the mail about a result says as much as the page', async () => {
    const person = await company.aPerson('student');
    await asSystem(["update users set language = 'en' where id = $1", [person.id]]);
    const group = await company.aGroup({ students: [person] });
    const course = await company.aCourse({ group });
    const exam = await company.anExam({ course, settings: { ...SHOWN, send_email_with_answers: true } });
    const { finish } = await startAttempt(person.client, exam);
    await finish(answersOf(exam.questions.slice(2)));
    await mailResults(env, new Db(env));
    const mails = await asSystem<{ text: string }>([
      `select text from mails where recipient = $1`,
      [person.email],
    ]);
    const text = mails.map((mail) => mail.text).join(' ');
    expect(text).toContain('Your answer');
    expect(text).not.toContain('Right answer');
  });
});

describe('whoever takes a form', () => {
  test('works on it again after leaving the course, but repairs no key of an own result', async () => {
    const company = await aCompany();
    const admin = await company.aPerson('admin');
    const student = (await selvesOf(company, admin)).student;
    const group = await company.aGroup({ students: [admin] });
    const exam = await company.anExam({ course: await company.aCourse({ group }) });
    const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    const { finish } = await startAttempt(student.client, exam);
    expect(await admin.client.get(form)).toMatchObject({ status: 403, body: { code: 'own_form' } });

    const leave = `/study_group/study_group/${group.id}/student/${admin.id}/`;
    expect((await company.as('owner').delete(leave)).status).toBe(204);
    // The attempt goes on.
    expect((await admin.client.get(form)).body.code).toBe('own_form');
    await finish();
    expect((await admin.client.get(form)).status).toBe(200);
    expect((await admin.client.patch(form, { passing_score: 50 })).status).toBe(200);

    const repair = {
      changes: [{ question_id: exam.questions[0]!.id, annulled: true }],
      only_raise: false,
    };
    for (const path of ['repair_preview/', 'repairs/']) {
      const answer = await admin.client.post(
        `${form}${path}`,
        path === 'repairs/' ? { ...repair, reason: 'Why' } : repair,
      );
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({
        path,
        status: 403,
        code: 'own_assignment',
      });
    }
  });

  test('writes it until it is published, also while its course is a draft', async () => {
    const company = await aCompany();
    const admin = await company.aPerson('admin');
    const group = await company.aGroup({ students: [admin] });
    const course = await company.aCourse({ group });
    await asSystem(['update courses set published_at = null where id = $1', [course.id]]);
    const { body } = await admin.client.post(`/course/course/${course.id}/educational_material/`, {
      name: unique('Exam'),
      type: 'exam',
    });
    const form = `/course/course/${course.id}/form/${body.form_id}/`;
    const questions = [
      {
        title: 'One',
        answers: [
          { title: 'a', is_right_answer: true },
          { title: 'b', is_right_answer: false },
        ],
      },
    ];
    const saved = await admin.client.post('/course/update_questions/', { form_id: body.form_id, questions });
    expect(saved.status).toBe(200);
    expect((await admin.client.post(`${form}publish/`)).status).toBe(200);
    expect((await admin.client.get(form)).body.code).toBe('own_form');
  });

  test('hides or deletes its course no more than the test, and reads nothing while somebody else does', async () => {
    const company = await aCompany();
    const admin = await company.aPerson('admin');
    const exam = await company.anExam({ course: await company.aCourse() });
    const owner = company.as('owner');
    const course = `/course/course/${exam.course.id}/`;
    const form = `${course}form/${exam.form_id}/`;
    await owner.post(`${course}students/`, { user_ids: [admin.id] });
    const refused = { status: 403, body: { code: 'own_form' } };
    expect(await admin.client.patch(course, { published: false })).toMatchObject(refused);
    expect(await admin.client.delete(course)).toMatchObject(refused);
    // What else is said of it, and showing it again, is theirs to decide.
    expect((await admin.client.patch(course, { published: true, description: 'New' })).status).toBe(204);

    expect((await owner.patch(course, { published: false })).status).toBe(204);
    expect(await admin.client.get(form)).toMatchObject(refused);
    expect(await admin.client.get(`${form}repairs/`)).toMatchObject(refused);
    const questions = async (who: Client) =>
      (await who.get(`/course/questions/?course=${exam.course.id}`)).body.count;
    expect([await questions(admin.client), await questions(owner)]).toEqual([0, exam.questions.length]);
    expect((await owner.delete(course)).status).toBe(204);
    expect((await admin.client.get(form)).status).toBeGreaterThanOrEqual(400);

    // Whoever takes none of its tests, or has left it as a student, decides about the course.
    const other = await company.anExam({ course: await company.aCourse() });
    const path = `/course/course/${other.course.id}/`;
    await owner.post(`${path}students/`, { user_ids: [admin.id] });
    expect((await owner.delete(`${path}students/${admin.id}/`)).status).toBe(204);
    expect((await admin.client.patch(path, { published: false })).status).toBe(204);
    expect((await admin.client.delete(path)).status).toBe(204);
  });

  test('copies none of its questions to where the key could be read', async () => {
    const company = await aCompany();
    const admin = await company.aPerson('admin');
    const group = await company.aGroup({ students: [admin] });
    const taken = await company.anExam({ course: await company.aCourse({ group }) });
    const other = await company.anExam();
    const copy = `/course/course/${other.course.id}/form/${other.form_id}/copy_questions/`;
    const question_ids = [taken.questions[0]!.id];
    expect((await admin.client.post(copy, { question_ids })).body.code).toBe('own_form');
    // Somebody else has copied it: the bank shows it to those who take no test that asks it.
    expect((await company.as('owner').post(copy, { question_ids })).status).toBe(201);
    const bank = async (who: Person) =>
      (await who.client.get(`/course/question_bank/?course=${other.course.id}`)).body.results;
    expect(await bank(admin)).toEqual([]);
    expect(await bank(company.people.admin)).not.toEqual([]);
  });
});

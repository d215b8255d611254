import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { discardStaleFiles } from '../../../../worker/learning/media/service.ts';
import { bytes } from '../../../support/api/files.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const PDF = bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF');
const PNG = bytes(
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  [0, 0, 0, 4, 0, 0, 0, 3],
  Array<number>(22).fill(1),
);
const UPLOAD = {
  title: 'Hand in your plan',
  type: 'upload',
  score: 10,
  work: { max_files: 2, max_megabytes: 1 },
  marking: { note: 'Looks at the exits' },
  answers: [],
};

const anExam = (settings: Record<string, unknown> = {}, questions: readonly object[] = [UPLOAD]) =>
  company.anExam({ questions, settings: { attempt_limit: null, passing_score: 60, ...settings } });
type Exam = Awaited<ReturnType<typeof anExam>>;

async function started(exam: Exam, who: Person = company.people.student) {
  const attempt = await startAttempt(who.client, exam);
  const question_id = exam.questions[0]!.id;
  const files = `/course/student_passed_form/${attempt.attempt_id}/files/${question_id}`;
  const name = (answer_ids: number[], seq = 1) => [{ question_id, answer_ids, seq }];
  return { ...attempt, question_id, files, name, send: fileTo(who.client, files) };
}

/** Sends a small file as it is. */
const fileTo =
  (client: Client, files: string) =>
  async (name = 'план.pdf', content: Uint8Array = PDF) =>
    answerOf(
      await world.fetch(`/api/v1${files}/?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' },
        body: content as Uint8Array<ArrayBuffer>,
      }),
    );

/** An attempt with this file, handed in. */
async function handedIn(exam: Exam, who: Person = company.people.student, file = 'план.pdf') {
  const attempt = await started(exam, who);
  const { body } = await attempt.send(file, file.endsWith('.png') ? PNG : PDF);
  expect((await attempt.finish(attempt.name([body.id]))).status).toBe(200);
  return { ...attempt, file: body.id as number };
}

const resultOf = async (client: Client, attempt: number) =>
  (await client.get(`/course/student_passed_form/${attempt}/`)).body.score_explanation?.[0];

async function readAs(client: Client, address: string) {
  const response = await world.fetch(address, {
    method: 'GET',
    headers: { Authorization: `Bearer ${client.token}` },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** What somebody gets who asks for a file by its number, with an address that is their own otherwise. */
const askedBy = async ({ client }: Person, id: number) =>
  (await readAs(client, `/api/v1/media/${id}`)).status;

const age = (attempt_id: number, seconds: number) =>
  asSystem([
    `update attempts set started_at = started_at - make_interval(secs => $2::integer),
       deadline = deadline - make_interval(secs => $2::integer), due_at = due_at - make_interval(secs => $2::integer)
       where id = $1`,
    [attempt_id, seconds],
  ]);

describe('a file', () => {
  test('is sent to storage, named by the answer, there after a reload, and in the result', async () => {
    const exam = await anExam();
    const attempt = await started(exam);
    expect(attempt.body.questions[0]).toMatchObject({ type: 'upload', answers: [], work: UPLOAD.work });
    expect(JSON.stringify(attempt.body)).not.toMatch(/marking|exits/);
    const student = company.as('student');
    const begun = await student.post(`${attempt.files}/`, { name: 'план.png', size: PNG.length });
    expect(begun).toMatchObject({ status: 201, body: { upload: { method: 'PUT' }, part_size: null } });
    const complete = () => student.post(`${attempt.files}/${begun.body.id}/complete/`, {});
    expect((await complete()).body).toEqual({ file: ['The upload is not complete yet'] });
    // Not there yet, it is no answer.
    expect((await attempt.save(attempt.name([begun.body.id]))).status).toBe(400);
    const [stored] = await asSystem<{ key: string }>([
      'select key from media where id = $1',
      [begun.body.id],
    ]);
    expect(stored!.key).toMatch(/^answers\/[\w-]{43}$/);
    await env.FILES.put(stored!.key, PNG);
    const file = { id: begun.body.id, name: 'план.png', size: PNG.length, width: 4, height: 3 };
    expect((await complete()).body).toMatchObject({ ...file, question_id: attempt.question_id });
    expect((await attempt.save(attempt.name([file.id]))).status).toBe(200);
    const again = await startAttempt(student, exam, { take_over: true });
    expect(again.body.handed).toMatchObject([{ ...file, question_id: attempt.question_id }]);
    expect(again.body.saved).toMatchObject([{ answer_ids: [file.id] }]);
    expect((await again.finish(attempt.name([file.id], 2))).status).toBe(200);
    const shown = await resultOf(company.as('trainer'), attempt.attempt_id);
    expect(shown).toMatchObject({ type: 'upload', outcome: 'in_review', earned: 0, handed: [file] });
    expect((await readAs(company.as('trainer'), shown.handed[0].url)).status).toBe(200);
  });

  test('is refused by what the question takes: kind, size, content, number', async () => {
    const attempt = await started(await anExam());
    const format = { file: ['The file format does not match the required one'] };
    for (const name of ['a.mp4', 'a.zip', 'a.exe', 'a.html', 'a.svg', 'a'])
      expect((await attempt.send(name)).body).toEqual(format);
    expect((await attempt.send('a.png')).body).toEqual(format);
    const large = { name: 'a.pdf', size: 1024 ** 2 + 1 };
    expect((await company.as('student').post(`${attempt.files}/`, large)).body).toEqual({
      file: ['The file is larger than 1 MB'],
    });
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await attempt.send()).body.id as number);
    expect((await attempt.save(attempt.name(ids))).body).toEqual({ answers: [expect.any(String)] });
    expect((await attempt.save(attempt.name(ids.slice(1)))).status).toBe(200);
    const withText = [{ question_id: attempt.question_id, answer_ids: [], response: 'x', seq: 2 }];
    expect((await attempt.save(withText)).status).toBe(400);
  });

  test('is taken back with its place in the answer, and what nobody handed in goes once it has ended', async () => {
    const attempt = await started(await anExam());
    const [kept, gone, left] = [
      (await attempt.send()).body.id as number,
      (await attempt.send()).body.id as number,
      (await attempt.send()).body.id as number,
    ];
    await attempt.save(attempt.name([kept, gone]));
    const student = company.as('student');
    expect((await student.delete(`${attempt.files}/${gone}/`)).status).toBe(204);
    const [saved] = await asSystem([
      'select answer_ids from attempt_answers where attempt_id = $1',
      [attempt.attempt_id],
    ]);
    expect(saved).toEqual({ answer_ids: [kept] });
    expect((await attempt.save(attempt.name([kept, gone], 2))).status).toBe(400);
    expect((await attempt.finish(attempt.name([kept], 3))).status).toBe(200);
    await discardStaleFiles(env, new Db(env));
    const rows = await asSystem<{ id: number }>([
      'select id, removed_at is not null as removed from media where id = any ($1) order by id',
      [[kept, gone, left]],
    ]);
    expect(rows).toEqual([
      { id: kept, removed: false },
      { id: left, removed: true },
    ]);
  });

  test('that arrived in time and is confirmed after the end is refused, and so is one begun then', async () => {
    const attempt = await started(await anExam());
    const student = company.as('student');
    const begun = await student.post(`${attempt.files}/`, { name: 'a.pdf', size: PDF.length });
    const [stored] = await asSystem<{ key: string }>([
      'select key from media where id = $1',
      [begun.body.id],
    ]);
    await env.FILES.put(stored!.key, PDF);
    await age(attempt.attempt_id, 10 * 60 + 6);
    const over = { status: 409, body: { code: 'time_is_over' } };
    expect(await student.post(`${attempt.files}/${begun.body.id}/complete/`, {})).toMatchObject(over);
    expect(await attempt.send()).toMatchObject(over);
    expect(await student.delete(`${attempt.files}/${begun.body.id}/`)).toMatchObject(over);
  });
});

describe('a file of another', () => {
  test('is no answer: not of another attempt, question, person or company', async () => {
    const exam = await anExam({}, [UPLOAD, { ...UPLOAD, title: 'And another' }]);
    const earlier = await handedIn(exam);
    const mine = await started(exam);
    const [{ id: second }] = [exam.questions[1]!];
    const elsewhere = (await mine.send()).body.id as number;
    const save = (question_id: number, id: number, seq: number) =>
      mine.save([{ question_id, answer_ids: [id], seq }]);
    expect((await save(second, elsewhere, 1)).status).toBe(400);
    const foreign = await other.anExam({ questions: [UPLOAD] });
    const theirs = await started(foreign, other.people.student);
    expect((await save(mine.question_id, (await theirs.send()).body.id, 2)).status).toBe(400);
    expect((await save(mine.question_id, earlier.file, 3)).status).toBe(400);
    const [picture] = await asSystem<{ id: number }>([
      `insert into media (company_id, key, content_type, size, name) values ($1, 'a', 'image/png', 1, 'a.png') returning id`,
      [company.id],
    ]);
    expect((await save(mine.question_id, picture!.id, 4)).status).toBe(400);
    // Nor is it taken to another's attempt, or to one's own that takes none.
    const classmate = await company.aPerson('student');
    expect((await fileTo(classmate.client, mine.files)()).status).toBe(404);
    expect((await fileTo(other.as('student'), mine.files)()).status).toBe(404);
    expect((await classmate.client.delete(`${mine.files}/${elsewhere}/`)).status).toBe(404);
    expect((await mine.send()).status).toBe(201);
  });

  test('is read by its student and by who may read the answers, and by nobody else', async () => {
    const exam = await anExam();
    const attempt = await handedIn(exam);
    const { student, trainer, owner, admin, manager } = company.people;
    const [stranger, coach] = await Promise.all([company.aPerson('student'), company.aPerson('trainer')]);
    // 403: it is theirs to read, and asks for its address.
    const statuses = (people: Person[]) => Promise.all(people.map((person) => askedBy(person, attempt.file)));
    expect(await statuses([student, trainer, owner, admin, manager])).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses([stranger, coach, other.people.owner, other.people.student])).toEqual([
      404, 404, 404, 404,
    ]);
    const { url } = (await resultOf(trainer.client, attempt.attempt_id)).handed[0];
    expect((await readAs(stranger.client, url)).status).toBe(404);
    // The address is the trainer's own.
    expect((await readAs(owner.client, url)).status).toBe(403);
    const taken = await started(exam, student);
    const running = (await taken.send()).body.id as number;
    await taken.save(taken.name([running]));
    expect(await askedBy(student, running)).toBe(403);
    expect(await askedBy(trainer, running)).toBe(404);
  });

  test('is saved, not opened, unless nothing in it can run', async () => {
    const work = { file_kinds: ['documents', 'pictures', 'others'], max_files: 5 };
    const attempt = await started(await anExam({}, [{ ...UPLOAD, work }]));
    const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const sent = [
      await attempt.send('a.svg', svg),
      await attempt.send('a.txt', bytes('<html><script>alert(1)</script>')),
      await attempt.send('a.pdf'),
      await attempt.send('a.png', PNG),
    ].map(({ body }) => body.id as number);
    await attempt.finish(attempt.name(sent));
    const { handed } = await resultOf(company.as('trainer'), attempt.attempt_id);
    const seen = [];
    for (const { url, name } of handed as { url: string; name: string }[]) {
      const { headers } = await readAs(company.as('trainer'), url);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      seen.push([name, headers.get('Content-Disposition')!.split(';')[0]]);
    }
    expect(seen).toEqual([
      ['a.svg', 'attachment'],
      ['a.txt', 'attachment'],
      ['a.pdf', 'inline'],
      ['a.png', 'inline'],
    ]);
  });
});

describe('an answer of files', () => {
  test('waits for its mark, without the name its student gave it where names are hidden', async () => {
    const exam = await anExam({ names_hidden: true, publication_after_passing: true });
    const { attempt_id, file } = await handedIn(exam, company.people.student, 'Іваненко.png');
    const trainer = company.as('trainer');
    const { answer } = (await trainer.get(`/course/answers_to_mark/next/?form=${exam.form_id}`)).body;
    expect(answer).toMatchObject({ user: null, response: '', question: { type: 'upload' } });
    expect(answer.question.marking).toEqual({ note: 'Looks at the exits' });
    expect(answer.handed).toMatchObject([{ id: file, name: `${file}.png` }]);
    const told = await readAs(trainer, answer.handed[0].url);
    expect(decodeURIComponent(told.headers.get('Content-Disposition')!)).not.toMatch(/Іваненко/);
    const question_id = exam.questions[0]!.id;
    const marked = await trainer.post(`/course/student_passed_form/${attempt_id}/marks/`, {
      question_id,
      score: 7,
    });
    expect(marked.status).toBe(200);
    const own = await resultOf(company.as('student'), attempt_id);
    expect(own).toMatchObject({ outcome: 'partly', handed: [{ name: 'Іваненко.png' }] });
    expect((await readAs(company.as('student'), own.handed[0].url)).status).toBe(200);
  });

  test('without a file is none: it is refused where it is required, and waits for nobody', async () => {
    const exam = await anExam({}, [{ ...UPLOAD, required: true }]);
    const attempt = await started(exam);
    expect((await attempt.finish(attempt.name([]))).status).toBe(400);
    expect((await attempt.finish(attempt.name([(await attempt.send()).body.id], 2))).status).toBe(200);
    const free = await started(await anExam());
    expect((await free.finish([])).status).toBe(200);
    expect(await resultOf(company.as('trainer'), free.attempt_id)).toMatchObject({
      outcome: 'not_answered',
      handed: [],
    });
  });

  test('goes with the person, its bytes too, and stands in both archives before', async () => {
    const person = await company.aPerson('student');
    const group = await company.aGroup({ students: [person] });
    const course = await company.aCourse({ group });
    const exam = await company.anExam({ course, questions: [UPLOAD] });
    const { file, attempt_id } = await handedIn(exam, person);
    const own = (await person.client.get('/accounts/export/')).text;
    expect(own).toMatch(/"name": ?"план\.pdf"/);
    const [{ key }] = (await asSystem<{ key: string }>(['select key from media where id = $1', [file]])) as [
      { key: string },
    ];
    await asSystem(['select erase_memberships($1, array[$2::integer])', [company.id, person.id]]);
    await discardStaleFiles(env, new Db(env));
    expect(await env.FILES.get(key)).toBeNull();
    expect(await asSystem(['select 1 from attempt_files where attempt_id = $1', [attempt_id]])).toEqual([]);
    expect(await resultOf(company.as('owner'), attempt_id)).toMatchObject({ handed: [] });
  });
});

test('what a question takes is kept by its draft, with the ordinary where its author says nothing', async () => {
  const exam = await anExam({}, [
    { ...UPLOAD, work: {} },
    {
      ...UPLOAD,
      title: 'Words are of texts',
      work: { min_words: 5, max_files: 5, file_kinds: ['recordings'] },
    },
  ]);
  const draft = await company.as('trainer').get(`/course/course/${exam.course.id}/form/${exam.form_id}/`);
  expect(draft.body.questions.map(({ work }: { work?: object }) => work)).toEqual([
    undefined,
    { max_files: 5, file_kinds: ['recordings'] },
  ]);
  const [version] = await asSystem<{ choices: Record<string, unknown> }>([
    'select choices from form_versions where form_id = $1',
    [exam.form_id],
  ]);
  expect(version!.choices[exam.questions[0]!.id]).toMatchObject({
    most: 1,
    kinds: ['documents', 'pictures'],
    bytes: 50 * 1024 ** 2,
  });
});

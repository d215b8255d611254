import { expect, test } from 'vitest';
import { writeQti } from '../../../../worker/exams/exchange/qti/qti-writer.ts';
import type { Company } from '../../../factories/company.ts';
import { sendToBank } from '../../../support/api/bank-files.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SOURCE = `<quiz>
<question type="shortanswer">
  <name><text>Capital</text></name>
  <questiontext format="html"><text><![CDATA[<p>Which city?</p><p><img src="@@PLUGINFILE@@/map.png"></p>]]></text>
    <file name="map.png" path="/" encoding="base64">${PIXEL}</file></questiontext>
  <answer fraction="100"><text>Kyiv</text></answer>
</question>
<question type="calculated"><name><text>No</text></name><questiontext><text>Sum</text></questiontext></question>
</quiz>`;

const textOf = async (company: Company, path: string, as: 'trainer' | 'owner' = 'trainer') => {
  const response = await world.fetch(`/api/v1${path}`, {
    headers: { Authorization: `Bearer ${company.people[as].client.token}` },
  });
  return { status: response.status, text: await response.text() };
};
const aFolder = async (company: Company, name: string, parent_id: number | null = null): Promise<number> =>
  (await company.as('trainer').post('/bank/folders/', { name, parent_id })).body.id;
const lying = async (company: Company, folder: number) =>
  (await company.as('trainer').get(`/bank/questions/?folder=${folder}`)).body.results;
const aQuestion = (title: string) => ({
  title,
  answers: [
    { title: 'yes', is_right_answer: true },
    { title: 'no', is_right_answer: false },
  ],
});

test('a file is tried first, then fills a folder with its pictures, one version each', async () => {
  const company = await aCompany();
  const folder = await aFolder(company, 'From Moodle');
  const tried = await sendToBank(company, folder, SOURCE, 'format=moodle&dry_run=true');
  expect(tried.body).toMatchObject({
    rows: [{ title: 'Which city?', problems: [], files: 1 }, { problems: ['unsupported_type'] }],
    added: [],
  });
  expect(await lying(company, folder)).toEqual([]);
  const { status, body } = await sendToBank(company, folder, SOURCE, 'format=moodle');
  expect([status, body.added.length]).toEqual([200, 1]);
  const [question] = await lying(company, folder);
  expect(question).toMatchObject({ id: body.added[0], title: 'Which city?', type: 'short_answer', files: 1 });
  const read = (await company.as('trainer').get(`/bank/questions/${question.id}/`)).body;
  expect(read.question.description).toMatch(/\/api\/v1\/media\/\d+/);
  expect(read.version).toBe(1);
});

test('what no test could be published with is refused, and so is a folder of elsewhere', async () => {
  const [company, other] = await Promise.all([aCompany(), aCompany()]);
  const folder = await aFolder(company, 'Whole');
  const survey = '::Q::What do you think? {=%50%a ~b}\n\n::R::Sure? {=yes ~no}\n\n::S::None right {~a ~b}';
  const { body } = await sendToBank(company, folder, survey, 'format=gift&dry_run=true');
  expect(body.rows.map(({ problems }: { problems: string[] }) => problems)).toContainEqual(['incomplete']);
  expect(body.rows.some(({ problems }: { problems: string[] }) => problems.length === 0)).toBe(true);
  expect((await sendToBank(other, folder, survey, 'format=gift')).status).toBe(404);
  expect(await lying(company, folder)).toEqual([]);
});

test('of sections that are no categories, and of what is said of these, it is told that it stays behind', async () => {
  const company = await aCompany();
  const folder = await aFolder(company, 'Sections');
  const left = async (body: string | Uint8Array<ArrayBuffer>, format: string) =>
    (await sendToBank(company, folder, body, `format=${format}&dry_run=true`)).body.rows.map(
      (row: { left_out: string[] }) => row.left_out,
    );
  const written = { description: '', multiple_right_answers: false, required: false, score: 1 };
  const section = { title: 'A', introduction: '' };
  const answers = [
    { title: 'a', is_right_answer: true },
    { title: 'b', is_right_answer: false },
  ];
  const packed = await writeQti('Test', [{ ...written, title: 'First?', section, answers }], '2.1');
  expect(await left(packed, 'qti')).toEqual([['sections']]);
  const gift = '$CATEGORY: top/A\n// osnova: introduction=Read on.\n\nFirst? {=a ~b}';
  expect(await left(gift, 'gift')).toEqual([['introductions']]);
  expect(await left(gift.replace('/A', ''), 'gift')).toEqual([[]]);
});

test('a question whose picture stayed behind is refused for that', async () => {
  const company = await aCompany();
  const folder = await aFolder(company, 'Places');
  const source = '// osnova: place=rect 0.1 0.2 0.3 0.4: the door\nWhere is the door? {}';
  const { body } = await sendToBank(company, folder, source, 'format=gift&dry_run=true');
  expect(body.rows).toMatchObject([{ problems: ['no_picture'] }]);
});

test('a file brings in as many questions as one takes out, and one with more is told that it has', async () => {
  const company = await aCompany();
  const folder = await aFolder(company, 'Many');
  const file = (count: number) => Array.from({ length: count }, (_, n) => `Q${n} {=a ~b}`).join('\n\n');
  const tried = (count: number) => sendToBank(company, folder, file(count), 'format=gift&dry_run=true');
  expect((await tried(2000)).body.rows).toHaveLength(2000);
  expect(await tried(2001)).toMatchObject({
    status: 400,
    body: { file: ['The file has more than 2000 questions'] },
  });
});

test('a folder goes out with those within it, without what the caller is asked or what was put away', async () => {
  const company = await aCompany();
  const trainer = company.as('trainer');
  const [outer, beside] = [await aFolder(company, 'Outer'), await aFolder(company, 'Beside')];
  const inner = await aFolder(company, 'Inner', outer);
  const add = async (folder_id: number, title: string): Promise<number> =>
    (await trainer.post('/bank/questions/', { folder_id, question: aQuestion(title) })).body.id;
  await add(outer, 'In outer');
  await add(inner, 'In inner');
  await add(beside, 'In beside');
  const away = await add(inner, 'Put away');
  await trainer.post('/bank/questions/place/', { question_ids: [away], archived: true });
  const out = async (query: string) =>
    (await textOf(company, `/bank/export_questions/?format=gift${query}`)).text;
  expect(await out(`&folder=${outer}&subfolders=true`)).toMatch(
    /Outer\n[^]*In outer[^]*Outer\/Inner\n[^]*In inner/,
  );
  const alone = await out(`&folder=${outer}`);
  expect(alone).toContain('In outer');
  expect(alone).not.toMatch(/In inner|In beside|Put away/);
  const all = await out('&subfolders=true');
  expect(all).toMatch(/In beside/);
  const exam = await company.anExam({ questions: [aQuestion('In beside')] });
  await asSystem([
    'insert into assignments (company_id, form_id, user_id) values ($1, $2, $3)',
    [company.id, exam.form_id, company.people.trainer.id],
  ]);
  expect(await out('&subfolders=true')).not.toContain('In beside');
  const again = await aFolder(company, 'Again');
  expect((await sendToBank(company, again, all, 'format=gift&copies=true')).body.added).toHaveLength(3);
});

test('an earlier version comes back with its words and pictures as the next one, unless another came between', async () => {
  const company = await aCompany();
  const trainer = company.as('trainer');
  const folder = await aFolder(company, 'Versions');
  const [id] = (await sendToBank(company, folder, SOURCE, 'format=moodle')).body.added;
  const path = `/bank/questions/${id}/`;
  const first = (await trainer.get(path)).body;
  const old = first.version as number;
  const [picture] = first.question.files;
  await trainer.patch(path, { version: old, question: { ...aQuestion('Other words'), description: '' } });
  await trainer.delete(`/course/questions/${id}/remove_file/${picture.id}/`);
  const changed = (await trainer.get(path)).body;
  expect(changed.question).toMatchObject({ title: 'Other words', files: [] });
  const restore = (number: number, version: number) => trainer.post(`${path}restore/`, { number, version });
  expect((await restore(old, old)).body.code).toBe('bank_question_changed');
  expect((await restore(99, changed.version)).status).toBe(404);
  expect(await restore(old, changed.version)).toMatchObject({
    status: 200,
    body: { version: changed.version + 1 },
  });
  const back = (await trainer.get(path)).body;
  expect(back.question).toMatchObject({ title: 'Which city?', type: 'short_answer' });
  expect(back.question.files.map((file: { id: number }) => file.id)).toEqual([picture.id]);
  expect(back.versions[0].question.title).toBe('Which city?');
});

test('what is published goes out as it is, whatever the draft says by now', async () => {
  const company = await aCompany();
  const exam = await company.anExam({ questions: [aQuestion('First')] });
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  const owner = company.as('owner');
  const write = (title: string) =>
    owner.post('/course/update_questions/', { form_id: exam.form_id, questions: [aQuestion(title)] });
  await write('Second');
  await owner.post(`${form}/publish/`);
  await write('Draft');
  const out = async (query: string) =>
    (await textOf(company, `${form}/export_questions/?format=gift${query}`)).text;
  expect(await out('')).toContain('Draft');
  expect(await out('&published=true')).toContain('Second');
  expect(await out('&version=1')).toContain('First');
  expect((await textOf(company, `${form}/export_questions/?format=gift&version=9`)).status).toBe(404);
});

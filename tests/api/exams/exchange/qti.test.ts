import { expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { aCompany, world } from '../../../support/api/world.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;

const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);
const formOf = ({ course, form_id }: Exam) => `/course/course/${course.id}/form/${form_id}`;
const draftOf = async (client: Client, exam: Exam) => (await client.get(`${formOf(exam)}/`)).body;

async function send(client: Client, path: string, body: Uint8Array<ArrayBuffer>) {
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' };
  return answerOf(await world.fetch(`/api/v1${path}`, { method: 'POST', headers, body }));
}

async function packageOf(client: Client, exam: Exam, format: string) {
  const headers = { Authorization: `Bearer ${client.token}` };
  const response = await world.fetch(`/api/v1${formOf(exam)}/export_questions/?format=${format}`, {
    headers,
  });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test.each(['qti_2_1', 'qti_2_2', 'qti_3_0'])(
  'a test goes out as %s and comes in again with its files',
  async (format) => {
    const company = await aCompany();
    const [from, to] = [await company.anExam(), await company.anExam()];
    const trainer = company.as('trainer');
    const question = from.questions[0]!.id;
    const picture = await send(
      trainer,
      `/course/questions/${question}/upload_files/?kind=inline&name=map.png`,
      PICTURE,
    );
    await send(trainer, `/course/questions/${question}/upload_files/?kind=attachment&name=plan.png`, PICTURE);
    const { questions: drafted } = await draftOf(trainer, from);
    drafted[0].description = `<p>See <img src="/api/v1/media/${picture.body.id}" alt="A map"></p>`;
    await trainer.post('/course/update_questions/', { form_id: from.form_id, questions: drafted });
    await trainer.post('/course/update_questions/', { form_id: to.form_id, questions: [] });
    const { bytes } = await packageOf(trainer, from, format);
    const { body } = await send(trainer, `${formOf(to)}/import_questions/?format=qti`, bytes);
    expect(body.rows).toMatchObject([
      {
        line: 1,
        title: 'One',
        problems: [],
        left_out: [],
        files: 2,
        named: 'choiceInteraction',
        source: 'item-1.xml',
      },
      { line: 2, problems: [] },
      { line: 3, problems: [] },
    ]);
    const { questions } = await draftOf(trainer, from);
    const bare = (one: {
      description: string;
      files: { name: string; kind: string }[];
      answers: { id: number }[];
    }) => ({
      ...one,
      id: 0,
      description: one.description.replace(/media\/\d+[^"]*/, 'media'),
      files: one.files.map(({ name, kind }) => [name, kind]),
      answers: one.answers.map(({ id: _id, ...answer }) => answer),
    });
    expect(body.questions.map(bare)).toEqual(questions.map(bare));
    expect(body.questions[0].files).toHaveLength(2);
    expect((await packageOf((await aCompany()).as('owner'), from, format)).status).toBe(404);
  },
);

test('what is no package is refused with its reason', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const refusal = async (body: Uint8Array<ArrayBuffer>) =>
    (await send(company.as('owner'), `${formOf(exam)}/import_questions/?format=qti`, body)).body;
  expect(await refusal(new Uint8Array([0x50, 0x4b, 3, 4, 0]))).toEqual({ file: ['The package is damaged'] });
  const text = (xml: string) => new Uint8Array(new TextEncoder().encode(xml));
  expect(await refusal(text('<questestinterop/>'))).toEqual({
    file: ['The package is of QTI 1, which is not read'],
  });
  expect(await refusal(text('<html/>'))).toEqual({ file: ['The package has no QTI questions'] });
});

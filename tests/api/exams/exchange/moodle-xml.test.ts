import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { aCompany, world } from '../../../support/api/world.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;

const PACKED =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const formOf = ({ course, form_id }: Exam) => `/course/course/${course.id}/form/${form_id}`;
const draftOf = async (client: Client, exam: Exam) => (await client.get(`${formOf(exam)}/`)).body;

async function sendText(client: Client, exam: Exam, text: string, query = '') {
  const response = await world.fetch(`/api/v1${formOf(exam)}/import_questions/?format=moodle${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' },
    body: text,
  });
  return answerOf(response);
}

async function exported(client: Client, exam: Exam) {
  const response = await world.fetch(`/api/v1${formOf(exam)}/export_questions/?format=moodle`, {
    headers: { Authorization: `Bearer ${client.token}` },
  });
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() };
}

const pictureOf = (question: { description: string }) =>
  /\/api\/v1\/media\/(\d+)/.exec(question.description)?.[1];

const SOURCE = `<quiz>
<question type="category"><category><text>$course$/top</text></category></question>
<question type="multichoice">
  <name><text>Map</text></name>
  <questiontext format="html">
    <text><![CDATA[<p>Where is it?</p><p><img src="@@PLUGINFILE@@/my%20map.png" alt="A map" onerror="alert(1)"><script>alert(2)</script></p>
      <p><img src="https://elsewhere.example/spy.png"></p>]]></text>
    <file name="my map.png" path="/" encoding="base64">${PACKED}</file>
  </questiontext>
  <defaultgrade>2.0000000</defaultgrade><single>true</single>
  <answer fraction="100" format="html"><text>&lt;p&gt;Kyiv&lt;/p&gt;</text><feedback><text>Yes</text></feedback></answer>
  <answer fraction="0" format="html"><text>Lviv</text></answer>
</question>
<question type="shortanswer">
  <name><text>Fake</text></name>
  <questiontext format="html"><text>Name it <![CDATA[<img src="@@PLUGINFILE@@/fake.png">]]></text>
    <file name="fake.png" path="/" encoding="base64">PGh0bWw+PC9odG1sPg==</file></questiontext>
  <answer fraction="100"><text>Kyiv</text></answer>
</question>
<question type="calculated"><name><text>Drag</text></name><questiontext><text>Drag it</text></questiontext></question>
</quiz>`;

describe('a Moodle XML file', () => {
  test('brings its pictures along, and says by line what is refused and what stays behind', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const trainer = company.as('trainer');
    const dry = await sendText(trainer, exam, SOURCE, '&dry_run=true');
    expect(dry.body.rows).toEqual([
      {
        line: 3,
        title: 'Where is it?',
        answers: 2,
        problems: [],
        left_out: ['files'],
        files: 1,
        named: 'multichoice',
        source: '',
        same_as: null,
      },
      {
        line: 14,
        title: 'Name it',
        answers: 1,
        problems: [],
        left_out: ['files'],
        files: 0,
        named: 'shortanswer',
        source: '',
        same_as: null,
      },
      {
        line: 20,
        title: 'Drag it',
        answers: 0,
        problems: ['unsupported_type'],
        left_out: [],
        files: 0,
        named: 'calculated',
        source: '',
        same_as: null,
      },
    ]);
    expect((await draftOf(trainer, exam)).questions).toHaveLength(3);
    const { body } = await sendText(trainer, exam, SOURCE);
    expect(body.questions).toMatchObject([
      {
        title: 'Where is it?',
        score: 2,
        files: [{ name: 'my map.png', kind: 'inline', width: 1, height: 1 }],
      },
      { title: 'Name it', type: 'short_answer', description: '', files: [] },
    ]);
    expect(body.questions[0].description).not.toMatch(/script|alert|elsewhere/);
    const picture = pictureOf(body.questions[0]);
    expect(picture).toBe(String(body.questions[0].files[0].id));
    const shown = await world.fetch(body.questions[0].files[0].url, {
      headers: { Authorization: `Bearer ${trainer.token}` },
    });
    expect(shown.headers.get('Content-Type')).toBe('image/png');
  });

  test('that was exported is the same test with its files, and nobody else gets it', async () => {
    const company = await aCompany();
    const [from, to] = [await company.anExam(), await company.anExam()];
    const owner = company.as('owner');
    await sendText(owner, from, SOURCE);
    const file = await exported(owner, from);
    expect(file.type).toContain('text/xml');
    const { questions } = await draftOf(owner, from);
    await owner.post('/course/update_questions/', { form_id: to.form_id, questions: [] });
    const back = await sendText(owner, to, file.text);
    expect(
      back.body.rows.map(({ problems, left_out }: { problems: []; left_out: [] }) => [problems, left_out]),
    ).toEqual(questions.map(() => [[], []]));
    const bare = (one: {
      id: number;
      description: string;
      files: { name: string }[];
      answers: { id: number }[];
    }) => ({
      ...one,
      id: 0,
      description: one.description.replace(/media\/\d+[^"]*/, 'media'),
      files: one.files.map(({ name }) => name),
      answers: one.answers.map(({ id: _id, ...answer }) => answer),
    });
    expect(back.body.questions.map(bare)).toEqual(questions.map(bare));
    expect(pictureOf(back.body.questions[3])).not.toBe(pictureOf(questions[3]));
    const other = (await aCompany()).as('owner');
    expect((await exported(other, from)).status).toBe(404);
    expect((await exported(company.as('student'), from)).status).toBe(403);
    expect((await exported(company.as('manager'), from)).status).toBe(403);
    expect((await sendText(other, from, SOURCE)).status).toBe(404);
  });

  test('that is refused leaves no file behind', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const count = async () => (await env.FILES.list({ prefix: 'questions/' })).objects.length;
    const before = await count();
    const stale = await sendText(owner, exam, SOURCE, '&revision=00000000000000000000000000000000');
    expect(stale.status).toBe(409);
    expect(await count()).toBe(before);
  });

  test.each([
    [
      '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>',
      'The file declares a DOCTYPE, which is not read',
    ],
    ['<quiz>\n<question></quiz>', 'The XML is broken in line 2'],
    ['<quiz>&unknown;</quiz>', 'The XML is broken in line 1'],
    ['<html/>', 'The file is no Moodle XML'],
    ['<quiz/>', 'The file has no rows'],
    [`<quiz>${'<a>'.repeat(120)}`, 'The file holds more than can be read at once'],
  ])('%s is refused with its reason', async (text, message) => {
    const company = await aCompany();
    const exam = await company.anExam();
    expect((await sendText(company.as('owner'), exam, text)).body).toEqual({ file: [message] });
  });
});

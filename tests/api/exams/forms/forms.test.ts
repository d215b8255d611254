import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;

const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

const formOf = ({ course, form_id }: Exam) => `/course/course/${course.id}/form/${form_id}`;

/** Sends bytes as they are. */
async function sendBytes(client: Client, path: string, bytes: Uint8Array) {
  const response = await world.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  return answerOf(response);
}

async function bytesOf(client: Client, path: string) {
  const response = await world.fetch(path, {
    method: 'GET',
    headers: { Authorization: `Bearer ${client.token}` },
  });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const upload = (client: Client, question: number, kind = 'attachment', name = 'map.png') =>
  sendBytes(client, `/course/questions/${question}/upload_files/?kind=${kind}&name=${name}`, PICTURE);

const draftOf = async (client: Client, exam: Exam) => (await client.get(`${formOf(exam)}/`)).body;

describe('a draft', () => {
  test('that was changed elsewhere refuses what was made from an older one, and keeps what it has', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const { revision, questions } = await draftOf(owner, exam);
    const first = await owner.patch(`${formOf(exam)}/`, { passing_score: 70, revision });
    expect(first.status).toBe(200);
    const late = [
      await owner.patch(`${formOf(exam)}/`, { passing_score: 80, revision }),
      await owner.post('/course/update_questions/', { form_id: exam.form_id, questions: [], revision }),
      await owner.delete(`/course/questions/${exam.questions[0]!.id}/?revision=${revision}`),
      await owner.post(`${formOf(exam)}/copy_questions/`, {
        question_ids: [exam.questions[0]!.id],
        revision,
      }),
    ];
    expect(late.map(({ status, body }) => [status, body.code])).toEqual(
      late.map(() => [409, 'draft_changed']),
    );
    const after = await draftOf(owner, exam);
    expect(after).toMatchObject({ passing_score: 70, revision: first.body.revision });
    expect(after.questions).toEqual(questions);
    const next = await owner.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: questions.toReversed(),
      revision: first.body.revision,
    });
    expect(next.body.questions.map(({ id }: { id: number }) => id)).toEqual(
      exam.questions.map(({ id }) => id).toReversed(),
    );
    expect(next.body.revision).not.toBe(first.body.revision);
  });

  test('gives its material the name that it takes, and none that it refuses', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const named = async () => {
      const material = `/course/course/${exam.course.id}/educational_material/${exam.material_id}/`;
      return [(await owner.get(material)).body.name, (await draftOf(owner, exam)).name];
    };
    const { revision } = await draftOf(owner, exam);
    await owner.patch(`${formOf(exam)}/`, { name: 'Змінено в А', revision });
    expect(await named()).toEqual(['Змінено в А', 'Змінено в А']);
    expect((await owner.patch(`${formOf(exam)}/`, { name: 'Змінено в Б', revision })).status).toBe(409);
    expect(await named()).toEqual(['Змінено в А', 'Змінено в А']);
    const other = await company.anExam({ course: exam.course });
    const taken = await owner.patch(`${formOf(other)}/`, { name: 'Змінено в А' });
    expect([taken.status, taken.body]).toEqual([400, { name: [expect.any(String)] }]);
  });

  test('of two saves at once from the same state takes one', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const { revision } = await draftOf(owner, exam);
    const answers = await Promise.all(
      [61, 62, 63, 64].map((passing_score) => owner.patch(`${formOf(exam)}/`, { passing_score, revision })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  test('holds what is not written yet, and publishing names the question', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const { questions } = await draftOf(owner, exam);
    const save = (last: unknown) =>
      owner.post('/course/update_questions/', { form_id: exam.form_id, questions: [...questions, last] });
    const empty = { title: '', is_right_answer: false };
    expect((await save({ title: '', answers: [empty, empty] })).status).toBe(200);
    expect((await owner.post(`${formOf(exam)}/publish/`)).body).toEqual({
      'questions.3': ['Write the text of the question'],
    });
    await save({ title: 'Four', answers: [{ title: 'a', is_right_answer: true }, empty] });
    expect((await owner.post(`${formOf(exam)}/publish/`)).body).toEqual({
      'questions.3': ['Write the text of every answer'],
    });
  });

  test('keeps rich descriptions, without what would run', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const { body } = await company.as('trainer').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [
        {
          title: 'Table',
          description:
            '<table><tbody><tr><td>1</td></tr></tbody></table><script>alert(1)</script><img src="https://other.example/x.png"><span data-type="inline-math" data-latex="x^2"></span>',
          answers: [],
        },
      ],
    });
    expect(body.questions[0].description).toBe(
      '<table><tbody><tr><td>1</td></tr></tbody></table><span data-type="inline-math" data-latex="x^2"></span>',
    );
  });

  test('loses one question alone, which a save with its id brings back', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const before = await draftOf(owner, exam);
    const gone = await owner.delete(
      `/course/questions/${exam.questions[1]!.id}/?revision=${before.revision}`,
    );
    const after = await draftOf(owner, exam);
    expect(after.questions.map(({ title }: { title: string }) => title)).toEqual(['One', 'Three']);
    expect(gone.body).toEqual({ revision: after.revision });
    const back = await owner.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: before.questions,
      revision: after.revision,
    });
    expect(back.body).toEqual({ questions: before.questions, revision: before.revision });
    expect((await owner.delete(`/course/questions/${exam.questions[1]!.id}/`)).status).toBe(200);
    expect((await owner.delete(`/course/questions/${exam.questions[1]!.id}/`)).status).toBe(404);
  });

  test('tells before publishing what would change, and for whom', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    await startAttempt(company.as('student'), exam);
    const { questions } = await draftOf(owner, exam);
    await owner.patch(`${formOf(exam)}/`, { passing_score: 75, shuffle_questions: true });
    await owner.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [
        { ...questions[0], title: 'Changed' },
        questions[1],
        {
          title: 'New',
          answers: questions[0].answers.map(({ id: _id, ...answer }: { id: number }) => answer),
        },
      ],
    });
    expect((await owner.get(`${formOf(exam)}/publish/`)).body).toEqual({
      version: 2,
      questions: { added: 1, changed: 1, removed: 1 },
      settings: ['passing_score', 'shuffle_questions'],
      unfilled_draws: [],
      students: 1,
      running: 1,
      completed: 0,
    });
  });
});

describe('the files of a question', () => {
  test('are read during the attempt by who takes it and by who teaches, by nobody else', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const question = exam.questions[0]!.id;
    const shown = await upload(owner, question);
    const inText = await upload(company.as('trainer'), question, 'inline');
    expect([shown.status, inText.status]).toEqual([201, 201]);
    const { questions } = await draftOf(owner, exam);
    questions[0].description = `<p>Look: <img src="/api/v1/media/${inText.body.id}"></p>`;
    await owner.post('/course/update_questions/', { form_id: exam.form_id, questions });
    const draft = await draftOf(owner, exam);
    expect(draft.questions[0].files).toMatchObject([
      { id: inText.body.id, kind: 'inline', width: 1, height: 1 },
      { id: shown.body.id, kind: 'attachment', name: 'map.png', group: 'image', size: PICTURE.length },
    ]);

    const student = company.as('student');
    const started = () => startAttempt(student, exam, { take_over: true });
    // The version that students have shows nothing of it yet.
    const early = await startAttempt(student, exam);
    expect(early.body.questions[0].files).toEqual([]);
    const [ownerUrl] = [draft.questions[0].files[1].url as string];
    expect((await bytesOf(owner, ownerUrl)).status).toBe(200);
    expect((await bytesOf(student, ownerUrl)).status).toBe(404);
    await early.finish();

    expect((await owner.post(`${formOf(exam)}/publish/`)).status).toBe(200);
    const { body: second } = await startAttempt(student, exam);
    const [file] = second.questions[0].files;
    expect(file).toMatchObject({
      id: shown.body.id,
      name: 'map.png',
      content_type: 'image/png',
      width: 1,
      height: 1,
    });
    expect(second.questions[0].files).toHaveLength(1);
    const picture = /src="([^"]+)"/.exec(second.questions[0].description)![1]!.replaceAll('&amp;', '&');
    expect(await bytesOf(student, file.url)).toMatchObject({ status: 200, bytes: PICTURE });
    expect((await bytesOf(student, picture)).status).toBe(200);

    const [peer, foreign, otherTrainer] = [
      await company.aPerson('student'),
      (await aCompany()).people.owner,
      await company.aPerson('trainer'),
    ];
    const address = `/api/v1/media/${shown.body.id}`;
    for (const nobody of [peer, foreign, otherTrainer]) {
      expect((await bytesOf(nobody.client, file.url)).status).toBe(404);
      expect((await bytesOf(nobody.client, address)).status).toBe(404);
    }
    // Another's address is no address.
    expect((await bytesOf(company.as('trainer'), file.url)).status).toBe(403);

    // Taken from the draft, it stays with the version, and with the result.
    expect((await owner.delete(`/course/questions/${question}/remove_file/${shown.body.id}/`)).status).toBe(
      204,
    );
    expect((await draftOf(owner, exam)).questions[0].files).toHaveLength(1);
    expect((await started()).body.questions[0].files).toHaveLength(1);
    const again = await started();
    await again.finish();
    const { body: result } = await student.get(`/course/student_passed_form/${again.attempt_id}/`);
    expect(result.score_explanation[0].files).toMatchObject([{ id: shown.body.id }]);
    expect((await bytesOf(student, result.score_explanation[0].files[0].url)).status).toBe(200);
  });

  test('are ten at most, and only what a browser shows', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const trainer = company.as('trainer');
    const question = exam.questions[0]!.id;
    for (let count = 0; count < 10; count += 1) expect((await upload(trainer, question)).status).toBe(201);
    expect((await upload(trainer, question)).body).toEqual({ file: ['No more than 10 files may be added'] });
    const other = exam.questions[1]!.id;
    const refused = { file: ['The file format does not match the required one'] };
    expect((await upload(trainer, other, 'attachment', 'a.exe')).body).toEqual(refused);
    expect((await upload(trainer, other, 'inline', 'a.pdf')).body).toEqual(refused);
    // A picture by its name alone.
    expect(
      (await sendBytes(trainer, `/course/questions/${other}/upload_files/?name=a.pdf`, PICTURE)).body,
    ).toEqual(refused);
  });

  test('of one form come all, or none where one is refused', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const question = exam.questions[0]!.id;
    const send = async (files: [field: string, name: string][]) => {
      const body = new FormData();
      for (const [field, name] of files) body.append(field, new File([PICTURE], name));
      const headers = { Authorization: `Bearer ${company.as('owner').token}` };
      const path = `/api/v1/course/questions/${question}/upload_files/`;
      return answerOf(await world.fetch(path, { method: 'POST', headers, body }));
    };
    const names = async () =>
      (await draftOf(company.as('owner'), exam)).questions[0].files.map(({ name }: { name: string }) => name);
    expect(
      (
        await send([
          ['file', 'one.png'],
          ['file', 'a.exe'],
        ])
      ).status,
    ).toBe(400);
    expect(await names()).toEqual([]);
    const sent = await send([
      ['file', 'one.png'],
      ['file', 'two.png'],
      ['files', 'three.png'],
    ]);
    expect(sent).toMatchObject({ status: 201, body: { others: [{}, {}] } });
    expect(await names()).toEqual(['one.png', 'two.png', 'three.png']);
    expect((await send([['files', 'four.png']])).body.others).toBeUndefined();
    expect(await names()).toEqual(['one.png', 'two.png', 'three.png', 'four.png']);
  });

  test('sent to storage come with their completion', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const question = exam.questions[0]!.id;
    const begun = await owner.post(`/course/questions/${question}/upload_files/`, {
      name: 'a.png',
      size: PICTURE.length,
      kind: 'attachment',
    });
    expect(begun).toMatchObject({ status: 201, body: { upload: { method: 'PUT' }, part_size: null } });
    const complete = () =>
      owner.post(`/course/questions/${question}/upload_files/${begun.body.id}/complete/`, {});
    expect((await complete()).body).toEqual({ file: ['The upload is not complete yet'] });
    const [stored] = await asSystem<{ key: string }>([
      'select key from media where id = $1',
      [begun.body.id],
    ]);
    await env.FILES.put(stored!.key, PICTURE);
    expect((await complete()).body).toMatchObject({
      id: begun.body.id,
      name: 'a.png',
      kind: 'attachment',
      width: 1,
      height: 1,
    });
    expect((await draftOf(owner, exam)).questions[0].files).toHaveLength(1);
  });
});

test('a preview shows what a student would get and see, and stores nothing', async () => {
  const company = await aCompany();
  const exam = await company.anExam({ settings: { shuffle_answers: true, show_right_answers: false } });
  const trainer = company.as('trainer');
  const count = () =>
    asSystem([
      `select (select count(*) from attempts) as attempts, (select count(*) from gradings) as gradings,
              (select count(*) from assignments) as assignments, (select count(*) from history) as history`,
    ]);
  const before = await count();
  const preview = (body: object) => trainer.post(`${formOf(exam)}/preview/`, { seed: 7, ...body });
  const asked = await preview({});
  expect(asked.body).toMatchObject({ minutes: 10, result: null });
  expect(JSON.stringify(asked.body)).not.toContain('is_right_answer');
  expect((await preview({})).body).toMatchObject({
    questions: asked.body.questions.map(({ id, answers }: { id: number; answers: { id: number }[] }) => ({
      id,
      answers: answers.map((answer) => ({ id: answer.id })),
    })),
  });
  const answers = answersOf(exam.questions).map(({ question_id, answer_ids }) => ({
    question_id,
    answer_ids,
  }));
  expect((await preview({ answers })).body.result).toMatchObject({
    passed_successfully: true,
    percent: 100,
    score: 4,
  });
  const { result } = (await preview({ answers: answers.slice(1) })).body;
  expect(result).toMatchObject({ passed_successfully: false, score: 2, percent: 50 });
  // The key stays hidden where the form hides it.
  expect(JSON.stringify(result.score_explanation[0].answers)).not.toContain('is_right_answer');
  await trainer.patch(`${formOf(exam)}/`, { publication_after_passing: false });
  const unpublished = (await preview({ answers })).body.result;
  expect(unpublished.published).toBe(false);
  expect(unpublished).not.toHaveProperty('score');
  const after = await count();
  expect(Number(after[0]!['history' as never])).toBe(Number(before[0]!['history' as never]) + 1);
  expect({ ...after[0]!, history: 0 }).toEqual({ ...before[0]!, history: 0 });
});

describe('questions from a file', () => {
  const PLAIN = {
    type: 'choice',
    credit: 'all',
    match_case: false,
    unit: '',
    gap_text: '',
    feedback: '',
    description: '',
    multiple_right_answers: false,
    required: false,
    score: 1,
  };
  const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
  const QUESTIONS = [
    {
      title: '=Formula?',
      description: '<p>First</p><p>Second &lt;b&gt;</p>',
      multiple_right_answers: false,
      required: true,
      score: 5,
      answers: [
        { title: '-1', is_right_answer: false },
        { title: '007', is_right_answer: true },
      ],
    },
    {
      title: 'Several',
      description: '<p>With a <strong>table</strong></p><table><tbody><tr><td>1</td></tr></tbody></table>',
      multiple_right_answers: true,
      required: false,
      score: 0,
      credit: 'parts',
      answers: Array.from({ length: 8 }, (_, at) => ({ title: `a${at}`, is_right_answer: at % 2 === 0 })),
    },
    {
      title: 'Capital?',
      type: 'short_answer',
      match_case: true,
      answers: [right('Київ'), right('Ки*в \\* 2', { percent: 50 }), right('50 %: half')],
    },
    {
      title: 'Weight?',
      type: 'number',
      unit: 'кг / м',
      answers: [right('1500', { tolerance: '1%' }), right('-1,5', { percent: 33, tolerance: '0.5' })],
    },
    {
      title: 'In order',
      type: 'ordering',
      answers: ['one', 'two', '~three {3}'].map((title) => right(title)),
    },
    {
      title: 'Pairs',
      type: 'matching',
      answers: [
        right('a → b', { match: 'c → d' }),
        right('e', { match: 'f' }),
        { ...right('', { match: 'g' }), is_right_answer: false },
      ],
    },
    {
      title: 'More pairs',
      type: 'matching',
      credit: 'parts',
      answers: [right('a', { match: 'b' }), right('c', { match: 'd' })],
    },
    {
      title: 'Gaps',
      type: 'gaps',
      credit: 'parts',
      match_case: true,
      gap_text: 'One [[1]],\na \\[[ literal [[ and [[2]]',
      answers: [
        right('a | b', { gap: 1 }),
        right('~c ]] d', { gap: 1, percent: 50, feedback: 'nearly\n{50%}' }),
        right('5%: e\\*', { gap: 2 }),
        { title: 'f', is_right_answer: false, gap: 2 },
      ],
    },
    {
      title: 'Near miss',
      feedback: 'A mile is longer.\nSee the table.',
      credit: 'parts',
      answers: [
        right('50 %: mile'),
        { title: 'yard', is_right_answer: false, percent: 33, feedback: '=Less' },
        { title: 'foot', is_right_answer: false },
      ],
    },
  ].map((question) => ({ ...PLAIN, ...question }));
  const bare = (questions: { id: number; files: unknown; answers: { id: number }[] }[]) =>
    questions.map(({ id: _id, files: _files, answers, ...question }) => ({
      ...question,
      answers: answers.map(({ id: _answer, ...answer }) => answer),
    }));

  const TAKEN = { problems: [], left_out: [], files: 0, named: '', source: '', same_as: null };

  test('that was exported are the same questions, as a sheet and as GIFT', async () => {
    const company = await aCompany();
    const [from, to] = [await company.anExam(), await company.anExam()];
    const owner = company.as('owner');
    await owner.post('/course/update_questions/', { form_id: from.form_id, questions: QUESTIONS });
    await owner.post('/course/update_questions/', { form_id: to.form_id, questions: [] });
    const file = await bytesOf(owner, `/api/v1${formOf(from)}/export_questions/?format=xlsx`);
    const path = `${formOf(to)}/import_questions/?format=xlsx`;
    const dry = await sendBytes(owner, `${path}&dry_run=true`, file.bytes);
    expect(dry.body.rows).toEqual([
      { ...TAKEN, line: 2, title: '=Formula?', answers: 2 },
      { ...TAKEN, line: 3, title: 'Several', answers: 8 },
      { ...TAKEN, line: 4, title: 'Capital?', answers: 3 },
      { ...TAKEN, line: 5, title: 'Weight?', answers: 2 },
      { ...TAKEN, line: 6, title: 'In order', answers: 3 },
      { ...TAKEN, line: 7, title: 'Pairs', answers: 3 },
      { ...TAKEN, line: 8, title: 'More pairs', answers: 2 },
      { ...TAKEN, line: 9, title: 'Gaps', answers: 4 },
      { ...TAKEN, line: 10, title: 'Near miss', answers: 3 },
    ]);
    expect((await draftOf(owner, to)).questions).toEqual([]);
    expect((await sendBytes(owner, path, file.bytes)).status).toBe(200);
    expect(bare((await draftOf(owner, to)).questions)).toEqual(QUESTIONS);

    const gift = await bytesOf(owner, `/api/v1${formOf(from)}/export_questions/?format=gift`);
    await owner.post('/course/update_questions/', { form_id: to.form_id, questions: [] });
    const added = await sendBytes(owner, `${formOf(to)}/import_questions/?format=gift`, gift.bytes);
    expect(bare(added.body.questions)).toEqual(QUESTIONS);
    expect((await draftOf(owner, to)).revision).toBe(added.body.revision);
  });

  test('is added behind the others, and what cannot be taken is told by its line', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const trainer = company.as('trainer');
    const gift =
      'One? {=a ~b}\n\nYear? {#1822}\n\nTwice? {=a ~A}\n\nTrue? {T}\n\n// osnova: score=101\nMuch? {=a ~b}';
    const send = (query: string, text = gift) =>
      sendBytes(
        trainer,
        `${formOf(exam)}/import_questions/?format=gift${query}`,
        new TextEncoder().encode(text),
      );
    const { body } = await send('');
    expect(
      body.rows.map(({ line, problems }: { line: number; problems: string[] }) => [line, problems]),
    ).toEqual([
      [1, []],
      [3, []],
      [5, ['duplicate_answers']],
      [7, []],
      [9, ['wrong_score']],
    ]);
    const { questions } = await draftOf(trainer, exam);
    expect(questions.map(({ title }: { title: string }) => title)).toEqual([
      'One',
      'Two',
      'Three',
      'One?',
      'Year?',
      'True?',
    ]);
    expect(questions[4]).toMatchObject({ type: 'number', answers: [{ title: '1822' }] });
    expect(questions[5].answers).toMatchObject([{ title: 'Правда', is_right_answer: true }, {}]);
    expect((await send('&revision=00000000000000000000000000000000')).status).toBe(409);
    expect((await send('', '// nothing')).body).toEqual({ file: ['The file has no rows'] });
    expect((await send('', 'a\u0000b')).status).toBe(400);
    const sheet = await sendBytes(trainer, `${formOf(exam)}/import_questions/?format=xlsx`, PICTURE);
    expect(sheet.body).toEqual({ file: ['The file format does not match the required one'] });
  });

  test('as the template has it has no questions yet', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    const template = await bytesOf(owner, '/api/v1/course/questions_template/');
    expect(template.status).toBe(200);
    const { body } = await sendBytes(owner, `${formOf(exam)}/import_questions/?format=xlsx`, template.bytes);
    expect(body).toEqual({ file: ['The file has no rows'] });
  });
});

describe('the question bank', () => {
  const titles = async (client: Client, query: string) =>
    (await client.get(`/course/question_bank/?${query}`)).body.results.map(
      ({ title, same }: { title: string; same: number }) => [title, same],
    );

  test('holds each text of the courses in reach once, found by course, test and tag', async () => {
    const company = await aCompany();
    const [first, second] = [await company.anExam(), await company.anExam()];
    await aCompany().then((other) => other.anExam());
    const owner = company.as('owner');
    await owner.post('/course/update_questions/', {
      form_id: second.form_id,
      questions: [
        { title: ' oNE ', answers: [] },
        { title: 'Only here', answers: [] },
      ],
    });
    await asSystem([`update courses set tags = '{Fire}' where id = $1`, [second.course.id]]);
    expect(await titles(owner, '')).toEqual([
      ['oNE', 2],
      ['Only here', 1],
      ['Three', 1],
      ['Two', 1],
    ]);
    expect(await titles(owner, 'search=fire')).toEqual([
      ['oNE', 1],
      ['Only here', 1],
    ]);
    expect(
      await titles(owner, `search=${encodeURIComponent(first.course.name)}&ordering=-title`),
    ).toHaveLength(3);
    expect(await titles(owner, `except_form=${first.form_id}`)).toHaveLength(2);
    expect((await owner.get('/course/question_bank/?page_size=3&page=2')).body).toMatchObject({
      count: 4,
      total_pages: 2,
      results: [{ title: 'Two' }],
    });
    const stranger = await company.aPerson('trainer');
    expect(await titles(stranger.client, '')).toEqual([]);
  });

  test('gives copies with their files, never of a test that forbids copying', async () => {
    const company = await aCompany();
    const [from, to] = [await company.anExam(), await company.anExam()];
    const owner = company.as('owner');
    const question = from.questions[1]!.id;
    const inText = (await upload(owner, question, 'inline')).body.id as number;
    await upload(owner, question);
    const { questions } = await draftOf(owner, from);
    questions[1].description = `<p><img src="/api/v1/media/${inText}"></p>`;
    await owner.post('/course/update_questions/', { form_id: from.form_id, questions });
    const copy = () => owner.post(`${formOf(to)}/copy_questions/`, { question_ids: [question] });
    const { body } = await copy();
    const [made] = body.questions;
    expect(made).toMatchObject({
      title: 'Two',
      files: [{ kind: 'inline' }, { kind: 'attachment', width: 1 }],
    });
    expect(made.id).not.toBe(question);
    expect(made.description).toContain(`/api/v1/media/${made.files[0].id}?`);
    expect((await bytesOf(owner, made.files[1].url)).bytes).toEqual(PICTURE);
    expect((await draftOf(owner, to)).questions.at(-1)).toEqual(made);

    await owner.patch(`${formOf(from)}/`, { disable_autosave_for_all_respondents: true });
    expect((await copy()).body).toEqual({
      question_ids: ['The questions of this test may not be copied'],
    });
    expect((await owner.get('/course/question_bank/?search=two')).body.results).toMatchObject([
      { may_copy: true, form_name: expect.any(String), same: 3 },
    ]);
    const other = await (await aCompany()).anExam();
    const foreign = { question_ids: [other.questions[0]!.id] };
    expect((await owner.post(`${formOf(to)}/copy_questions/`, foreign)).status).toBe(404);
  });

  test('goes along when a material is copied: files of questions and of what is published', async () => {
    const company = await aCompany();
    const exam = await company.anExam();
    const owner = company.as('owner');
    await upload(owner, exam.questions[0]!.id);
    await owner.post(`${formOf(exam)}/publish/`);
    const { course, material_id } = exam;
    const cloned = await owner.post(`/course/course/${course.id}/educational_material/${material_id}/clone/`);
    const { body: material } = await owner.get(
      `/course/course/${course.id}/educational_material/${cloned.body.id}/`,
    );
    const draft = await draftOf(owner, { ...exam, form_id: material.form_id });
    expect(draft).toMatchObject({ has_unpublished_changes: false });
    expect(draft.questions[0].files).toHaveLength(1);
    const student = company.as('student');
    const { body } = await startAttempt(student, { ...exam, form_id: material.form_id });
    expect((await bytesOf(student, body.questions[0].files[0].url)).bytes).toEqual(PICTURE);
  });
});

test('publishing is a deed in the history: who, when, which version, and nothing of the key', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const owner = company.as('owner');
  await company.as('trainer').post(`${formOf(exam)}/publish/`);
  const { id } = company.people.trainer;
  expect((await draftOf(owner, exam)).published_by).toMatchObject({ id });
  const { results } = (await owner.get(`/history/history/?search=${encodeURIComponent('версі')}`)).body;
  expect(results[0]).toMatchObject({
    author: { id },
    object_model: 'form',
    object_id: exam.form_id,
    part: { kind: 'version', label: '2', effect: 'added' },
    lasting: true,
    more: 0,
  });
  expect(Object.keys(results[0].new_object)).toEqual(['id', 'number', 'form_id']);
});

test('a test is called as its material is, when either is renamed and where it is copied', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const owner = company.as('owner');
  const at = `/course/course/${exam.course.id}`;
  const namesOf = async (material: number) => {
    const { name, form_id } = (await owner.get(`${at}/educational_material/${material}/`)).body;
    const { body } = await owner.get(`${at}/form/${form_id}/`);
    return { material: name, form: body.name, changed: body.has_unpublished_changes };
  };
  const name = `Renamed ${exam.form_id}`;
  await owner.patch(`${at}/educational_material/${exam.material_id}/`, { name });
  // As a draft of it, until it is published.
  expect(await namesOf(exam.material_id)).toEqual({ material: name, form: name, changed: true });
  await owner.post(`${at}/form/${exam.form_id}/publish/`);
  const clone = await owner.post(`${at}/educational_material/${exam.material_id}/clone/`);
  const second = `${name} (2)`;
  expect(await namesOf(clone.body.id)).toEqual({ material: second, form: second, changed: false });
  // A name that waits to be published waits in the copy too.
  await owner.patch(`${at}/form/${exam.form_id}/`, { name: `Once more ${name}` });
  const third = await owner.post(`${at}/educational_material/${exam.material_id}/clone/`);
  expect(await namesOf(third.body.id)).toMatchObject({ form: `Once more ${second}`, changed: true });
});

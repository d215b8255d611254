import { expect, test } from 'vitest';
import { FOLDER_LEVELS, FOLDER_NAME } from '../../../../worker/exams/bank/contract.ts';
import type { Company } from '../../../factories/company.ts';
import { sendToBank } from '../../../support/api/bank-files.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';
import { heldUntilAwaited } from '../../../support/api/held.ts';

/** Where questions of a file go in the bank, with which tags, and which of them are there already. */

const exported = async (company: Company, query: string) =>
  (
    await world.fetch(`/api/v1/bank/export_questions/?subfolders=true&${query}`, {
      headers: { Authorization: `Bearer ${company.people.trainer.client.token}` },
    })
  ).text();
const aFolder = async (company: Company, name: string, parent_id: number | null = null): Promise<number> =>
  (await company.as('trainer').post('/bank/folders/', { name, parent_id })).body.id;
const foldersOf = async (company: Company): Promise<{ id: number; parent_id: number; name: string }[]> =>
  (await company.as('trainer').get('/bank/folders/')).body.folders;
/** What lies in a folder and those within it. */
const lying = async (company: Company, folder: number) =>
  (await company.as('trainer').get(`/bank/questions/?folder=${folder}&subfolders=true&ordering=title`)).body
    .results as { id: number; title: string; folder_id: number; folder_name: string; tags: string[] }[];

const MOODLE = `<quiz>
<question type="category"><category><text>$course$/top/Default for B/БЕЗПЕКА/Висота//дах</text></category></question>
<question type="shortanswer"><name><text>R</text></name><questiontext format="html"><text>On the roof?</text></questiontext>
  <answer fraction="100"><text>Rope</text></answer>
  <tags><tag><text>PPE</text></tag><tag><text>ppe</text></tag><tag><text>roof</text></tag></tags></question>
<question type="category"><category><text>$course$/top</text></category></question>
<question type="shortanswer"><name><text>A</text></name><questiontext format="html"><text>Around?</text></questiontext>
  <answer fraction="100"><text>Yes</text></answer></question>
</quiz>`;

test('categories are folders within the chosen one, found by name whatever the case, and made where they are not', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Moodle');
  const safety = await aFolder(company, 'Безпека', chosen);
  const tried = await sendToBank(company, chosen, MOODLE, 'format=moodle&dry_run=true');
  expect(tried.body).toMatchObject({
    rows: [
      { folders: ['Безпека', 'Висота/дах'], tags: ['PPE', 'roof'], left_tags: [], left_out: [] },
      { folders: [], tags: [] },
    ],
    new_folders: [['Безпека', 'Висота/дах']],
    added: [],
  });
  expect(await foldersOf(company)).toHaveLength(2);
  expect((await sendToBank(company, chosen, MOODLE, 'format=moodle')).body.added).toHaveLength(2);
  const roof = (await foldersOf(company)).find(({ name }) => name === 'Висота/дах')!;
  expect(roof.parent_id).toBe(safety);
  expect(await lying(company, chosen)).toMatchObject([
    { title: 'Around?', folder_id: chosen, tags: [] },
    { title: 'On the roof?', folder_id: roof.id, tags: ['PPE', 'roof'] },
  ]);
});

test('all of a file goes into one folder where that is wished', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Flat');
  const { body } = await sendToBank(company, chosen, MOODLE, 'format=moodle&one_folder=true');
  expect(body).toMatchObject({ new_folders: [], rows: [{ folders: [] }, { folders: [] }] });
  expect((await lying(company, chosen)).map(({ folder_id }) => folder_id)).toEqual([chosen, chosen]);
  expect(await foldersOf(company)).toHaveLength(1);
});

test('categories deeper than folders lie end in the deepest one, which is told', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Deep', await aFolder(company, 'Top'));
  const names = Array.from({ length: FOLDER_LEVELS }, (_, level) => `L${level}`);
  const source = `$CATEGORY: ${names.join('/')}\n\nDown here? {=yes ~no}`;
  const { body } = await sendToBank(company, chosen, source, 'format=gift');
  expect(body.rows).toMatchObject([{ left_out: ['levels'], folders: names.slice(0, FOLDER_LEVELS - 2) }]);
  expect(await lying(company, chosen)).toMatchObject([{ folder_name: `L${FOLDER_LEVELS - 3}` }]);
});

test('tags are spelled as the bank does; those too long or too many are left out and named', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Tags');
  const long = 'x'.repeat(41);
  const many = Array.from({ length: 11 }, (_, n) => `[tag:t${n}]`).join(' ');
  const first = `// [id:1] [tag:Height]\nFirst? {=a ~b}`;
  await sendToBank(company, chosen, first, 'format=gift');
  const second = `// question: 7  name: Second\n// [tag:HEIGHT] [tag:${long}]\nSecond? {=a ~b}\n\n// ${many}\nThird? {=a ~b}`;
  const { body } = await sendToBank(company, chosen, second, 'format=gift');
  expect(body.rows).toMatchObject([{ left_tags: [long] }, { left_tags: ['t10'] }]);
  const [, other, third] = await lying(company, chosen);
  expect([other!.tags, third!.tags.length]).toEqual([['Height'], 10]);
});

test('a question that the bank has word for word is named with its folder, and left out unless it is wished', async () => {
  const [company, other] = await Promise.all([aCompany(), aCompany()]);
  const [chosen, foreign] = await Promise.all([aFolder(company, 'Old'), aFolder(other, 'Foreign')]);
  const source = '$CATEGORY: Inner\n\nSame? {=a ~b}\n\nOther? {=a ~b}';
  const [id] = (await sendToBank(company, chosen, source, 'format=gift')).body.added;
  const again = '$CATEGORY: Else\n\nSame? {=a ~b}\n\nOther? {=a ~c}';
  const tried = await sendToBank(company, chosen, again, 'format=gift&dry_run=true');
  expect(tried.body.rows).toMatchObject([
    { copy_of: { question_id: id, folders: ['Old', 'Inner'] } },
    { copy_of: null },
  ]);
  expect(
    (await sendToBank(other, foreign, again, 'format=gift&dry_run=true')).body.rows[0].copy_of,
  ).toBeNull();
  const { body } = await sendToBank(company, chosen, again, 'format=gift');
  expect([body.added.length, body.rows[0].copy_of.question_id]).toEqual([1, id]);
  expect((await sendToBank(company, chosen, again, 'format=gift&copies=true')).body.added).toHaveLength(2);
  await company.as('trainer').post('/bank/questions/place/', {
    question_ids: (await lying(company, chosen)).map((question) => question.id),
    archived: true,
  });
  expect((await sendToBank(company, chosen, again, 'format=gift')).body.added).toHaveLength(2);
});

test('a question that stands in the file twice comes in once, told with its line, unless it is wished', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Repeats');
  const source = '::A:: Same? {=a ~b}\n\nSame? {=a ~c}\n\n::B:: Same? {=a ~b}';
  const tried = await sendToBank(company, chosen, source, 'format=gift&dry_run=true');
  const told = [null, null, { line: 1, source: '' }];
  expect(tried.body.rows.map(({ same_as }: { same_as: unknown }) => same_as)).toEqual(told);
  const { added } = (await sendToBank(company, chosen, source, 'format=gift')).body;
  expect(added).toHaveLength(2);
  const again = await sendToBank(company, chosen, source, 'format=gift');
  expect(again.body).toMatchObject({
    rows: [0, 1, 0].map((at) => ({ copy_of: { question_id: added[at] } })),
    added: [],
  });
  expect((await sendToBank(company, chosen, source, 'format=gift&copies=true')).body.added).toHaveLength(3);
});

test('the end of a category’s name that is too long for a folder is told', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Long');
  const long = 'x'.repeat(300);
  const source = `$CATEGORY: ${long}\n\nOne? {=a ~b}\n\n$CATEGORY: Short\n\nTwo? {=a ~b}`;
  const { body } = await sendToBank(company, chosen, source, 'format=gift');
  expect(body.rows).toMatchObject([
    { left_out: ['long_folders'], folders: [long.slice(0, FOLDER_NAME)] },
    { left_out: [], folders: ['Short'] },
  ]);
  const flat = await sendToBank(company, chosen, source, 'format=gift&dry_run=true&one_folder=true');
  expect(flat.body.rows).toMatchObject([{ left_out: [] }, { left_out: [] }]);
});

test('a file that is sent twice at once comes in once, and folders of its duplicates alone are not made', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Twice');
  const source = '$CATEGORY: A\n\nOne? {=a ~b}\n\nTwo? {=a ~b}';
  const answers = await Promise.all([1, 2, 3].map(() => sendToBank(company, chosen, source, 'format=gift')));
  expect(answers.map(({ body }) => body.added.length).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
  await sendToBank(company, chosen, source.replace(': A', ': B'), 'format=gift');
  expect((await foldersOf(company)).map(({ name }) => name)).toEqual(['A', 'Twice']);
});

test('a file brings nothing into a folder that is deleted while its questions are put together', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Gone');
  const lock = `hashtext('bank_folders'), ${company.id}`;
  const isHeld = async () =>
    !(await asSystem<{ free: boolean }>([`select pg_try_advisory_xact_lock(${lock}) as free`]))[0]!.free;
  // Lets folders go once the file waits for them.
  const deleted = heldUntilAwaited(
    `pg_advisory_xact_lock(${lock})`,
    `delete from bank_folders where id = ${chosen}`,
  );
  await expect.poll(isHeld).toBe(true);
  const { status, body } = await sendToBank(company, chosen, '$CATEGORY: A\n\nOne? {=a ~b}', 'format=gift');
  await deleted;
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(await foldersOf(company)).toEqual([]);
  expect(await asSystem(['select from questions where company_id = $1', [company.id]])).toEqual([]);
});

test('of what a test of the caller asks nothing is said, right or wrong', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Key');
  await sendToBank(company, chosen, 'Secret? {=a ~b}', 'format=gift');
  const exam = await company.anExam({
    questions: [
      {
        title: 'secret?',
        answers: [
          { title: 'a', is_right_answer: true },
          { title: 'b', is_right_answer: false },
        ],
      },
    ],
  });
  await asSystem([
    'insert into assignments (company_id, form_id, user_id) values ($1, $2, $3)',
    [company.id, exam.form_id, company.people.trainer.id],
  ]);
  for (const guess of ['Secret? {=a ~b}', 'Secret? {~a =b}'])
    expect(
      (await sendToBank(company, chosen, guess, 'format=gift&dry_run=true')).body.rows[0].copy_of,
    ).toBeNull();
});

const picture = (bytes: string) => `<quiz><question type="shortanswer"><name><text>P</text></name>
  <questiontext format="html"><text><![CDATA[<p>What is it?</p><p><img src="@@PLUGINFILE@@/p.png"></p>]]></text>
  <file name="p.png" path="/" encoding="base64">${bytes}</file></questiontext>
  <answer fraction="100"><text>Dot</text></answer></question></quiz>`;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('two pictures make two questions of the same words', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Pictures');
  const put = (bytes: string) => sendToBank(company, chosen, picture(bytes), 'format=moodle');
  const longer = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.from([0])]).toString('base64');
  const counts = [];
  for (const bytes of [PIXEL, PIXEL, longer]) counts.push((await put(bytes)).body.added.length);
  expect(counts).toEqual([1, 0, 1]);
  // Of one file, too.
  const one = [PIXEL, longer, PIXEL].map((bytes) => /<question[^]*<\/question>/.exec(picture(bytes))![0]);
  const { body } = await sendToBank(
    company,
    chosen,
    `<quiz>${one.join('')}</quiz>`,
    'format=moodle&dry_run=true',
  );
  expect(body.rows.map(({ same_as }: { same_as: object | null }) => same_as !== null)).toEqual([
    false,
    false,
    true,
  ]);
});

test.each(['moodle', 'gift'])(
  'a bank that goes out as %s comes in again with its folders and tags',
  async (format) => {
    const [company, other] = await Promise.all([aCompany(), aCompany()]);
    const trainer = company.as('trainer');
    const outer = await aFolder(company, 'Safety, all/any');
    const inner = await aFolder(company, 'top', outer);
    const put = (folder_id: number, title: string, tags: string[]) =>
      trainer.post('/bank/questions/', {
        folder_id,
        tags,
        question: {
          title,
          answers: [
            { title: 'y', is_right_answer: true },
            { title: 'n', is_right_answer: false },
          ],
        },
      });
    await put(outer, 'Outer?', ['a]b', 'Висота']);
    await put(inner, 'Inner?', []);
    const text = await exported(company, `format=${format}`);
    const chosen = await aFolder(other, 'Here');
    const { body } = await sendToBank(other, chosen, text, `format=${format}`);
    expect(body.new_folders).toEqual([['Safety, all/any'], ['Safety, all/any', 'top']]);
    expect(await lying(other, chosen)).toMatchObject([
      { title: 'Inner?', folder_name: 'top', tags: [] },
      { title: 'Outer?', folder_name: 'Safety, all/any', tags: ['a]b', 'Висота'] },
    ]);
    // Of one folder its own name is the first: it comes in where it lay.
    const again = await sendToBank(
      company,
      outer,
      await exported(company, `format=${format}&folder=${inner}`),
      `format=${format}`,
    );
    expect(again.body).toMatchObject({
      rows: [{ folders: ['top'], copy_of: { folder_id: inner } }],
      added: [],
    });
  },
);

test('a bank of hundreds is compared in one go', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Large');
  const file = Array.from(
    { length: 300 },
    (_, n) => `$CATEGORY: C${n % 50}\n\n// [tag:t${n % 9}]\nQ${n}? {=a ~b}`,
  ).join('\n\n');
  expect((await sendToBank(company, chosen, file, 'format=gift')).body.added).toHaveLength(300);
  const tried = (await sendToBank(company, chosen, file, 'format=gift&dry_run=true')).body;
  expect(tried.rows.every(({ copy_of }: { copy_of: unknown }) => copy_of !== null)).toBe(true);
  expect(tried.new_folders).toEqual([]);
});

/** Text in Windows-1251, of whose signs this knows those of Ukrainian. */
const in1251 = (text: string) =>
  new Uint8Array(
    Array.from(text, (sign) => {
      const code = sign.codePointAt(0)!;
      const own = 'іІїЇєЄґҐ'.indexOf(sign);
      if (own >= 0) return [0xb3, 0xb2, 0xbf, 0xaf, 0xba, 0xaa, 0xb4, 0xa5][own]!;
      return code < 128 ? code : code - 0x350;
    }),
  );

test('an old text is read as Windows-1251, XML as it declares, and what is neither is refused by name', async () => {
  const company = await aCompany();
  const chosen = await aFolder(company, 'Old');
  const read = (bytes: Uint8Array<ArrayBuffer>, format: string) =>
    sendToBank(company, chosen, bytes, `format=${format}&dry_run=true`);
  const gift = '$CATEGORY: Безпека\n\nЇжак їсть ґедзя? {=Так ~Ні}';
  expect((await read(in1251(gift), 'gift')).body.rows).toMatchObject([
    { title: 'Їжак їсть ґедзя?', folders: ['Безпека'] },
  ]);
  const xml = (
    declared: string,
  ) => `<?xml version="1.0" encoding="${declared}"?><quiz><question type="shortanswer">
    <questiontext><text>Що це?</text></questiontext><answer fraction="100"><text>Каска</text></answer></question></quiz>`;
  expect((await read(in1251(xml('windows-1251')), 'moodle')).body.rows).toMatchObject([{ title: 'Що це?' }]);
  expect((await read(in1251(xml('utf-8')), 'moodle')).body).toEqual({
    file: ['The text of the file is not in the encoding that it declares: utf-8'],
  });
  expect((await read(new Uint8Array([0x47, 0xf6, 0xdf, 0x65, 0x20, 0xfc, 0x62]), 'gift')).body).toEqual({
    file: ['The text of the file is neither in UTF-8 nor in Windows-1251'],
  });
});

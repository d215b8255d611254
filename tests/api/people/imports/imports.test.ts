import { describe, expect, test } from 'vitest';
import { partsOf, rowsXml, sheetXml, xlsx, zip } from '../../../../tools/bench/files/xlsx.ts';
import { openArchive } from '../../../../worker/platform/formats/zip-archive.ts';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import { type Company, unique } from '../../../factories/company.ts';
import { HOSTILE_FILES } from '../../../../tools/bench/files/hostile-files.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { acceptInvitation, address, mailTo, sentMails, tokenIn } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

let phones = Math.floor(Math.random() * 9_000_000);
const aPhone = () => `+38067${String((phones = (phones + 1) % 10_000_000)).padStart(7, '0')}`;

async function upload(
  client: Client,
  company: number,
  bytes: Uint8Array<ArrayBuffer>,
  query = '?dry_run=true',
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([bytes], 'people.xlsx'));
  const response = await world.fetch(`/api/v1/accounts/user_data/${company}/${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}` },
    body: form,
  });
  return answerOf(response);
}

type Cells = Record<string, string>;
const send = (
  company: Company,
  rows: Cells[],
  options: object = {},
  as: 'owner' | 'admin' | 'manager' = 'owner',
) =>
  company.as(as).post(`/accounts/user_data/${company.id}/rows/`, {
    dry_run: true,
    rows: rows.map((cells, place) => ({ row: place + 2, cells })),
    ...options,
  });
const run = (company: Company, rows: Cells[], as: 'owner' | 'admin' | 'manager' = 'owner') =>
  send(company, rows, { dry_run: false }, as);
const download = async (client: Client, path: string) => {
  const response = await world.fetch(`/api/v1${path}`, {
    headers: { Authorization: `Bearer ${client.token}` },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

/** Everything that an import can write in a company, and everybody. */
const snapshot = (company: Company) =>
  asSystem<Record<'people' | 'mails' | 'tokens' | 'changes' | 'members' | 'groups', unknown>>([
    `select (select count(*) from users) as people, (select count(*) from mails) as mails,
            (select count(*) from one_time_tokens) as tokens, (select count(*) from history where company_id = $1) as changes,
            (select jsonb_agg(to_jsonb(m) order by user_id) from memberships m where company_id = $1) as members,
            (select jsonb_agg(to_jsonb(g) order by group_id, user_id, role) from group_members g where company_id = $1) as groups`,
    [company.id],
  ]);

/** A manager of a group by e-mail and a student by phone, below a heading of somebody’s own. */
const twoPeople = (group: { id: number }, email: string, phone: string) =>
  xlsx([
    ['Список працівників'],
    [],
    ['ПІБ', 'E-Mail', 'Логін/телефон', 'РОЛЬ', 'Посада', 'Відділ', 'Номер групи', 'Розмір'],
    [
      'Ґудзь Їжак Іванович',
      email.toUpperCase(),
      null,
      'менеджер',
      'Керівник зміни',
      'Цех',
      String(group.id),
      'XL',
    ],
    ['Коваль Ганна', null, phone.replace('+38', ''), 'Студент', null, null, null, 'M'],
  ]);

test('a file is judged first, then imported as one batch; the people are invited, or need a sheet', async () => {
  const own = await aCompany();
  const group = await own.aGroup();
  const [email, phone] = [address('new'), aPhone()];
  const file = twoPeople(group, email, phone);
  const before = await snapshot(own);
  const judged = await upload(own.as('owner'), own.id, file);
  expect(judged.body).toMatchObject({
    columns: [
      { header: 'ПІБ', field: 'full_name' },
      { header: 'E-Mail', field: 'email' },
      { header: 'Логін/телефон', field: 'phone' },
      { header: 'РОЛЬ', field: 'role' },
      { header: 'Посада', field: 'position' },
      { header: 'Відділ', field: 'department' },
      { header: 'Номер групи', field: 'manager_department_id' },
      { header: 'Розмір', field: null },
    ],
    rows: [
      {
        row: 4,
        outcome: 'create',
        errors: {},
        adds_types: ['manager', 'trainer', 'student'],
        adds_groups: [{ id: group.id, name: group.name }],
        user_id: null,
      },
      { row: 5, outcome: 'create', adds_types: ['student'], adds_groups: [] },
    ],
    totals: { create: 2, error: 0, licences_needed: 2, licences_free: null },
    imported: false,
    batch: null,
    need_sheet: [],
  });
  expect(await snapshot(own)).toEqual(before);

  const done = await upload(own.as('owner'), own.id, file, '?dry_run=false');
  expect(done.body).toMatchObject({ imported: true, totals: { create: 2 }, batch: expect.any(String) });
  const [manager, student] = done.body.rows.map((row: { user_id: number }) => row.user_id);
  expect(done.body.need_sheet).toEqual([student]);
  expect((await own.as('owner').get(`/accounts/user/${manager}/`)).body).toMatchObject({
    last_name: 'Ґудзь',
    first_name: 'Їжак',
    middle_name: 'Іванович',
    email,
    position: 'Керівник зміни',
    subdivision: 'Цех',
    user_types: ['manager', 'trainer', 'student'],
    groups: [{ id: group.id, role: 'manager' }],
    activated: false,
  });
  expect((await own.as('owner').get(`/accounts/user/${student}/`)).body.phone).toBe(phone);
  const token = tokenIn(await mailTo(email));
  expect((await anonymous.post('/accounts/invitation/', { token })).body).toMatchObject({ email });
  const entries = await asSystem([
    'select object_model, action, author_id from history where batch = $1 order by id',
    [done.body.batch],
  ]);
  const author_id = own.people.owner.id;
  expect(entries).toEqual([
    { object_model: 'membership', action: 'create', author_id },
    { object_model: 'membership', action: 'create', author_id },
    { object_model: 'group', action: 'add', author_id },
  ]);

  const after = await snapshot(own);
  const again = await upload(own.as('owner'), own.id, file, '?dry_run=false');
  expect(again.body).toMatchObject({
    imported: true,
    totals: { create: 0, update: 0, unchanged: 2 },
    batch: null,
    need_sheet: [student],
  });
  expect(await snapshot(own)).toEqual(after);
});

// Excel keeps the template's own format of text, or writes with an exponent, where somebody types a number.
test.each([48, 49])(
  'numbers of groups and phones in the built-in style %i are numbers, and no dates',
  async (style) => {
    const own = await aCompany();
    const group = await own.aGroup();
    const digits = aPhone().slice(1);
    const styles = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="${style}"/></cellXfs></styleSheet>`;
    const rows =
      rowsXml([['role', 'full_name', 'phone', 'manager_department_id']]) +
      rowsXml([['student', 'Коваль Ганна']], 2).replace(
        '</row>',
        `<c r="C2" s="1"><v>${digits}</v></c><c r="D2" s="1"><v>${group.id}</v></c></row>`,
      );
    const file = zip(partsOf(sheetXml(rows), { styles }));
    const done = await upload(own.as('owner'), own.id, file, '?dry_run=false');
    expect(done.body).toMatchObject({
      imported: true,
      rows: [{ outcome: 'create', errors: {}, adds_groups: [{ id: group.id }] }],
    });
    const person = await own.as('owner').get(`/accounts/user/${done.body.rows[0].user_id}/`);
    expect(person.body).toMatchObject({ phone: `+${digits}`, groups: [{ id: group.id }] });
  },
);

test('two clicks at once import once', async () => {
  const own = await aCompany();
  const email = address('twice');
  const answers = await Promise.all([1, 2, 3].map(() => run(own, [{ role: 'student', email }])));
  expect(answers.filter((answer) => answer.body.totals.create === 1)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.totals.unchanged === 1)).toHaveLength(2);
  await mailTo(email);
  expect(await sentMails(email)).toHaveLength(1);
});

test('every cell that is wrong is named, all rows are left alone, or the good ones are taken', async () => {
  const own = await aCompany();
  const email = address('good');
  const rows: Cells[] = [
    { role: 'student', email },
    { role: 'king', email: 'no address', phone: '12', last_name: 'x'.repeat(101) },
    { role: 'student' },
    { role: 'student', email: ` ${email.toUpperCase()} ` },
    { email: address('no-role') },
    { role: 'student', email: address('group'), manager_department_id: '2000000000' },
    { role: 'student', email: address('group'), manager_department_id: 'цех' },
    { role: 'student', email: address('company'), company: 'Somebody else' },
    { role: 'student', email: address('formula'), first_name: '#N/A', position: '#REF!', phone: '#DIV/0!' },
    { role: 'student', phone: address('login') },
  ];
  const before = await snapshot(own);
  const { body } = await run(own, rows);
  expect(body).toMatchObject({ imported: false, batch: null, totals: { create: 2, error: 8 } });
  expect(body.rows.map((row: { errors: object }) => row.errors)).toEqual([
    {},
    {
      role: 'Unknown role',
      email: 'Invalid email format',
      phone: 'Invalid phone format',
      last_name: 'Too long',
    },
    { email: 'Enter an e-mail or a phone' },
    { email: 'The same person stands in row 2' },
    { role: 'Required field' },
    { manager_department_id: 'There is no such group in reach' },
    { manager_department_id: 'There is no such group in reach' },
    { company: 'Not a valid choice' },
    Object.fromEntries(['first_name', 'position', 'phone'].map((column) => [column, 'Excel error'])),
    {},
  ]);
  expect(await snapshot(own)).toEqual(before);
  const partly = await send(own, rows, { dry_run: false, all_or_nothing: false });
  expect(partly.body).toMatchObject({ imported: true, totals: { create: 2, error: 8 } });
  const [, , , found] = await Promise.all([
    mailTo(email),
    mailTo(rows.at(-1)!.phone!),
    asSystem(['select from users where email = $1', [rows[4]!.email]]),
    asSystem(['select from users where email in ($1, $2)', [rows[4]!.email, rows[7]!.email]]),
  ]);
  expect(found).toEqual([]);
});

test('an import adds, and never takes away: empty cells change nothing', async () => {
  const own = await aCompany();
  const group = await own.aGroup({ managers: [], students: [own.people.student] });
  const { student, trainer } = own.people;
  await own.as('owner').patch(`/accounts/user/${student.id}/`, { position: 'Касир', comment: 'Свій' });
  const rows: Cells[] = [
    {
      email: student.email,
      role: 'trainer',
      position: '',
      comment: 'Новий',
      manager_department_id: `${group.id}`,
    },
    { email: trainer.email, role: 'student' },
    { email: own.people.admin.email },
    { email: own.people.manager.email, role: 'admin' },
  ];
  const { body } = await run(own, rows);
  expect(body.rows).toMatchObject([
    { outcome: 'update', adds_types: ['trainer'], adds_groups: [{ id: group.id }], user_id: student.id },
    { outcome: 'unchanged', adds_types: [] },
    { outcome: 'unchanged' },
    { outcome: 'update', adds_types: ['admin'] },
  ]);
  const { manager } = own.people;
  expect((await own.as('owner').get(`/accounts/user/${manager.id}/`)).body.user_types).toEqual([
    'admin',
    'manager',
    'trainer',
    'student',
  ]);
  expect((await own.as('owner').get(`/accounts/user/${student.id}/`)).body).toMatchObject({
    position: 'Касир',
    comment: 'Новий',
    user_types: ['trainer', 'student'],
    groups: [{ role: 'coach' }, { role: 'student' }],
  });
  expect((await own.as('owner').get(`/accounts/user/${trainer.id}/`)).body.user_types).toContain('trainer');
});

describe('people known elsewhere', () => {
  test('are invited like anybody else, and nothing of theirs is read or changed', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = other.people;
    const pending = { email: address('pending'), phone: aPhone() };
    await run(other, [{ role: 'student', ...pending, last_name: 'Theirs' }]);
    const rows: Cells[] = [
      { role: 'manager', email: student.email, last_name: 'Mine', phone: aPhone(), position: 'Here' },
      { role: 'student', email: pending.email, full_name: 'Mine Too' },
      { role: 'student', phone: pending.phone, full_name: 'Mine Three' },
    ];
    const judged = await send(own, rows);
    expect(
      judged.body.rows.map(({ outcome, kept }: { outcome: string; kept: string[] }) => [outcome, kept]),
    ).toEqual([
      ['create', []],
      ['create', []],
      ['create', []],
    ]);
    const people = () =>
      asSystem([
        'select email, phone, first_name, last_name from users where record_of is distinct from $3 and email in ($1, $2)',
        [student.email, pending.email, own.id],
      ]);
    const before = await people();
    expect((await run(own, rows)).body).toMatchObject({ imported: true, totals: { create: 3 } });
    expect(await people()).toEqual(before);
    expect((await mailTo(student.email)).text).toContain('/accounts/finish-registration');
    expect((await other.as('owner').get(`/accounts/user/${student.id}/`)).body).toMatchObject({
      user_types: ['student'],
      position: '',
    });
    expect((await run(own, rows)).body.totals).toMatchObject({ unchanged: 3 });
    const there = await acceptInvitation(student.client, own);
    expect((await there.get('/accounts/user_info/')).body).toMatchObject({
      user_types: ['manager', 'trainer', 'student'],
      last_name: 'Person',
      position: 'Here',
    });
    // Who has come in by then is found by the e-mail, and by the phone that was typed.
    expect((await run(own, rows)).body.totals).toMatchObject({ unchanged: 3 });
    const moved = await send(own, [{ role: 'student', email: address('else'), phone: rows[0]!['phone']! }]);
    expect(moved.body.rows[0].errors).toEqual({ email: 'Only the person may change name, e-mail and phone' });
    const conflict = await send(own, [{ role: 'student', email: student.email, phone: pending.phone }]);
    expect(conflict.body.rows[0].errors).toEqual({ phone: 'E-mail and phone belong to different people' });
  });

  test('are new people to each of three companies at once', async () => {
    const companies = await Promise.all([aCompany(), aCompany(), aCompany()]);
    const rows = Array.from({ length: 40 }, (_, n) => ({
      role: 'student',
      phone: aPhone(),
      last_name: `N${n}`,
    }));
    const answers = await Promise.all(companies.map((company) => run(company, rows)));
    expect(answers.map(({ body }) => [body.imported, body.totals.create])).toEqual([
      [true, 40],
      [true, 40],
      [true, 40],
    ]);
  });

  test('two rows that mean one person are one too many', async () => {
    const own = await aCompany();
    const person = { email: address('one'), phone: aPhone() };
    await run(own, [{ role: 'student', ...person }]);
    const { body } = await send(own, [{ email: person.email }, { phone: person.phone, position: 'Two' }]);
    expect(body.rows[1].errors).toEqual({ phone: 'The same person stands in row 2' });
  });

  test('who is the company’s alone and not activated yet is corrected, and the old link opens nothing', async () => {
    const own = await aCompany();
    const [wrong, right, phone] = [address('wrong'), address('right'), aPhone()];
    await run(own, [{ role: 'student', email: wrong, phone, last_name: 'Old' }]);
    const link = tokenIn(await mailTo(wrong));
    const { body } = await run(own, [{ email: right, phone, last_name: 'New' }]);
    expect(body.rows[0]).toMatchObject({ outcome: 'update', kept: [] });
    expect((await anonymous.post('/accounts/invitation/', { token: link })).status).toBe(400);
    const renewed = await anonymous.post('/accounts/invitation/', { token: tokenIn(await mailTo(right)) });
    expect(renewed.body).toMatchObject({ email: right, last_name: 'New' });
  });

  test('each field that a row changes is told with what it was: a name only of who has not accepted', async () => {
    const own = await aCompany();
    const [email, phone] = [address('invited'), aPhone()];
    await run(own, [{ role: 'student', email, full_name: 'О’Коннор Шон', position: 'Касир' }]);
    const { student } = own.people;
    const rows: Cells[] = [
      { email, full_name: 'Шевченко Шон Іванович', phone, position: 'Комірник', department: 'Цех' },
      { email: student.email, full_name: 'Інша Людина', comment: 'Наставник' },
      { role: 'student', email: address('new'), full_name: 'Новий Андрій' },
      { email: own.people.trainer.email, role: 'admin' },
      { email, full_name: 'Хтось Інший' },
    ];
    const told = (answer: { body: { rows: { differences: object[] }[] } }) =>
      answer.body.rows.map(({ differences }) => differences);
    const differences = [
      [
        { field: 'last_name', before: 'О’Коннор', after: 'Шевченко' },
        { field: 'middle_name', before: '', after: 'Іванович' },
        { field: 'phone', before: '', after: phone },
        { field: 'department', before: '', after: 'Цех' },
        { field: 'position', before: 'Касир', after: 'Комірник' },
      ],
      [{ field: 'comment', before: '', after: 'Наставник' }],
      [],
      [],
    ];
    // Of a row that is refused nothing is told.
    expect(told(await send(own, rows))).toEqual([...differences, []]);
    expect(told(await run(own, rows.slice(0, 4)))).toEqual(differences);
    expect(told(await run(own, rows.slice(0, 4)))).toEqual([[], [], [], []]);
  });

  test('who was taken out comes back with the roles of the row', async () => {
    const own = await aCompany();
    const { trainer } = own.people;
    await own.as('owner').delete(`/accounts/memberships/${trainer.id}/`);
    const { body } = await run(own, [{ email: trainer.email, role: 'student' }]);
    expect(body.rows[0]).toMatchObject({ outcome: 'add_membership' });
    const record = await own.as('owner').get(`/accounts/user/${body.rows[0].user_id}/`);
    expect(record.body).toMatchObject({ user_types: ['student'], activated: false });
    expect((await own.as('trainer').get('/accounts/user_info/')).status).toBe(401);
  });
});

describe('the caller’s role', () => {
  test('tells a manager nothing of somebody out of their reach who has left', async () => {
    const own = await aCompany();
    await own.aGroup();
    const email = address('left');
    const { body } = await run(own, [
      { role: 'student', email, full_name: 'Шевченко Ольга', phone: aPhone() },
    ]);
    await own.as('owner').delete(`/accounts/memberships/${body.rows[0].user_id}/`);
    const row = { role: 'student', email, full_name: 'Хтось Інший', phone: aPhone() };
    const toldTo = async (as: 'owner' | 'manager') => {
      const [{ outcome, differences }] = (await send(own, [row], {}, as)).body.rows;
      return [outcome, differences.length];
    };
    expect(await toldTo('owner')).toEqual(['add_membership', 3]);
    expect(await toldTo('manager')).toEqual(['create', 0]);
  });

  test('bounds the roles that rows give and the people they change', async () => {
    const own = await aCompany();
    const { owner, admin, manager, student } = own.people;
    const denied = 'You may not assign this role';
    const locked = 'You may not change this person';
    const outside = 'This person is already in the company; ask an administrator';
    const errorsOf = async (as: 'owner' | 'admin' | 'manager', cells: Cells) =>
      (await send(own, [cells], {}, as)).body.rows[0].errors;
    expect(await errorsOf('manager', { role: 'admin', email: address('a') })).toEqual({
      role: denied,
      manager_department_id: 'Required field',
    });
    expect(await errorsOf('admin', { role: 'owner', email: address('a') })).toEqual({ role: 'Unknown role' });
    expect(await errorsOf('admin', { email: owner.email, position: 'Boss' })).toEqual({ email: locked });
    expect(await errorsOf('admin', { email: owner.email, role: 'admin' })).toEqual({});
    expect(await errorsOf('manager', { email: student.email })).toEqual({ email: outside });
    await own.aGroup();
    expect(await errorsOf('manager', { email: student.email, position: 'X' })).toEqual({});
    expect(await errorsOf('manager', { email: admin.email, position: 'X' })).toEqual({ email: outside });
    // One's own place, but not one's own roles.
    expect(await errorsOf('manager', { email: manager.email, position: 'X' })).toEqual({});
    await asSystem([
      "update memberships set user_types = '{manager}' where company_id = $1 and user_id = $2",
      [own.id, manager.id],
    ]);
    expect(await errorsOf('manager', { email: manager.email, role: 'trainer' })).toEqual({ role: locked });
    for (const user_type of ['trainer', 'student'] as const) {
      const refused = await own.as(user_type).post(`/accounts/user_data/${own.id}/rows/`, {
        rows: [{ row: 1, cells: { email: student.email } }],
      });
      expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
  });

  test('puts a manager’s new people into the one group that they manage, or asks for it', async () => {
    const own = await aCompany();
    const group = await own.aGroup();
    const [one, two] = [address('one'), address('two')];
    const joined = await run(own, [{ role: 'student', email: one }], 'manager');
    expect(joined.body.rows[0].adds_groups).toEqual([{ id: group.id, name: group.name }]);
    const [id] = [joined.body.rows[0].user_id];
    expect((await own.as('manager').get(`/accounts/user/${id}/`)).body.groups).toMatchObject([
      { role: 'student' },
    ]);
    const second = await own.aGroup();
    const foreign = await own.aGroup({ managers: [] });
    const asks = async (manager_department_id: string) =>
      (await send(own, [{ role: 'student', email: two, manager_department_id }], {}, 'manager')).body.rows[0]
        .errors;
    expect(await asks('')).toEqual({ manager_department_id: 'Required field' });
    expect(await asks(String(foreign.id))).toEqual({
      manager_department_id: 'There is no such group in reach',
    });
    expect(await asks(`${group.id}, ${second.id}`)).toEqual({});
  });

  test.each([
    ['?dry_run=true', {}, false],
    ['?dry_run=true', { dry_run: false }, false],
    ['?dry_run=false', { dry_run: true }, false],
    ['?dry_run=false', {}, true],
  ])(
    'are imported by %s and %j: only where neither says that it is a trial',
    async (query, body, imported) => {
      const email = address('tried');
      const rows = [{ row: 2, cells: { role: 'student', email } }];
      const own = await aCompany();
      const answer = await own
        .as('owner')
        .post(`/accounts/user_data/${own.id}/rows/${query}`, { rows, ...body });
      expect(answer).toMatchObject({ status: 200, body: { imported } });
      const found = await asSystem(['select id from users where email = $1', [email]]);
      expect(found).toHaveLength(imported ? 1 : 0);
    },
  );

  test('a file is only tried where its form says so, and not at all where address and form differ', async () => {
    const own = await aCompany();
    const email = address('form');
    const file = xlsx([
      ['role', 'email'],
      ['student', email],
      ['student', 'nobody'],
    ]);
    const sent = (query: string, fields: Record<string, string>) =>
      upload(own.as('owner'), own.id, file, query, fields);
    const before = await snapshot(own);
    expect(await sent('', { dry_run: 'true' })).toMatchObject({ status: 200, body: { imported: false } });
    expect(await sent('?dry_run=false', { dry_run: 'true', all_or_nothing: 'false' })).toMatchObject({
      status: 400,
      body: { dry_run: ['Not a valid choice'] },
    });
    expect((await sent('', { dry_run: 'perhaps' })).body).toMatchObject({ dry_run: ['Not a valid choice'] });
    expect(await snapshot(own)).toEqual(before);
    // What the call knows nothing of is left alone, as a browser adds it.
    const done = await sent('', { all_or_nothing: 'false', submit: 'Send' });
    expect(done).toMatchObject({ status: 200, body: { imported: true, totals: { create: 1, error: 1 } } });
    expect(await asSystem(['select id from users where email = $1', [email]])).toHaveLength(1);
  });

  test('a group of another company is a group that does not exist', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { id } = await other.aGroup();
    const row = { role: 'manager', email: address('m'), manager_department_id: String(id) };
    const before = await snapshot(other);
    const { body } = await run(own, [row]);
    const missing = await run(own, [{ ...row, manager_department_id: '2000000000' }]);
    expect(body.rows[0].errors).toEqual(missing.body.rows[0].errors);
    expect(body.imported).toBe(false);
    expect((await snapshot(other))[0]?.groups).toEqual(before[0]?.groups);
    const foreign = await own
      .as('owner')
      .post(`/accounts/user_data/${other.id}/rows/`, { rows: [{ row: 1, cells: row }] });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

test('licences that are not there are refused row by row, in the order of the file', async () => {
  const own = await aCompany();
  await asSystem(['update companies set licence_limit = 7 where id = $1', [own.id]]);
  const rows = [1, 2, 3].map((n) => ({ role: 'student', email: address(`seat-${n}`) }));
  rows.splice(1, 0, { role: 'king', email: address('none') });
  const { body } = await run(own, rows);
  expect(body).toMatchObject({
    imported: false,
    totals: { create: 2, error: 2, licences_needed: 3, licences_free: 2 },
  });
  // Nothing is wrong with a cell of it.
  expect(body.rows[3]).toMatchObject({ outcome: 'error', lacks_licence: true });
  expect(body.rows[3].errors).toEqual({});
  expect(body.rows[1]).toMatchObject({ outcome: 'error', lacks_licence: false });
  const partly = await send(own, rows, { dry_run: false, all_or_nothing: false });
  expect(partly.body.totals).toMatchObject({ create: 2, error: 2 });
  // Two imports at once cannot take one seat twice.
  await asSystem(['update companies set licence_limit = 8 where id = $1', [own.id]]);
  const { student } = own.people;
  const racing = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      run(own, [
        { role: 'student', email: address(`race-${n}`) },
        { email: student.email, position: `Place ${n}` },
      ]),
    ),
  );
  const won = racing.flatMap((answer, place) => (answer.body.imported ? [`Place ${place + 1}`] : []));
  expect(won).toHaveLength(1);
  // Who came too late has left nothing behind.
  expect((await own.as('owner').get(`/accounts/user/${student.id}/`)).body.position).toBe(won[0]);
});

// ── Files ──────────────────────────────────────────────────────────────────────────────────────────

const HEAD = ['role', 'email'];
const people = (count: number) => Array.from({ length: count }, (_, n) => ['student', `p${n}@example.com`]);
const OTHERS: [string, () => Uint8Array<ArrayBuffer>, string][] = [
  ['5,001 people', () => xlsx([HEAD, ...people(5001)]), 'The file has more than 5000 rows'],
  ['6,000 people', () => xlsx([HEAD, ...people(6000)]), 'The file has more than 5000 rows'],
  ['a header alone', () => xlsx([HEAD]), 'The file has no rows'],
  ['nothing', () => xlsx([]), 'The file has no rows'],
  ['no role', () => xlsx([['email'], ['a@example.com']]), 'The file has no column for the role'],
  ['more than 500 KB', () => new Uint8Array(500 * 1024 + 1), 'The file size exceeds 500 KB'],
  ['no file', () => new Uint8Array(), 'No file was submitted'],
];

describe('a file is refused, and nothing else happens', () => {
  test.each([
    ...HOSTILE_FILES.map(
      ([name, make]) => [name, make, 'The file format does not match the required one'] as const,
    ),
    ...OTHERS,
  ])('%s', async (_name, make, message) => {
    const own = await aCompany();
    const bytes = make();
    const before = await snapshot(own);
    const answer = await upload(own.as('owner'), own.id, bytes, '?dry_run=false');
    expect(answer).toMatchObject({ status: 400, body: { file: [message] } });
    expect(await snapshot(own)).toEqual(before);
  });
});

const ODD: [string, () => Uint8Array<ArrayBuffer>, object[]][] = [
  [
    'as LibreOffice writes it: shared texts, empty rows, a phone as a number',
    () =>
      zip(
        partsOf(
          sheetXml(
            '<row r="1" ht="12"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="0"/></row><row r="4"><c r="A4" s="0" t="s"><v>2</v></c><c r="B4" s="0" t="n"><v>380671234567</v></c></row>',
          ),
          {
            shared: '<sst count="3"><si><t>Роль</t></si><si><t>Телефон</t></si><si><t>Студент</t></si></sst>',
          },
        ),
      ),
    [{ row: 4, cells: { role: 'Студент', phone: '380671234567' }, outcome: 'create' }],
  ],
  [
    'as Google writes it: a dimension that lies, thousands of empty rows, formulas',
    () =>
      zip(
        partsOf(
          sheetXml(
            `${rowsXml([['Role', 'Email']])}<row r="2"><c r="A2" t="str"><f>LOWER("STUDENT")</f><v>student</v></c><c r="B2" t="str"><f>HYPERLINK("http://evil")</f><v>g@example.com</v></c></row>${Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 3}"/>`).join('')}`,
          ),
        ),
      ),
    [{ row: 2, cells: { role: 'student', email: 'g@example.com' }, outcome: 'create' }],
  ],
  [
    'the same header twice: the first counts',
    () =>
      xlsx([
        ['role', 'email', 'E-mail'],
        ['student', 'first@example.com', 'second@example.com'],
      ]),
    [{ row: 2, cells: { role: 'student', email: 'first@example.com' } }],
  ],
  [
    'neutralised and dangerous cells are text',
    () =>
      xlsx([
        ['role', 'phone', 'comment'],
        ['student', "'+380671234567", "=cmd|' /C calc'!A0"],
      ]),
    [
      {
        cells: { role: 'student', phone: '+380671234567', comment: "=cmd|' /C calc'!A0" },
        outcome: 'create',
      },
    ],
  ],
  [
    'in UTF-16, either way round',
    () => {
      const xml = '<x:worksheet xmlns:x="m"><x:sheetData>ROWS</x:sheetData></x:worksheet>';
      const cell = (text: string) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`;
      const row = (...texts: string[]) => `<x:row>${texts.map(cell).join('')}</x:row>`;
      const text = xml.replace('ROWS', row('роль', 'пошта') + row('слухач', 'u@example.com'));
      const signs = [0xfeff, ...Array.from(text, (sign) => sign.charCodeAt(0))];
      return zip(
        partsOf(
          new Uint8Array(new Uint16Array(signs.map((sign) => (sign >> 8) | ((sign & 255) << 8))).buffer),
        ),
      );
    },
    [{ row: 2, cells: { role: 'слухач', email: 'u@example.com' }, outcome: 'create' }],
  ],
];

test('a part of any size is unpacked', () => {
  const noise = crypto.getRandomValues(new Uint8Array(65_536));
  for (let size = 4096; size < 5_000_000; size += Math.max(4096, size >> 4)) {
    const content = new Uint8Array(size);
    for (let at = 0; at < size; at += 200_000)
      content.set(noise.subarray(0, Math.min(30_000, size - at)), at);
    expect(openArchive(zip([{ name: 'a', content }])).read('a')).toHaveLength(size);
  }
});

test.each(ODD)('a file is read %s', async (_name, make, rows) => {
  const own = await aCompany();
  const { status, body } = await upload(own.as('owner'), own.id, make());
  expect(status).toBe(200);
  expect(body.rows).toMatchObject(rows);
});

describe('files of ours', () => {
  test.each([
    ['uk', 'Роль', 'Адміністратор,Менеджер,Тренер,Студент'],
    ['en', 'Role', 'Administrator,Manager,Trainer,Student'],
    ['de', 'Rolle', 'Administrator,Manager,Trainer,Lernende:r'],
  ])(
    'the template in %s has headers that are recognised, roles to choose from and instructions',
    async (language, role, list) => {
      const own = await aCompany();
      const group = await own.aGroup();
      await asSystem(['update users set language = $2 where id = $1', [own.people.owner.id, language]]);
      const bytes = await download(own.as('owner'), '/accounts/user_data_template/');
      const [header] = readRows(bytes, 10);
      expect(header!.cells[0]).toBe(role);
      const filled = xlsx([header!.cells, ['student', address('t')]]);
      const { body } = await upload(own.as('owner'), own.id, filled);
      expect(body.columns.every((column: { field: unknown }) => column.field !== null)).toBe(true);
      const archive = openArchive(bytes);
      const text = archive.names.map((name) => new TextDecoder().decode(archive.read(name)!)).join('\n');
      expect(text).toContain(list);
      expect(text.match(/sqref="[^"]*"/g)).toEqual(['sqref="A2:A5001"']);
      expect(text).toContain(group.name);
      expect(archive.names.filter((name) => /worksheets\/sheet\d/.test(name))).toHaveLength(3);
    },
  );

  test('an export honours the filters, is no formula, and imports again unchanged', async () => {
    const own = await aCompany();
    await own.aGroup();
    const rows: Cells[] = [
      {
        role: 'manager',
        email: address('exp'),
        phone: aPhone(),
        last_name: '=1+1',
        first_name: '@me',
        comment: '-5',
      },
      { role: 'student', phone: aPhone(), last_name: 'Ядро', department: 'Цех' },
    ];
    await run(own, rows);
    const bytes = await download(own.as('owner'), `/accounts/user_data/${own.id}/?page_size=1`);
    const all = readRows(bytes, 100);
    expect(all).toHaveLength(8);
    const cells = all.flatMap((row) => row.cells);
    expect(cells.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
    expect(cells).toEqual(expect.arrayContaining(["'=1+1", "'@me", "'-5", `'${rows[0]!.phone}`]));
    const again = await upload(own.as('owner'), own.id, xlsx(all.map((row) => row.cells)));
    expect(again.body.totals).toMatchObject({ unchanged: 7, error: 0 });
    const filtered = await download(
      own.as('owner'),
      `/accounts/user_data/${own.id}/?subdivision=${encodeURIComponent('Цех')}&status=not_activated`,
    );
    expect(readRows(filtered, 10).map((row) => row.cells[3])).toEqual(['Прізвище', 'Ядро']);
    const reached = await download(own.as('manager'), `/accounts/user_data/${own.id}/`);
    expect(readRows(reached, 10)).toHaveLength(3);
    const other = await aCompany();
    expect((await other.as('owner').get(`/accounts/user_data/${own.id}/`)).status).toBe(404);
  });

  test('an export finds people without e-mail again whose own phone is another one', async () => {
    const own = await aCompany();
    const [recorded, changed, another] = [aPhone(), aPhone(), aPhone()];
    const row = { role: 'student', last_name: 'Іщук', first_name: 'Степан' };
    const { need_sheet } = (await run(own, [{ ...row, phone: recorded }])).body;
    await asSystem([
      `update users set activated_at = now(), record_of = null, phone = $2 where id = $1`,
      [need_sheet[0], changed],
    ]);
    const bytes = await download(
      own.as('owner'),
      `/accounts/user_data/${own.id}/?search=${encodeURIComponent('Іщук')}`,
    );
    const sheet = readRows(bytes, 10).map(({ cells }) => cells);
    expect(sheet[1]).toContain(`'${recorded}`);
    const again = await upload(own.as('owner'), own.id, xlsx(sheet));
    expect(again.body.totals).toMatchObject({ create: 0, unchanged: 1, error: 0 });

    const named = (rows: Cells[], as: 'owner' | 'manager') => send(own, rows, {}, as);
    const rows = [
      { ...row, phone: changed },
      { ...row, email: address('namesake') },
      { ...row, first_name: 'Іван', phone: another },
    ];
    const namesake = { id: need_sheet[0], phone: recorded };
    const told = async (as: 'owner' | 'manager') =>
      (await named(rows, as)).body.rows.map((judged: { namesake: unknown }) => judged.namesake);
    expect(await told('owner')).toEqual([namesake, namesake, null]);
    expect(await told('manager')).toEqual([null, null, null]);
  });

  test('an export names the groups as an import reads them, by the role that the row gives', async () => {
    const own = await aCompany();
    const { manager, trainer, student } = own.people;
    const named = async (name: string, given: Parameters<Company['aGroup']>[0]) => {
      const { id } = await own.aGroup({ managers: [], students: [], ...given });
      await asSystem(['update study_groups set name = $2 where id = $1', [id, name]]);
      return id;
    };
    const [comma, digits] = [await own.aPerson('student'), await own.aPerson('student')];
    const several = await own.aPerson('student');
    await named('Цех', { managers: [manager], students: [student] });
    await named('Зміна', { coaches: [trainer], students: [student, manager] });
    await named('Цех 2; зміна Б', { students: [comma] });
    await named('2026', { students: [digits] });
    await named('Бар «5", друга зміна', { students: [several] });
    await named('Склад, нічна', { students: [several] });
    await named('Яма', { students: [several] });
    const away = await named('Архів', { students: [student] });
    await asSystem(['update study_groups set deleted_at = now() where id = $1', [away]]);

    const sheet = readRows(await download(own.as('owner'), `/accounts/user_data/${own.id}/`), 100);
    const cells = Object.fromEntries(sheet.map((row) => [row.cells[1], row.cells[9]]));
    expect(cells).toMatchObject({
      [manager.email]: 'Цех',
      [trainer.email]: 'Зміна',
      [student.email]: 'Зміна, Цех',
      [comma.email]: 'Цех 2; зміна Б',
      [digits.email]: '"2026"',
      [several.email]: '"Бар «5"", друга зміна", "Склад, нічна", Яма',
    });
    const again = await upload(own.as('owner'), own.id, xlsx(sheet.map((row) => row.cells)));
    expect(again.body.totals).toMatchObject({ unchanged: 8, update: 0, error: 0 });
  });
});

describe('an import taken back', () => {
  const undo = (company: Company, batch: string, as: 'owner' | 'admin' | 'manager' = 'owner') =>
    company.as(as).post(`/accounts/user_data/${company.id}/undo/`, { batch });
  const imports = async (company: Company, as: 'owner' | 'manager' = 'owner') =>
    (await company.as(as).get(`/accounts/user_data/${company.id}/imports/`)).body as {
      batch: string;
      undone_at: string | null;
    }[];

  test('leaves the company as it was before, as one entry that shows who did it', async () => {
    const company = await aCompany();
    const group = await company.aGroup({ students: [] });
    const known = await company.aPerson('student');
    const owner = company.as('owner');
    await owner.patch(`/accounts/user/${known.id}/`, { position: 'Касир', comment: 'Наставник' });
    const [first, second] = [address('new-a'), address('new-b')];
    const done = await run(company, [
      { role: 'student', email: first, manager_department_id: String(group.id) },
      { role: 'trainer', email: second },
      {
        role: 'trainer',
        email: known.email,
        position: 'Старша зміни',
        manager_department_id: String(group.id),
      },
    ]);
    const { batch } = done.body;
    // Taken back, it sends no letter that still waits.
    const token = tokenIn(await mailTo(second));
    expect(await imports(company)).toMatchObject([
      { batch, joined: 2, changed: 1, author: { last_name: 'Person' }, undone_at: null },
    ]);
    expect((await undo(company, batch)).body).toEqual({ undone: 3, kept: [] });
    expect(await imports(company)).toMatchObject([
      { batch, joined: 2, changed: 1, undone_at: expect.any(String) },
    ]);
    const left = (await owner.get('/accounts/user/?page_size=100')).body.results as { email: string }[];
    expect(left.map((person) => person.email)).not.toContain(first);
    expect((await owner.get(`/accounts/user/${known.id}/`)).body).toMatchObject({
      position: 'Касир',
      comment: 'Наставник',
      user_types: ['student'],
      groups: [],
    });
    expect((await owner.get(`/study_group/group_member/?group=${group.id}&role=student`)).body.count).toBe(0);
    expect((await anonymous.post('/accounts/invitation/', { token })).status).toBe(400);
    // Once more changes nothing, and the import is still one that can be read.
    expect((await undo(company, batch)).body).toEqual({ undone: 0, kept: [] });
    expect(await imports(company)).toHaveLength(1);
    // The same file brings everybody back.
    expect((await run(company, [{ role: 'student', email: first }])).body.totals).toMatchObject({
      create: 0,
      error: 0,
    });
  });

  test('counts people, as the answer to it does, whatever the number of entries about each', async () => {
    const company = await aCompany();
    const group = await company.aGroup({ managers: [], students: [] });
    const { student, trainer } = company.people;
    const [renamed, again] = [address('renamed'), address('back')];
    await run(company, [{ role: 'student', email: renamed, last_name: 'Старе', position: 'Касир' }]);
    const first = await run(company, [{ role: 'student', email: again, last_name: 'Старе' }]);
    await undo(company, first.body.batch);
    const rows: Cells[] = [
      { role: 'student', email: renamed, last_name: 'Нове', position: 'Комірник', department: 'Цех' },
      { role: 'student', email: again, last_name: 'Нове' },
      { email: student.email, manager_department_id: String(group.id) },
      { email: trainer.email, manager_department_id: String(group.id) },
      { role: 'student', email: address('new'), manager_department_id: unique('Нова') },
    ];
    const done = await send(company, rows, { dry_run: false, make_groups: true });
    expect(done.body.totals).toMatchObject({ create: 1, add_membership: 1, update: 3 });
    const { batch } = done.body;
    expect((await imports(company))[0]).toMatchObject({ batch, joined: 2, changed: 3, undone_at: null });
    await undo(company, batch);
    expect((await imports(company))[0]).toMatchObject({ batch, joined: 2, changed: 3 });
  });

  test('gives back the place of somebody whose name it corrected, and leaves the name', async () => {
    const company = await aCompany();
    const email = address('renamed');
    const before = { role: 'student', email, last_name: 'Старе', position: 'Касир' };
    const [{ user_id }] = (await run(company, [before])).body.rows;
    const both = { role: 'trainer', email, last_name: 'Нове', position: 'Комірник' };
    const { batch } = (await run(company, [both])).body;
    expect((await undo(company, batch)).body).toEqual({ undone: 1, kept: [] });
    expect((await company.as('owner').get(`/accounts/user/${user_id}/`)).body).toMatchObject({
      last_name: 'Нове',
      position: 'Касир',
      user_types: ['student'],
    });
    const name = (await run(company, [{ email, last_name: 'Інше' }])).body.batch;
    expect((await undo(company, name)).body).toEqual({ undone: 0, kept: [] });
    expect((await undo(company, crypto.randomUUID())).status).toBe(404);
  });

  test('counts no manager for the group that it makes and gives them', async () => {
    const company = await aCompany();
    await company.aGroup();
    const rows = [{ role: 'student', email: address('new'), manager_department_id: unique('Нова') }];
    const done = await send(company, rows, { dry_run: false, make_groups: true }, 'manager');
    expect(done.body.totals).toMatchObject({ create: 1, update: 0 });
    expect((await imports(company, 'manager'))[0]).toMatchObject({ joined: 1, changed: 0 });
  });

  test('that only brought people into a group is told of', async () => {
    const company = await aCompany();
    const group = await company.aGroup({ managers: [], students: [] });
    const rows = [{ email: company.people.student.email, manager_department_id: String(group.id) }];
    const { batch, totals } = (await run(company, rows)).body;
    expect(totals).toMatchObject({ update: 1 });
    expect(await imports(company)).toMatchObject([{ batch, joined: 0, changed: 1, undone_at: null }]);
    await undo(company, batch);
    expect(await imports(company)).toMatchObject([{ batch, changed: 1, undone_at: expect.any(String) }]);
  });

  test('is told of, and taken back, also where all whom it brought had been here before', async () => {
    const company = await aCompany();
    const rows = [{ role: 'student', email: address('again') }];
    await undo(company, (await run(company, rows)).body.batch);
    const { batch } = (await run(company, rows)).body;
    expect((await imports(company))[0]).toMatchObject({ batch, joined: 1, changed: 0, undone_at: null });
    expect((await undo(company, batch)).body).toEqual({ undone: 1, kept: [] });
    expect((await imports(company))[0]).toMatchObject({ batch, joined: 1, undone_at: expect.any(String) });
  });

  test('sends no letter that still waits, and whoever comes back gets a new one', async () => {
    const company = await aCompany();
    const email = address('waits');
    const done = await run(company, [{ role: 'student', email }]);
    await mailTo(email);
    const waiting = () =>
      asSystem(['select id from mails where recipient = $1 and sent_at is null', [email]]);
    // As of many, of which only so many go in a minute.
    await asSystem(
      [
        `update mails set sent_at = null, tries = 0, next_try_at = now() + interval '1 hour' where recipient = $1`,
        [email],
      ],
      [
        `update invited_addresses set invited_at = now() + interval '1 hour' where company_id = $1`,
        [company.id],
      ],
    );
    expect(await waiting()).toHaveLength(1);
    await undo(company, done.body.batch);
    expect(await waiting()).toEqual([]);
    const before = (await sentMails(email)).length;
    await run(company, [{ role: 'student', email }]);
    await expect.poll(async () => (await sentMails(email)).length).toBe(before + 1);
  });

  test('leaves alone who signed in or was changed since, and names them', async () => {
    const company = await aCompany();
    const [came, changed] = [address('came'), await company.aPerson('student')];
    const done = await run(company, [
      { role: 'student', email: came },
      { role: 'student', email: changed.email, position: 'Касир' },
    ]);
    const mail = await mailTo(came);
    await anonymous.post('/accounts/finish_registration/', {
      token: tokenIn(mail),
      password: 'Zorepad-2026',
      first_name: 'Прийшла',
      last_name: 'Людина',
      privacy_policy: true,
    });
    await company.as('owner').patch(`/accounts/user/${changed.id}/`, { position: 'Директорка' });
    const { body } = await undo(company, done.body.batch);
    expect(body.undone).toBe(0);
    expect(new Set(body.kept.map((person: { email: string }) => person.email))).toEqual(
      new Set([came, changed.email]),
    );
    expect((await company.as('owner').get(`/accounts/user/${changed.id}/`)).body.position).toBe('Директорка');
  });

  test('leaves alone whom it brought and somebody changed since: a place, a name, a group, a course, a block', async () => {
    const company = await aCompany();
    const owner = company.as('owner');
    const [group, other, course] = [await company.aGroup(), await company.aGroup(), await company.aCourse()];
    const names = ['position', 'comment', 'name', 'joined', 'left', 'course', 'blocked', 'as made'];
    const rows = names.map((last_name, n) => ({
      role: 'student',
      last_name,
      phone: aPhone(),
      email: address(`since-${n}`),
      manager_department_id: String(group.id),
    }));
    const { body } = await run(company, rows);
    const [position, comment, named, joined, left, onCourse, blocked] = body.rows.map(
      ({ user_id }: { user_id: number }) => user_id,
    );
    await owner.patch(`/accounts/user/${position}/`, { position: 'Касир' });
    await owner.patch(`/accounts/user/${comment}/`, { comment: 'Наставник' });
    await owner.patch(`/accounts/user/${named}/`, { first_name: 'Юлія' });
    await owner.post('/study_group/group_member/', { group: other.id, role: 'student', user_ids: [joined] });
    await asSystem(
      ['delete from group_members where user_id = $1', [left]],
      [
        `insert into course_members (company_id, course_id, user_id, role) values ($1, $2, $3, 'student')`,
        [company.id, course.id, onCourse],
      ],
      ['update memberships set blocked_at = now() where user_id = $1', [blocked]],
    );
    const undone = (await undo(company, body.batch)).body;
    expect(undone.undone).toBe(1);
    expect(undone.kept.map(({ last_name }: { last_name: string }) => last_name).toSorted()).toEqual(
      names.slice(0, -1).toSorted(),
    );
    // They keep also the places that it gave them.
    const members = await owner.get(
      `/study_group/group_member/?group=${group.id}&role=student&search=position`,
    );
    expect(members.body.count).toBe(1);
  });

  test('is one’s own for a manager, and nobody’s of another company', async () => {
    const company = await aCompany();
    const group = await company.aGroup();
    const done = await run(company, [{ role: 'student', email: address('theirs') }]);
    expect((await undo(company, done.body.batch, 'manager')).status).toBe(404);
    expect(await imports(company, 'manager')).toEqual([]);
    const own = await run(
      company,
      [{ role: 'student', email: address('own'), manager_department_id: String(group.id) }],
      'manager',
    );
    expect((await undo(company, own.body.batch, 'admin')).body).toEqual({ undone: 1, kept: [] });
    expect(await imports(company, 'manager')).toMatchObject([
      { batch: own.body.batch, undone_at: expect.any(String) },
    ]);
    expect((await undo(await aCompany(), done.body.batch)).status).toBe(404);
    expect((await undo(company, done.body.batch, 'admin')).body).toEqual({ undone: 1, kept: [] });
  });
});

describe('groups by their names', () => {
  const UNKNOWN = 'There is no such group in reach';

  test('are found whatever their case, one or several, also with a comma in the name', async () => {
    const own = await aCompany();
    const [one, two] = [await own.aGroup(), await own.aGroup()];
    const odd = await own.as('owner').post('/study_group/study_group/', { name: 'Цех 2, зміна Б' });
    const { body } = await send(own, [
      { role: 'student', email: address('a'), manager_department_id: one.name.toUpperCase() },
      { role: 'student', email: address('b'), manager_department_id: `${one.name}; ${two.name}` },
      { role: 'student', email: address('c'), manager_department_id: 'цех 2, зміна б' },
    ]);
    const found = body.rows.map((row: { adds_groups: { id: number }[] }) =>
      row.adds_groups.map(({ id }) => id),
    );
    expect(found).toEqual([[one.id], [one.id, two.id], [odd.body.id]]);
  });

  test('are made where one wishes, each once, and otherwise refused', async () => {
    const own = await aCompany();
    const rows = [
      { role: 'student', email: address('a'), manager_department_id: 'Нова зміна' },
      { role: 'manager', email: address('b'), manager_department_id: 'нова зміна, Склад' },
    ];
    const refused = await run(own, rows);
    expect(refused.body).toMatchObject({
      imported: false,
      rows: [{ errors: { manager_department_id: UNKNOWN } }, { errors: { manager_department_id: UNKNOWN } }],
    });
    const preview = await send(own, rows, { make_groups: true });
    expect(preview.body.rows[0]).toMatchObject({
      errors: {},
      adds_groups: [{ id: null, name: 'Нова зміна' }],
    });
    const done = await send(own, rows, { dry_run: false, make_groups: true });
    expect(done.body.imported).toBe(true);
    const { body } = await own.as('owner').get('/study_group/study_group/?ordering=name');
    const made = body.results.filter(({ name }: { name: string }) => /зміна|Склад/i.test(name));
    expect(made.map(({ name }: { name: string }) => name)).toEqual(['Нова зміна', 'Склад']);
    expect(done.body.rows[1].adds_groups.map(({ id }: { id: number }) => id).toSorted()).toEqual(
      made.map(({ id }: { id: number }) => id).toSorted(),
    );
    expect((await send(own, rows, { dry_run: false })).body.totals).toMatchObject({ unchanged: 2 });

    // Taken back, the import leaves no empty group; one that has got somebody stays.
    const [kept, gone] = made as { id: number }[];
    await own.as('owner').post('/study_group/group_member/', {
      group: kept!.id,
      role: 'student',
      user_ids: [own.people.student.id],
    });
    await own.as('owner').post(`/accounts/user_data/${own.id}/undo/`, { batch: done.body.batch });
    expect((await own.as('owner').get(`/study_group/study_group/${kept!.id}/`)).status).toBe(200);
    expect((await own.as('owner').get(`/study_group/study_group/${gone!.id}/`)).status).toBe(404);
  });

  test('a manager reaches what they made, and takes no name that is taken out of reach', async () => {
    const own = await aCompany();
    await own.aGroup();
    const foreign = await own.aGroup({ managers: [] });
    const asked = (manager_department_id: string, dry_run: boolean) =>
      send(
        own,
        [{ role: 'student', email: address('m'), manager_department_id }],
        { dry_run, make_groups: true },
        'manager',
      );
    expect((await asked(foreign.name, true)).body.rows[0].errors).toEqual({ manager_department_id: UNKNOWN });
    const { body } = await asked('Група менеджера', false);
    const [made] = body.rows[0].adds_groups;
    const group = await own.as('manager').get(`/study_group/study_group/${made.id}/`);
    expect(group.body.managers.map(({ id }: { id: number }) => id)).toEqual([own.people.manager.id]);
  });
});

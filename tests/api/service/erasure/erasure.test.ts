import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { eraseDueCompanies } from '../../../../worker/service/erasure/service.ts';
import { discardStaleFiles } from '../../../../worker/learning/media/service.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import type { Company } from '../../../factories/company.ts';
import { address as anAddress } from '../../../support/api/accounts.ts';
import { confirmLongAgo, somebody } from '../../../support/api/somebody.ts';
import { someThings } from '../../whole/access/access-calls.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

const db = new Db(env);

/** Where in the whole database a word stands: in any column of any row of any table. */
async function placesOf(...words: string[]): Promise<string[]> {
  const tables = await asSystem<{ name: string }>([
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  ]);
  const found = await asSystem<{ place: string }>([
    `${tables
      .map(({ name }) => `select '${name}' as place from ${name} t where to_jsonb(t)::text ilike any ($1)`)
      .join(' union ')} order by place`,
    [words.map((word) => `%${word}%`)],
  ]);
  return found.map(({ place }) => place);
}

/** A digest of all rows of a company, and of its people's own. */
async function digestOf(company: Company): Promise<Record<string, string>> {
  const tables = await asSystem<{ name: string; has_company: boolean; has_user: boolean }>([
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as has_company,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id') as has_user
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  ]);
  const digests: Record<string, string> = {};
  for (const { name, has_company, has_user } of tables) {
    const owned = has_company
      ? 'company_id = $1'
      : name === 'companies'
        ? 'id = $1'
        : name === 'users' || has_user
          ? `${name === 'users' ? 'id' : 'user_id'} in (select user_id from memberships where company_id = $1)`
          : null;
    if (!owned) continue;
    const [row] = await asSystem<{ digest: string }>([
      `select count(*) || ' ' || coalesce(md5(string_agg(r, '|' order by r)), '') as digest
         from (select to_jsonb(t)::text as r from ${name} t where ${owned}) rows`,
      [company.id],
    ]);
    digests[name] = row!.digest;
  }
  return digests;
}

/** Erases a company that few rows at a time, so that it goes over many stretches. */
async function eraseInStretches(company: Company, rows: number): Promise<void> {
  await asSystem(['update companies set erase_at = now() where id = $1', [company.id]]);
  for (let minute = 0; minute < 200; minute += 1) {
    await eraseDueCompanies(env, db, rows);
    const [found] = await asSystem<{ erased_at: unknown }>([
      'select erased_at from companies where id = $1',
      [company.id],
    ]);
    if (found!.erased_at) return;
  }
}

test('whoever erases themselves leaves no name behind, and results without one', async () => {
  const company = await aCompany();
  const person = await somebody(company);
  const [certificate] = (await person.client.get('/certificates/')).body.results;
  expect(await placesOf(person.name)).toEqual(expect.arrayContaining(['history', 'users', 'certificates']));
  const before = await asSystem([
    'select (select count(*) from attempt_answers where attempt_id = $1) as answers, (select count(*) from gradings where attempt_id = $1) as gradings',
    [person.attempt],
  ]);
  const address = { address: person.email.toUpperCase() };

  await confirmLongAgo(person);
  expect((await person.client.post('/accounts/erasure/', address)).body.code).toBe(
    'password_confirmation_required',
  );
  await asSystem(['update sessions set confirmed_at = now() where user_id = $1', [person.id]]);
  expect((await person.client.post('/accounts/erasure/', { address: 'a@example.com' })).status).toBe(400);
  expect((await person.client.post('/accounts/erasure/', address)).status).toBe(204);

  expect((await person.client.get('/accounts/user_info/')).status).toBe(401);
  await discardStaleFiles(env, db);
  // The last letter goes once it was sent.
  await asSystem([
    `update mails set sent_at = now() where kind = 'farewell' and recipient = $1`,
    [person.email],
  ]);
  await eraseDueCompanies(env, db);
  expect(await placesOf(person.name, person.email, person.phone)).toEqual([]);
  expect(await env.FILES.get(person.photo.key)).toBeNull();
  expect(
    await asSystem([
      'select (select count(*) from attempt_answers where attempt_id = $1) as answers, (select count(*) from gradings where attempt_id = $1) as gradings',
      [person.attempt],
    ]),
  ).toEqual(before);
  const checked = await anonymous.get(`/certificates/${certificate.number}/`);
  expect(checked.body).toMatchObject({ status: 'valid', content: { name: '—' } });
  const results = await company.as('owner').get('/course/test_results/');
  expect(results.body.results[0].user).toMatchObject({
    id: person.id,
    first_name: '',
    last_name: `№${person.id}`,
  });

  // Nothing brings them back.
  const [left] = await asSystem<{ id: number }>([
    `select id from history where company_id = $1 and object_model = 'membership' and object_id = $2 order by id desc limit 1`,
    [company.id, person.id],
  ]);
  expect((await company.as('owner').get(`/history/history/${left!.id}/restore/`)).status).toBe(403);
  const back = asSystem(['update memberships set deleted_at = null where user_id = $1', [person.id]]);
  await expect(back).rejects.toThrow('person_erased');
  const named = asSystem(["update users set first_name = 'Back' where id = $1", [person.id]]);
  await expect(named).rejects.toThrow('person_erased');
  expect(await placesOf(person.name)).toEqual([]);
});

test('an owner gives the company away before they can be erased', async () => {
  const company = await aCompany();
  const { owner, admin, trainer } = company.people;
  const erase = () => owner.client.post('/accounts/erasure/', { address: owner.email });
  expect((await erase()).body.code).toBe('owner_not_erasable');
  const give = (user_id: number) => owner.client.post(`/space/space/${company.id}/ownership/`, { user_id });
  expect((await give(trainer.id)).status).toBe(400);
  const given = await give(admin.id);
  expect(given).toMatchObject({ status: 200, body: { access: expect.any(String) } });
  expect((await owner.client.get('/accounts/user_info/')).body.code).toBe('user_type_not_held');
  const space = (await admin.client.get(`/space/space/${company.id}/`)).body;
  expect(space.owner.id).toBe(admin.id);
  const roles = await asSystem([
    'select user_id, user_types from memberships where company_id = $1 and user_id in ($2, $3) order by user_id',
    [company.id, owner.id, admin.id],
  ]);
  expect(roles).toEqual([
    { user_id: owner.id, user_types: ['admin', 'trainer', 'student'] },
    { user_id: admin.id, user_types: ['owner', 'admin', 'manager', 'trainer', 'student'] },
  ]);
  const mailed = await asSystem<{ recipient: string; text: string }>([
    'select recipient, text from mails where recipient in ($1, $2) order by id',
    [owner.email, admin.email],
  ]);
  expect(mailed).toHaveLength(2);
  for (const [{ email }, role] of [[admin, 'owner'] as const, [owner, 'admin'] as const])
    expect(mailed.find(({ recipient }) => recipient === email)!.text).toContain(
      `/in/${company.id}/${role}/company/${company.id}\n`,
    );
  const asAdmin = await world.fetch('/api/v1/accounts/erasure/', {
    method: 'POST',
    headers: { Authorization: `Bearer ${given.body.access}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ address: owner.email }),
  });
  expect(asAdmin.status).toBe(204);
});

test('of two owners only the one it belongs to gives a company away or has it erased', async () => {
  const company = await aCompany();
  const second = await company.aPerson('owner');
  const at = `/space/space/${company.id}`;
  const [{ name }] = (await asSystem<{ name: string }>([
    'select name from companies where id = $1',
    [company.id],
  ])) as [{ name: string }];
  expect((await second.client.post(`${at}/ownership/`, { user_id: company.people.admin.id })).status).toBe(
    403,
  );
  expect((await second.client.post(`${at}/erasure/`, { name })).status).toBe(403);
});

test('whoever never accepted an invitation has not left; whoever was a member has, or has results from paper', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const { student } = company.people;
  const exam = await company.anExam();
  const former = async () =>
    (await owner.get('/accounts/former_users/')).body.results.map(({ id }: { id: number }) => id);
  const invite = async (email: string) => {
    const group_ids = [exam.course.group.id];
    return (await owner.post('/accounts/invite_user/', { email, user_type: 'student', group_ids })).body
      .id as number;
  };
  const takeOut = async (id: number) =>
    expect((await owner.delete(`/accounts/memberships/${id}/`)).status).toBe(204);

  await takeOut(await invite(anAddress('invited')));
  const rows = [
    { row: 2, cells: { role: 'student', email: anAddress('invited'), manager_department_id: '' } },
  ];
  const imported = await owner.post(`/accounts/user_data/${company.id}/rows/`, { rows, dry_run: false });
  const { batch } = imported.body;
  const undone = await owner.post(`/accounts/user_data/${company.id}/undo/`, { batch });
  expect(undone.body).toMatchObject({ undone: 1 });
  expect(await former()).toEqual([]);

  // Invited again and taken back, they are still who once was a member.
  await takeOut(student.id);
  const [left] = await former();
  expect(await invite(student.email)).toBe(left);
  expect(await former()).toEqual([]);
  await takeOut(left);
  expect(await former()).toEqual([left]);

  const onPaper = await invite(anAddress('invited'));
  const runs = `/course/course/${exam.course.id}/form/${exam.form_id}/print_runs/`;
  const run = (await owner.post(runs, { variants: 1 })).body.id;
  const sat_on = new Date().toISOString().slice(0, 10);
  const sheet = { variant: 1, user_id: onPaper, sat_on, answers: [] };
  expect((await owner.post(`${runs}${run}/sheets/`, sheet)).status).toBe(201);
  await takeOut(onPaper);
  expect(await former()).toEqual([onPaper, left]);
});

test('a company erases what it knows of whoever has left it, and no more where another company knows them', async () => {
  const [company, other] = await Promise.all([aCompany(), aCompany()]);
  const [alone, shared] = [await somebody(company), await somebody(company)];
  await asSystem([
    `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{student}')`,
    [other.id, shared.id],
  ]);
  const admin = company.as('admin');
  const erase = (id: number) => admin.post(`/accounts/user/${id}/erasure/`, { understood: true });
  expect((await erase(alone.id)).status).toBe(404);
  for (const { id } of [alone, shared]) await admin.delete(`/accounts/memberships/${id}/`);
  const left = (await admin.get('/accounts/former_users/?ordering=last_name')).body;
  const recordOf = ({ name }: { name: string }) =>
    left.results.find((row: { last_name: string }) => row.last_name.includes(name)).id as number;
  const kept = { alone: recordOf(alone), shared: recordOf(shared) };
  expect((await other.as('admin').get('/accounts/former_users/')).body.count).toBe(0);
  expect(
    (await other.as('admin').post(`/accounts/user/${kept.alone}/erasure/`, { understood: true })).status,
  ).toBe(404);

  expect((await erase(kept.alone)).status).toBe(204);
  expect((await erase(kept.shared)).status).toBe(204);
  await discardStaleFiles(env, db);
  expect(await placesOf(alone.name)).toEqual([]);
  // What is theirs stays; what the company wrote is gone.
  expect(await placesOf(`${shared.name} position`, `${shared.name} comment`)).toEqual([]);
  const told = await asSystem([
    'select from history h where company_id = $1 and to_jsonb(h)::text like $2',
    [company.id, `%${shared.name}%`],
  ]);
  expect(told).toEqual([]);
  expect(await placesOf(shared.name)).toContain('users');
  expect((await erase(kept.alone)).status).toBe(404);
});

test('the history says who erased somebody, by their number alone, and takes nothing back', async () => {
  const company = await aCompany();
  const { id } = await somebody(company);
  const admin = company.as('admin');
  await admin.delete(`/accounts/memberships/${id}/`);
  const [{ id: record }] = (await admin.get('/accounts/former_users/')).body.results;
  expect((await admin.post(`/accounts/user/${record}/erasure/`, { understood: true })).status).toBe(204);
  const { results } = (await admin.get('/history/history/')).body;
  const entry = results.find(
    ({ fields }: { fields: { field: string }[] }) => fields[0]?.field === 'erased_at',
  );
  expect(entry).toMatchObject({
    author: { id: company.people.admin.id },
    object_model: 'membership',
    object_id: record,
    object_label: `№${record}`,
    lasting: true,
    fields: [{ field: 'erased_at', old: null, new: expect.stringMatching(/^20/) }],
  });
  const preview = await admin.get(`/history/history/${entry.id}/restore_preview/`);
  expect(preview.body.refusal).toBe('restore_impossible');
});

test('the erasure of a company is announced, can be taken back, and leaves every other as it was', async () => {
  const [company, other] = await Promise.all([aCompany(), aCompany()]);
  const person = await somebody(company);
  const neighbour = await somebody(other);
  const shared = await company.aPerson('trainer');
  await asSystem([
    `insert into memberships (company_id, user_id, user_types, position) values ($1, $2, '{trainer,student}', 'There')`,
    [other.id, shared.id],
  ]);
  await someThings(company, { ...company.people, student: person });
  await someThings(other, { ...other.people, student: neighbour });
  const owner = company.as('owner');
  const at = `/space/space/${company.id}/erasure/`;
  const { name } = (await owner.get(`/space/space/${company.id}/`)).body;
  expect((await owner.post(at, { name: 'Another' })).body).toHaveProperty('name');
  expect((await owner.post(at, { name: ` ${name.toLowerCase()} ` })).status).toBe(204);
  const told = (await company.as('admin').get('/accounts/user_info/')).body.erase_at;
  expect(Date.parse(told)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect((await company.as('student').get('/accounts/user_info/')).body.erase_at).toBeNull();
  expect((await company.as('admin').delete(at)).status).toBe(204);
  expect((await owner.get('/accounts/user_info/')).body.erase_at).toBeNull();
  await owner.post(at, { name });
  const mailed = await asSystem<{ recipient: string; link: string }>([
    `select distinct recipient, substring(text from '/in/[^\\s]*') as link from mails where recipient = any ($1)`,
    [[company.people.owner.email, company.people.admin.email]],
  ]);
  expect(mailed.map(({ link }) => link).sort()).toEqual(
    ['admin', 'owner'].map((role) => `/in/${company.id}/${role}/company/${company.id}`),
  );
  // Until the day nothing happens.
  await eraseDueCompanies(env, db);
  expect((await owner.get('/accounts/user_info/')).status).toBe(200);

  const before = await digestOf(other);
  await eraseInStretches(company, 9);
  expect(await digestOf(other)).toEqual(before);
  const { companies, ...rest } = await digestOf(company);
  expect(companies).toMatch(/^1 /);
  expect(Object.entries(rest).filter(([, digest]) => !digest.startsWith('0 '))).toEqual([]);
  await discardStaleFiles(env, db);
  await asSystem([`update mails set sent_at = now() where kind = 'farewell'`]);
  await eraseDueCompanies(env, db);
  expect(await placesOf(name, person.name, company.people.owner.email)).toEqual([]);
  expect(await placesOf(shared.email)).toEqual(['users']);
  expect((await owner.get('/accounts/user_info/')).status).toBe(401);
});

test('a company goes row by row also where rows refer to others of their own table', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const above = await owner.post('/bank/folders/', { name: 'Above' });
  await owner.post('/bank/folders/', { name: 'Below', parent_id: above.body.id });
  const banked = await owner.post('/bank/questions/', {
    folder_id: above.body.id,
    question: {
      title: 'Of the bank',
      answers: [
        { title: 'yes', is_right_answer: true },
        { title: 'no', is_right_answer: false },
      ],
    },
  });
  const exam = await company.anExam();
  const tied = await owner.post(`/course/course/${exam.course.id}/form/${exam.form_id}/copy_questions/`, {
    question_ids: [banked.body.id],
    linked: true,
  });
  expect(tied.body.questions).toHaveLength(1);
  await eraseInStretches(company, 1);
  const { companies: _, ...rest } = await digestOf(company);
  expect(Object.entries(rest).filter(([, digest]) => !digest.startsWith('0 '))).toEqual([]);
});

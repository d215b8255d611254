import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { Db } from '../../../../worker/platform/database/database.ts';
import { expressed } from '../../../../worker/platform/database/queries.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { accessOf, Client } from '../../../factories/world.ts';
import { Authenticator } from '../../../factories/authenticator.ts';
import { acceptInvitation, givePassword, signIn } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

/** Sets up an authenticator app; gives a code of it. */
async function withTotp({ client }: Pick<Person, 'client'>): Promise<string> {
  const { body } = await client.post('/accounts/totp/create/');
  const code = await generate({ secret: body.secret });
  expect((await client.post('/accounts/totp/verify/', { code })).status).toBe(200);
  return body.secret as string;
}

async function withKey({ client }: Pick<Person, 'client'>): Promise<number> {
  const options = await client.post('/accounts/u2f/challenge/');
  const credential = await (await Authenticator.make()).create(options.body, 'https://osnova.test');
  const created = await client.post('/accounts/u2f/create/', { name: 'Ключ', credential });
  expect(created.status).toBe(201);
  return created.body.id as number;
}

const requireIt = (client: Client, isRequired = true) =>
  client.post('/space/second_factor/', { required: isRequired });
const REFUSED = { status: 403, body: { code: 'second_factor_required' } };
const roleOf = async (client: Client) =>
  (await client.get('/accounts/user_info/')).body.current_login_info.type_user as string;

let company: Company;
beforeEach(async () => {
  company = await aCompany();
});

/** The company requires it, and its owner has one. */
async function required(): Promise<void> {
  await withTotp(company.people.owner);
  expect((await requireIt(company.as('owner'))).status).toBe(204);
}

describe('the requirement', () => {
  test('is turned on and off by an owner or admin who has one, soon after the password', async () => {
    expect(await requireIt(company.as('admin'))).toMatchObject({
      status: 409,
      body: { code: 'own_second_factor_first' },
    });
    await withTotp(company.people.admin);
    const old = "update sessions set confirmed_at = now() - interval '16 minutes' where id = $1";
    await asSystem([old, [company.people.admin.session]]);
    const unproved = { status: 403, body: { code: 'password_confirmation_required' } };
    expect(await requireIt(company.as('admin'))).toMatchObject(unproved);
    await asSystem([
      'update sessions set confirmed_at = now() where id = $1',
      [company.people.admin.session],
    ]);
    const shown = async () =>
      (await company.as('admin').get(`/space/space/${company.id}/`)).body.second_factor_required;
    expect(await shown()).toBe(false);
    expect((await requireIt(company.as('admin'))).status).toBe(204);
    expect(await shown()).toBe(true);
    const ofStudents = await company.as('student').get(`/space/space/${company.id}/`);
    expect(ofStudents.body.second_factor_required).toBeNull();
    await asSystem([old, [company.people.admin.session]]);
    expect(await requireIt(company.as('admin'), false)).toMatchObject(unproved);
    await asSystem([
      'update sessions set confirmed_at = now() where id = $1',
      [company.people.admin.session],
    ]);
    expect((await requireIt(company.as('admin'), false)).status).toBe(204);
    expect(await shown()).toBe(false);
  });

  test('cannot be changed past its own call, nor brought back by the history', async () => {
    await required();
    const owner = company.as('owner');
    expect((await owner.patch(`/space/space/${company.id}/`, { second_factor_required: false })).status).toBe(
      400,
    );
    const [entry] = (await owner.get('/history/history/?section=company')).body.results;
    expect(entry.new_object ?? entry).toBeTruthy();
    await owner.get(`/history/history/${entry.id}/restore/`);
    const space = await owner.get(`/space/space/${company.id}/`);
    expect(space.body.second_factor_required).toBe(true);
    // Nor by any other statement of the Worker.
    const { session } = company.people.owner;
    const statements = [
      expressed(sql`select enter(${session}, ${company.id}, 'owner')`, () => null),
      expressed(
        sql`update companies set second_factor_required = false where id = ${company.id}`,
        () => null,
      ),
    ] as const;
    await expect(new Db(env).system(...statements)).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('staff without a second factor', () => {
  test.each(['admin', 'manager', 'trainer'] as const)('%s stops at the next request', async (role) => {
    const client = company.as(role);
    expect((await client.get('/course/course/')).status).toBe(200);
    await required();
    for (const path of ['/course/course/', '/accounts/user_info/', '/study_group/study_group/'])
      expect(await client.get(path)).toMatchObject(REFUSED);
    expect(await client.patch('/accounts/user_info/', { first_name: 'New' })).toMatchObject(REFUSED);
    expect(await client.delete('/accounts/sessions/')).toMatchObject(REFUSED);
    expect((await company.as('owner').get('/course/course/')).status).toBe(200);
    expect((await company.as('student').get('/course/course/')).status).toBe(200);
  });

  test('goes on with the very same token once one is set up', async () => {
    await required();
    await givePassword(company.people.manager);
    const { client } = company.people.manager;
    expect((await client.get('/accounts/security/')).body.two_factor).toEqual([]);
    await withTotp({ client });
    expect(await roleOf(client)).toBe('manager');
    await withKey(company.people.trainer);
    expect(await roleOf(company.as('trainer'))).toBe('trainer');
  });

  test('acts as a student meanwhile, in no other role, and may sign out', async () => {
    await required();
    const { client } = company.people.manager;
    const as = (user_type: string) => client.post('/accounts/change_current_user_type/', { user_type });
    expect(await as('manager')).toMatchObject(REFUSED);
    expect(await as('trainer')).toMatchObject(REFUSED);
    expect(await as('admin')).toMatchObject({ status: 403, body: { code: 'user_type_not_held' } });
    const student = new Client(world, (await as('student')).body.access);
    const { body } = await student.get('/accounts/user_info/');
    expect(body).toMatchObject({
      second_factor_missing: true,
      licences: null,
      current_login_info: { type_user: 'student' },
    });
    expect((await student.get('/accounts/user/')).status).toBe(403);
    expect((await company.as('student').get('/accounts/user_info/')).body.second_factor_missing).toBe(false);
    expect((await client.post('/accounts/logout/')).status).toBe(204);
    expect((await student.get('/accounts/user_info/')).status).toBe(401);
  });

  test('is signed in as a student, and in the own role once there is one', async () => {
    const { manager } = company.people;
    await givePassword(manager);
    await required();
    const first = await signIn(manager.email);
    const client = new Client(world, first.body.access);
    expect(await roleOf(client)).toBe('student');
    const secret = await withTotp({ client });
    const ticket = (await signIn(manager.email)).body.ticket as string;
    await asSystem(['update totp_secrets set last_step = 0 where user_id = $1', [manager.id]]);
    const second = await anonymous.post('/accounts/totp/login/', {
      ticket,
      code: await generate({ secret }),
    });
    const again = new Client(world, second.body.access);
    const back = await again.post('/accounts/change_current_user_type/', { user_type: 'manager' });
    expect(await roleOf(new Client(world, back.body.access))).toBe('manager');
  });

  test('comes back to the role of before when the company asks for none any more', async () => {
    const { admin } = company.people;
    await givePassword(admin);
    expect(await roleOf(new Client(world, (await signIn(admin.email)).body.access))).toBe('admin');
    await required();
    const student = new Client(world, (await signIn(admin.email)).body.access);
    expect(await roleOf(student)).toBe('student');
    // As the page does, and as any request notes after a while.
    await student.post('/accounts/change_current_user_type/', { user_type: 'student' });
    await student.post('/space/change_current_space/', { space_pk: company.id });
    await asSystem([
      "update sessions set last_seen_at = now() - interval '2 minutes' where user_id = $1 and ended_at is null",
      [admin.id],
    ]);
    expect(await roleOf(student)).toBe('student');
    expect((await requireIt(company.as('owner'), false)).status).toBe(204);
    expect(await roleOf(new Client(world, (await signIn(admin.email)).body.access))).toBe('admin');
  });

  test('comes into such a company as a student, from another one and by an invitation', async () => {
    const other = await aCompany();
    await withTotp(other.people.owner);
    const { owner } = company.people;
    await asSystem([
      `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{admin,trainer,student}')`,
      [other.id, owner.id],
    ]);
    expect((await requireIt(other.as('owner'))).status).toBe(204);
    const moved = await owner.client.post('/space/change_current_space/', { space_pk: other.id });
    const there = new Client(world, moved.body.access);
    expect(await roleOf(there)).toBe('student');
    const forged = await accessOf(world, {
      session: owner.session,
      user: owner.id,
      company: other.id,
      user_type: 'admin',
    });
    expect(await new Client(world, forged).get('/accounts/user/')).toMatchObject(REFUSED);
    // The own company asks for nothing.
    expect((await owner.client.get('/accounts/user/')).status).toBe(200);

    const { admin } = company.people;
    await other.as('owner').post('/accounts/invite_user/', { email: admin.email, user_type: 'manager' });
    const accepted = await acceptInvitation(admin.client, { id: other.id });
    expect(await roleOf(accepted)).toBe('student');
  });

  test('learns nothing of it from a company that asks for none', async () => {
    const other = await aCompany();
    await withTotp(other.people.owner);
    const { owner } = company.people;
    await asSystem([
      `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{admin,trainer,student}')`,
      [other.id, owner.id],
    ]);
    const seen = async () => (await owner.client.get('/accounts/all_spaces_users/?page_size=100')).text;
    expect(await seen()).toContain(other.people.manager.email);
    expect((await requireIt(other.as('owner'))).status).toBe(204);
    expect(await seen()).not.toContain(other.people.manager.email);
    const added = await owner.client.post('/accounts/memberships/', {
      user_pk: other.people.manager.id,
      user_type: 'student',
    });
    expect(added.status).toBe(404);
  });

  test('takes a running attempt to its end', async () => {
    const { trainer } = company.people;
    const group = await company.aGroup({ students: [trainer] });
    const exam = await company.anExam({ course: await company.aCourse({ group, coaches: [] }) });
    const switched = await trainer.client.post('/accounts/change_current_user_type/', {
      user_type: 'student',
    });
    const student = new Client(world, switched.body.access);
    const attempt = await startAttempt(student, exam);
    await required();
    expect((await attempt.save(answersOf(exam.questions))).status).toBe(200);
    expect((await attempt.finish()).status).toBe(200);
  });
});

describe('the last second factor', () => {
  const KEPT = { status: 409, body: { code: 'last_second_factor' } };

  test('stays while a company requires it, whichever it is', async () => {
    await required();
    await givePassword(company.people.owner);
    const owner = company.as('owner');
    expect(await owner.delete('/accounts/totp/')).toMatchObject(KEPT);
    const key = await withKey({ client: owner });
    expect((await owner.delete('/accounts/totp/')).status).toBe(204);
    expect(await owner.delete(`/accounts/u2f/${key}/`)).toMatchObject(KEPT);
    expect((await owner.get('/accounts/security/')).body.two_factor).toEqual(['u2f']);
    expect((await requireIt(owner, false)).status).toBe(204);
    expect((await owner.delete(`/accounts/u2f/${key}/`)).status).toBe(204);
  });

  test('of two taken away at once one stays', async () => {
    await required();
    const { id, client } = company.people.owner;
    const key = await withKey({ client });
    const both: [string, unknown[]][] = [
      ["insert into totp_secrets (user_id, secret) values ($1, 'x') on conflict do nothing", [id]],
      [
        `insert into security_keys (id, user_id, name, credential_id, public_key, counter) overriding system value
           values ($2, $1::integer, 'Key', 'race-' || $1::text, 'x', 0) on conflict do nothing`,
        [id, key],
      ],
    ];
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all([
        client.delete('/accounts/totp/'),
        client.delete(`/accounts/u2f/${key}/`),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      await asSystem(...both);
    }
  });

  test('of a student is the student’s own', async () => {
    await withTotp(company.people.student);
    await required();
    expect((await company.as('student').delete('/accounts/totp/')).status).toBe(204);
  });
});

test('the list of people shows who has one, and finds them', async () => {
  await withTotp(company.people.trainer);
  const owner = company.as('owner');
  const emails = async (query: string) =>
    (await owner.get(`/accounts/user/?${query}`)).body.results
      .filter((row: { second_factor: boolean }) => row.second_factor)
      .map((row: { email: string }) => row.email);
  const { trainer, manager } = company.people;
  expect(await emails('')).toEqual([trainer.email]);
  expect((await owner.get('/accounts/user/?second_factor=true')).body.count).toBe(1);
  const without = await owner.get('/accounts/user/?second_factor=false');
  expect(without.text).toContain(manager.email);
  expect(without.text).not.toContain(trainer.email);
  expect((await owner.get(`/accounts/user/${trainer.id}/`)).body.second_factor).toBe(true);
  expect((await owner.get(`/accounts/user/${manager.id}/`)).body.second_factor).toBe(false);
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'otplib';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { localFiles } from '../../../tools/stack/product.ts';
import { startAttempt } from '../../factories/attempt.ts';
import { aCompany, type Company, unique } from '../../factories/company.ts';
import { asSystem, Client } from '../../factories/world.ts';
import { holdTheLibrary, LIBRARY_PATIENCE } from '../../support/library.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';

const world = productWorld();
let company: Company;
beforeAll(async () => {
  company = await aCompany(world);
});

/** What the command prints, or why it failed. */
const vendor = (...args: string[]): Promise<string> => vendorIn(process.cwd(), ...args);

async function vendorIn(cwd: string, ...args: string[]): Promise<string> {
  const { url } = inject('product');
  const env = {
    ...process.env,
    OWNER_DATABASE_URL: inject('stack').ownerUrl,
    APP_URL: url,
    ...(await localFiles(url)),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [resolve('tools/vendor.ts'), ...args], {
      env,
      cwd,
    });
    return stdout.trim();
  } catch (error) {
    return `failed: ${(error as { stderr: string }).stderr.trim()}`;
  }
}

const invite = () =>
  company.as('owner').post('/accounts/invite_user/', {
    email: `${unique('x').replace(/ /g, '-')}@example.com`,
    user_type: 'student',
  });

const nameOf = async (id: number) => {
  const [row] = await asSystem<{ name: string }>(world, ['select name from companies where id = $1', [id]]);
  return row!.name;
};

test('lists companies with their licences', async () => {
  const line = (await vendor('companies')).split('\n').find((each) => each.startsWith(`${company.id} `));
  expect(line?.split(/ {2,}/)).toEqual([
    String(company.id),
    await nameOf(company.id),
    company.people.owner.email,
    '5',
    '0',
    'unlimited',
  ]);
});

test('marks in the list when a company is erased', async () => {
  const { id } = await aCompany(world);
  const said = await vendor('erase', String(id), await nameOf(id));
  const line = (await vendor('companies')).split('\n').find((each) => each.startsWith(`${id} `));
  expect(line?.split(/ {2,}/).at(-1)).toBe(`erased on ${/\d{4}-\d\d-\d\d/.exec(said)![0]}`);
});

test('sets a limit of licences, which holds from then on', async () => {
  const name = await nameOf(company.id);
  expect(await vendor('limit', String(company.id), '4')).toBe(
    `${name}: 4 licences; 5 used, 0 reserved. Nobody new gets in.`,
  );
  expect(await vendor('limit', String(company.id), '6')).toBe(`${name}: 6 licences; 5 used, 0 reserved.`);
  expect((await invite()).status).toBe(201);
  expect(await invite()).toMatchObject({
    status: 400,
    body: { non_field_errors: ['No free licences left'] },
  });
  await vendor('limit', String(company.id), 'none');
  expect((await invite()).status).toBe(201);
});

test('lists who asks to invite more people, vouches for them, and prints their words as words', async () => {
  const name = unique('Young');
  const young = await aCompany(world);
  await asSystem(world, [
    'update companies set name = $2 where id = $1',
    [young.id, `${name}\u001B[2J\u202E\nX`],
  ]);
  expect((await young.as('owner').post('/space/mail_allowance/lift/')).status).toBe(204);
  const listed = await vendor('requests');
  const line = listed.split('\n').find((each) => each.startsWith(`${young.id} `));
  expect(line).toContain(`${name} [2J X`);
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  expect(listed).not.toMatch(/[\u001B\u202E]/);
  expect(await vendor('report')).toContain('ask to invite more people: see "requests"');
  expect(await vendor('vouch', String(young.id))).toBe(
    `${name} [2J X invites whom it likes; 0 invitations go now.`,
  );
  expect(await vendor('requests')).not.toContain(name);
  expect((await young.as('owner').get('/space/mail_allowance/')).body.limit).toBeNull();
});

test('marks one company as the library', { timeout: LIBRARY_PATIENCE }, async () => {
  onTestFinished(await holdTheLibrary());
  const other = await aCompany(world);
  await vendor('library', String(company.id));
  expect(await vendor('library', String(other.id))).toBe(`${await nameOf(other.id)} is the library.`);
  const marked = await asSystem<{ id: number }>(world, ['select id from companies where is_library']);
  expect(marked).toEqual([{ id: other.id }]);
});

test('blocks a company on the very next request, and opens it again', async () => {
  const other = await aCompany(world);
  expect((await other.as('student').get('/course/course/')).status).toBe(200);
  await vendor('block', String(other.id));
  expect(await other.as('student').get('/course/course/')).toMatchObject({
    status: 403,
    body: { code: 'account_blocked' },
  });
  expect((await company.as('student').get('/course/course/')).status).toBe(200);
  await vendor('unblock', String(other.id));
  // Whoever was signed in signs in again.
  expect((await other.as('student').get('/course/course/')).body.code).toBe('session_ended');
  const { client } = await other.aPerson('student');
  expect((await client.get('/course/course/')).status).toBe(200);
});

test('ends all sessions of one person', async () => {
  const other = await aCompany(world);
  const { student, trainer } = other.people;
  expect(await vendor('sign-out', student.email.toUpperCase())).toMatch(/: 1 sessions ended\.$/);
  expect(await student.client.get('/accounts/user_info/')).toMatchObject({
    status: 401,
    body: { code: 'session_ended' },
  });
  expect((await trainer.client.get('/accounts/user_info/')).status).toBe(200);
  expect(await vendor('sign-out', 'nobody@example.com')).toContain('failed: Name the person');
});

test('ends nobody’s sessions by a phone of several', async () => {
  const { student, trainer } = (await aCompany(world)).people;
  const phone = `+38050${String(student.id).padStart(7, '0')}`;
  await asSystem(world, [
    'update users set phone = $2 where id = any ($1)',
    [[student.id, trainer.id], phone],
  ]);
  const said = await vendor('sign-out', phone);
  expect(said).toContain(`failed: ${phone} is the phone of several accounts`);
  for (const { id, email } of [student, trainer]) expect(said).toContain(`${id}  ${email}`);
  expect((await student.client.get('/accounts/user_info/')).status).toBe(200);
  expect(await vendor('sign-out', String(student.id))).toMatch(/: 1 sessions ended\.$/);
  expect((await student.client.get('/accounts/user_info/')).status).toBe(401);
  expect((await trainer.client.get('/accounts/user_info/')).status).toBe(200);
});

test('takes a lost second factor off an account and tells its mailbox', async () => {
  const { student, trainer } = (await aCompany(world)).people;
  for (const { client } of [student, trainer]) {
    const { secret } = (await client.post('/accounts/totp/create/')).body;
    const verified = await client.post('/accounts/totp/verify/', { code: await generate({ secret }) });
    expect(verified.status).toBe(200);
  }
  const factors = () =>
    asSystem(world, [
      `select u.id, second_factors_of(u.id) as has,
              (select count(*)::integer from recovery_codes r where r.user_id = u.id) > 0 as codes
         from users u where u.id = any ($1) order by u.id`,
      [[student.id, trainer.id]],
    ]);
  expect(await vendor('lost-factor', student.email)).toContain('all sessions ended');
  expect(await factors()).toEqual(
    [student, trainer]
      .map(({ id }) => ({ id, has: id === student.id ? [] : ['totp'], codes: id !== student.id }))
      .toSorted((one, other) => one.id - other.id),
  );
  expect((await student.client.get('/accounts/user_info/')).body.code).toBe('session_ended');
  expect((await trainer.client.get('/accounts/user_info/')).status).toBe(200);
  const [told] = await asSystem<{ text: string }>(world, [
    'select text from mails where recipient = $1 order by id desc limit 1',
    [student.email],
  ]);
  expect(told!.text).toMatch(
    /підтримка прибрала застосунок для кодів[^]*Коли: (?!\{)[^]*завершіть усі сеанси/,
  );
  expect(told!.text).not.toContain('Пристрій');
  expect(await vendor('lost-factor', student.email)).toContain('has no second factor');
});

test('makes a company with its first owner, who sets a password through the link in the mail', async () => {
  const name = unique('Нова');
  const email = `${unique('owner').replace(/ /g, '-')}@example.com`;
  const said = await vendor('owner', '--company', name, '--email', email);
  expect(said).toContain(`${email} accepts it`);
  const token = new URL(/https?:\S+/.exec(said)![0]).searchParams.get('token');
  const accepted = await new Client(world, null).post('/accounts/finish_registration/', {
    token,
    password: 'Zorepad-2026',
    first_name: 'Перша',
    last_name: 'Власниця',
    privacy_policy: true,
  });
  const owner = new Client(world, accepted.body.access);
  expect((await owner.get('/accounts/user_info/')).body.current_login_info.type_user).toBe('owner');
  // Mails leave with whatever sends one next, at the latest after a minute.
  await invite();
  expect((await mailTo(email)).links[0]).toContain(
    `${inject('product').url}/accounts/finish-registration?token=`,
  );
});

test('reports activity, jobs, mails and errors', async () => {
  const active = await aCompany(world);
  const exam = await active.anExam();
  await startAttempt(active.as('student'), exam);
  const place = unique('GET /api/v1/probe');
  await asSystem(world, ["select count_error($1, 'request-1') from generate_series(1, 2)", [place]]);
  const lines = (await vendor('report')).split('\n').map((line) => line.trim().split(/ {2,}/));
  const line = lines.find((cells) => cells[0] === String(active.id));
  expect(line).toEqual([String(active.id), await nameOf(active.id), '5', 'unlimited', '5', '5', '1', '1']);
  const error = lines.find((cells) => cells[0] === place);
  expect(error).toEqual([place, '2', expect.stringMatching(/^\d{4}-/), 'request-1']);
  for (const title of ['Companies', 'Jobs', 'Mails', 'Errors of 24 hours', 'To look at'])
    expect(lines).toContainEqual([title]);
});

test.each([
  [['limit', '1', 'many'], 'The limit is a whole number, or none.'],
  [['block', 'x'], 'Name the company by its id'],
  [['block', '2000000'], 'There is no company 2000000'],
  [['owner', '--company', 'x', '--email', 'nobody'], 'nobody is not an e-mail address.'],
  [['fly'], 'There is no command fly.'],
])('says what is wrong with %j', async (args, problem) => {
  expect(await vendor(...args)).toContain(`failed: ${problem}`);
});

test('reads what people wrote, with their pictures of the screen', async () => {
  const { student } = company.people;
  const text = unique('Кнопка не натискається');
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = new FormData();
  form.set('category', 'problem');
  form.set('text', text);
  form.set('page', '/course');
  form.set('screenshot', new File([picture], 'screen.png'));
  const sent = await world.fetch('/api/v1/support/feedback/', {
    method: 'POST',
    headers: { Authorization: `Bearer ${student.client.token}` },
    body: form,
  });
  const { id } = (await sent.json()) as { id: number };
  const line = (await vendor('feedback')).split('\n').find((each) => each.startsWith(`${id} `));
  expect(line).toContain(text);
  expect(line).toContain(await nameOf(company.id));
  const folder = mkdtempSync(join(tmpdir(), 'osnova-feedback-'));
  try {
    const said = await vendorIn(folder, 'feedback', String(id));
    for (const part of [text, student.email, 'student', 'problem', '/course']) expect(said).toContain(part);
    expect(readFileSync(join(folder, `feedback-${id}.png`))).toEqual(picture);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(await vendor('feedback', '900000000')).toContain('There is no message 900000000');
});

test('has a company erased under its name, and takes it back', async () => {
  const { id } = company;
  const name = await nameOf(id);
  expect(await vendor('erase', String(id), 'Another')).toMatch(/^failed: .*another name/s);
  expect(await vendor('erase', String(id), name)).toMatch(/will be erased on \d{4}-\d\d-\d\d\.$/);
  const { body } = await company.as('admin').get('/accounts/user_info/');
  expect(Date.parse(body.erase_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect(await vendor('keep', String(id))).toBe(`${name} stays.`);
  expect(await vendor('keep', String(id))).toMatch(/^failed: /);
  expect((await company.as('admin').get('/accounts/user_info/')).body.erase_at).toBeNull();
});

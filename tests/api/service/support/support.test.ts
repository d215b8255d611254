import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Env } from '../../../../worker/platform/context.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { unique } from '../../../factories/company.ts';
import { sentMails } from '../../../support/api/accounts.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

const { FILES, SUPPORT_EMAIL = '' } = env as unknown as Env;
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);
const ROLES = ['owner', 'admin', 'manager', 'trainer', 'student'] as const;

async function give(
  { client }: Person,
  fields: Record<string, string>,
  screenshot: Uint8Array<ArrayBuffer>,
  key?: string,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('screenshot', new File([screenshot], 'screen.png'));
  const headers = { Authorization: `Bearer ${client.token}`, ...(key && { 'Idempotency-Key': key }) };
  const response = await world.fetch('/api/v1/support/feedback/', { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

interface Kept {
  id: number;
  user_id: number;
  user_type: string;
  category: string;
  text: string;
  page: string;
  device: string;
  screenshot_id: number | null;
  key: string | null;
}

const kept = ({ id }: Company) =>
  asSystem<Kept>([
    'select f.*, m.key from feedback f left join media m on m.id = f.screenshot_id where f.company_id = $1 order by f.id',
    [id],
  ]);

/** The mails about a text that no other test writes. */
async function mailsAbout(text: string, expected: number) {
  return expect
    .poll(async () => (await sentMails(SUPPORT_EMAIL)).filter((mail) => mail.text.includes(text)))
    .toHaveLength(expected)
    .then(async () => (await sentMails(SUPPORT_EMAIL)).filter((mail) => mail.text.includes(text)));
}

async function contactsOf({ client }: Person) {
  const { status, body } = await client.get('/support/contacts/');
  expect(status).toBe(200);
  return body as {
    company: { name: string; email: string };
    results: {
      id: number;
      role: string;
      email: string | null;
      phone: string | null;
      about: string[];
    }[];
    sleekplan_product_id: string | null;
  };
}

describe('contacts', () => {
  test('are, for a student, their own managers and trainers first, and administrators without addresses', async () => {
    const company = await aCompany();
    const { owner, admin, manager, trainer, student } = company.people;
    const group = await company.aGroup();
    const course = await company.aCourse({ group });
    // Of somebody else's group and course.
    const [otherManager, otherTrainer] = [await company.aPerson('manager'), await company.aPerson('trainer')];
    const far = await company.aGroup({ managers: [otherManager], students: [] });
    await company.aCourse({ group: far, coaches: [otherTrainer] });
    const { results, company: named } = await contactsOf(student);
    expect(results.map(({ id, role, email }) => ({ id, role, email }))).toEqual([
      { id: manager.id, role: 'manager', email: manager.email },
      { id: trainer.id, role: 'trainer', email: trainer.email },
      ...results.slice(2).map(({ id }) => ({ id, role: 'admin', email: null })),
    ]);
    expect(new Set(results.slice(2).map(({ id }) => id))).toEqual(new Set([owner.id, admin.id]));
    expect(results.map(({ about }) => about)).toEqual([[group.name], [course.name], [], []]);
    expect(named.email).toBe('company@example.com');
    // A coach of the group counts as a trainer too.
    const coached = await company.aGroup({ managers: [], coaches: [otherTrainer] });
    expect((await contactsOf(student)).results).toContainEqual(
      expect.objectContaining({
        id: otherTrainer.id,
        role: 'trainer',
        email: otherTrainer.email,
        about: [coached.name],
      }),
    );
  });

  test('show staff whom they report to, with phones for who may view people', async () => {
    const company = await aCompany();
    const { owner, admin, manager, trainer } = company.people;
    const phone = `+38067${String(Date.now()).slice(-7)}`;
    await asSystem(['update users set phone = $2 where id = $1', [admin.id, phone]]);
    await company.aCourse();
    const seen = async (person: Person) =>
      (await contactsOf(person)).results.map(({ id, role }) => `${role} ${id}`).sort();
    const admins = [`admin ${owner.id}`, `admin ${admin.id}`].sort();
    expect(await seen(trainer)).toEqual([...admins, `manager ${manager.id}`]);
    expect(await seen(manager)).toEqual(admins);
    expect(await seen(owner)).toEqual([`admin ${admin.id}`]);
    const phones = async (person: Person) =>
      (await contactsOf(person)).results.find(({ id }) => id === admin.id);
    expect(await phones(trainer)).toMatchObject({ email: admin.email, phone: null });
    expect(await phones(manager)).toMatchObject({ email: admin.email, phone });
  });

  test('leave out who is blocked, and everybody of another company', async () => {
    const [company, other] = await Promise.all([aCompany(), aCompany()]);
    await Promise.all([company.aCourse(), other.aCourse()]);
    await asSystem([
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, company.people.manager.id],
    ]);
    const mine = new Set(ROLES.map((role) => company.people[role].id));
    for (const role of ROLES.filter((one) => one !== 'manager')) {
      const { results } = await contactsOf(company.people[role]);
      expect(results.every(({ id }) => mine.has(id) && id !== company.people.manager.id)).toBe(true);
      expect(results.length).toBeGreaterThan(0);
    }
  });

  test('name the help widget of the caller’s language', async () => {
    const { people } = await aCompany();
    expect((await contactsOf(people.student)).sleekplan_product_id).toBe('111');
    await asSystem([`update users set language = 'de' where id = $1`, [people.student.id]]);
    expect((await contactsOf(people.student)).sleekplan_product_id).toBe('222');
  });
});

describe('feedback', () => {
  test('is kept and mailed once, however often it is sent', async () => {
    const company = await aCompany();
    const { student } = company.people;
    const text = `${unique('Не відкривається відео')}\n{email} & <b>ще рядок</b>`;
    const body = { category: 'problem', text, page: '/course/7?tab=students' };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await student.client.post('/support/feedback/', body, key);
    const again = await student.client.post('/support/feedback/', body, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await kept(company)).toMatchObject([
      { id: first.body.id, user_id: student.id, user_type: 'student', ...body, screenshot_id: null },
    ]);
    const [line = ''] = text.split('\n');
    const [mail] = await mailsAbout(line, 1);
    const { name } = (await contactsOf(student)).company;
    expect(mail!.subject).toBe(`[Osnova] Проблема: ${name}`);
    for (const part of [student.email, 'студент', String(company.id), 'https://osnova.test/course/7?tab='])
      expect(mail!.text).toContain(part);
    // What they wrote is theirs: nothing is filled in.
    expect(mail!.text).toContain('{\u2060email} & <b>ще рядок</b>');
  });

  test('may come with a picture of the screen that nobody of the company reads', async () => {
    const [company, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = company.people;
    const text = unique('Знімок');
    const key = crypto.randomUUID();
    const { status, body } = await give(student, { category: 'idea', text, page: '/profile' }, PNG, key);
    expect(status).toBe(201);
    const [row] = await kept(company);
    expect(row).toMatchObject({ id: body['id'], category: 'idea', text, page: '/profile' });
    expect(await FILES.head(row!.key!)).toMatchObject({ size: PNG.length });
    for (const role of ROLES)
      expect((await company.people[role].client.get(`/media/${row!.screenshot_id}`)).status).toBe(404);
    expect((await other.as('owner').get(`/media/${row!.screenshot_id}`)).status).toBe(404);
    expect((await mailsAbout(text, 1))[0]!.text).toContain(`npm run vendor -- feedback ${row!.id}`);
    // Sent once more, its picture is not kept twice.
    const before = (await FILES.list({ prefix: 'photos/', limit: 1000 })).objects.length;
    expect((await give(student, { category: 'idea', text, page: '/profile' }, PNG, key)).body).toEqual(body);
    expect((await FILES.list({ prefix: 'photos/', limit: 1000 })).objects).toHaveLength(before);
    expect(await kept(company)).toHaveLength(1);
  });

  test('is refused with a file that is no picture, one too large, or words that are none', async () => {
    const company = await aCompany();
    const { student } = company.people;
    const fields = { category: 'idea', text: 'Так' };
    const noPicture = Uint8Array.from('not a picture', (sign) => sign.charCodeAt(0));
    expect(await give(student, fields, noPicture)).toMatchObject({
      status: 400,
      body: { screenshot: ['The file format does not match the required one'] },
    });
    expect(await give(student, fields, new Uint8Array(500 * 1024 + 1))).toMatchObject({
      status: 400,
      body: { screenshot: ['max file size exceeded'] },
    });
    expect(await give(student, { category: 'rant', text: ' ' }, PNG)).toMatchObject({
      status: 400,
      body: { category: ['Not a valid choice'], text: ['Required field'] },
    });
    const send = (body: object) => student.client.post('/support/feedback/', body);
    expect((await send({ ...fields, text: 'я'.repeat(4001) })).body).toEqual({ text: ['Too long'] });
    expect((await send({ ...fields, text: 'я'.repeat(4000) })).status).toBe(201);
    expect(await give(student, { ...fields, text: 'я'.repeat(4000) }, PNG)).toMatchObject({ status: 201 });
    expect(await kept(company)).toHaveLength(2);
  });

  test('ends at twenty messages of a person in a day, also when many come at once', async () => {
    const company = await aCompany();
    const { student, trainer } = company.people;
    const send = ({ client }: Person) =>
      client.post('/support/feedback/', { category: 'question', text: 'Як?' });
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(student)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({
      status: 429,
      body: { detail: 'At most 20 messages a day can be sent', code: 'feedback_limit' },
    });
    expect((await send(trainer)).status).toBe(201);
    await asSystem([
      `update feedback set created_at = created_at - interval '25 hours' where company_id = $1`,
      [company.id],
    ]);
    expect((await send(student)).status).toBe(201);
  });
});

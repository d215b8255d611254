import { expect, test } from 'vitest';
import { ARCHIVED, LEFT_OUT } from '../../../../worker/service/archives/archive.ts';
import { startAttempt, takeExam } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { confirmLongAgo, somebody } from '../../../support/api/somebody.ts';
import { someThings } from '../../whole/access/access-calls.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

test('each table with rows of a company is archived, or left out for a reason, and is erased', async () => {
  const tables = await asSystem<{ name: string }>(['select name from company_tables()']);
  const known = [...ARCHIVED.map(({ table }) => table), ...Object.keys(LEFT_OUT)];
  expect(tables.map(({ name }) => name).sort()).toEqual(known.sort());
});

test('a person takes everything along that is about them, and no key of a test', async () => {
  const company = await aCompany();
  const person = await somebody(company);
  const review = await company.anExam({
    course: await company.aCourse({ group: await company.aGroup({ students: [person] }) }),
    settings: { publication_after_passing: false },
  });
  await takeExam(person.client, review);
  const { status, body, text } = await person.client.get('/accounts/export/');
  expect(status).toBe(200);
  expect(body.person).toMatchObject({ id: person.id, first_name: person.name, phone: person.phone });
  const [space] = body.companies;
  expect(space.membership).toMatchObject({ position: `${person.name} position`, user_types: ['student'] });
  expect(space.attempts).toMatchObject([
    { result: { passed: true, percent: 100 }, answers: [{ question: 'One', chosen: ['right'] }, {}, {}] },
    // Nobody has published it yet.
    { result: null },
  ]);
  expect(space.certificates).toHaveLength(1);
  for (const part of ['groups', 'courses', 'reminders', 'notifications', 'feedback'])
    expect([part, space[part].length]).not.toEqual([part, 0]);
  expect(body.sign_in.sessions).toHaveLength(1);
  expect(text).not.toMatch(/is_right_answer|password_hash|hash of|"holder"|"seed"|explanation/);
  // Of nobody else there is anything.
  expect(text).not.toMatch(/Owner|Trainer Person|Person Trainer/);

  const { finish } = await startAttempt(
    person.client,
    await company.anExam({
      course: await company.aCourse({ group: await company.aGroup({ students: [person] }) }),
    }),
  );
  expect(await person.client.get('/accounts/export/')).toMatchObject({
    status: 403,
    body: { code: 'blocked_during_tests' },
  });
  await finish();

  await confirmLongAgo(person);
  expect(await person.client.get('/accounts/export/')).toMatchObject({
    status: 403,
    body: { code: 'password_confirmation_required' },
  });
});

/** The archive of a company, line by line. */
async function archiveOf(company: Company) {
  const { client } = company.people.owner;
  const response = await world.fetch(`/api/v1/space/space/${company.id}/export/`, {
    method: 'GET',
    headers: { Authorization: `Bearer ${client.token}` },
  });
  expect(response.status).toBe(200);
  const text = await new Response(response.body!.pipeThrough(new DecompressionStream('gzip'))).text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    head: lines[0],
    rows: lines.slice(1, -1) as { table: string; row: Record<string, unknown> }[],
    end: lines.at(-1),
    text,
  };
}

test('a company takes along every row of its own and none of another', async () => {
  const [company, other] = await Promise.all([aCompany(), aCompany()]);
  const foreign = await somebody(other);
  const person = await somebody(company);
  await someThings(company, { ...company.people, student: person });
  const { rows, end, text } = await archiveOf(company);
  expect(end).toEqual({ end: true, rows: rows.length });
  const counted: Record<string, number> = {};
  for (const { table } of rows) counted[table] = (counted[table] ?? 0) + 1;
  const [stored] = await asSystem<{ counts: Record<string, number> }>([
    `select jsonb_object_agg(name, count) filter (where count > 0) as counts from (${ARCHIVED.map(
      ({ table }) => `select '${table}' as name, count(*) as count from ${table} where company_id = $1`,
    ).join(' union all ')}) counted`,
    [company.id],
  ]);
  const { users, ...tables } = counted;
  expect(tables).toEqual(stored!.counts);
  expect(users).toBe(stored!.counts.memberships);
  expect(text).toContain(person.name);
  expect(text).not.toContain(foreign.name);
  expect(text).not.toMatch(/"holder"|"seed"|hash of/);
  const files = rows.filter(({ table }) => table === 'media');
  expect(files.length).toBeGreaterThan(0);
  for (const { row } of files) expect(row.url).toMatch(/^https?:.*X-Amz-Signature=/);

  await confirmLongAgo(company.people.owner);
  expect((await company.as('owner').get(`/space/space/${company.id}/export/`)).status).toBe(403);
});

test('a long table is read page by page, in its order and without a gap', async () => {
  const company = await aCompany();
  await asSystem([
    `insert into reminders (company_id, user_id, kind, text, author_id, created_at)
       select $1, $2, 'silent', repeat('x', 300), $2, now() from generate_series(1, 12000)`,
    [company.id, company.people.student.id],
  ]);
  const { rows, end } = await archiveOf(company);
  const ids = rows.filter(({ table }) => table === 'reminders').map(({ row }) => row.id as number);
  expect(ids).toHaveLength(12000);
  expect(new Set(ids).size).toBe(12000);
  expect(ids).toEqual(ids.toSorted((one, next) => one - next));
  expect(end.rows).toBe(rows.length);
});

import { env, exports } from 'cloudflare:workers';
import { neon } from '@neondatabase/serverless';
import { expect, test } from 'vitest';
import { ownerSql } from '../../support/api/owner.ts';

test('the worker runs inside workerd', async () => {
  const response = await exports.default.fetch('https://osnova.test/api/v1/openapi.json');
  expect(response.status).toBe(200);
});

test('mail goes to the outbox with its links', async () => {
  await env.MAIL.send({
    from: 'no-reply@osnova.test',
    to: 'a@example.com',
    subject: 'S',
    text: 'http://x.y/z.',
  });
  expect(await env.MAIL.sent('a@example.com')).toMatchObject([{ subject: 'S', links: ['http://x.y/z'] }]);
});

test('the worker and the owner are two roles, and neither passes row-level security', async () => {
  const roles = ownerSql`select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`;
  expect(await roles).toEqual([{ name: 'osnova_owner', rolsuper: false, rolbypassrls: false }]);
  const worker = neon(
    env.DATABASE_URL,
  )`select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`;
  expect(await worker).toEqual([{ name: 'osnova_worker', rolsuper: false, rolbypassrls: false }]);
});

test('a database error arrives with its code and its place', async () => {
  await expect(ownerSql`select 1 / ${0}::int`).rejects.toMatchObject({ name: 'NeonDbError', code: '22012' });
  await expect(
    ownerSql.transaction([
      ownerSql`create table probe (id int constraint positive check (id > 0))`,
      ownerSql`insert into probe values (-1)`,
    ]),
  ).rejects.toMatchObject({ code: '23514', constraint: 'positive', table: 'probe', schema: 'public' });
});

test('a batch is one transaction: what fails later undoes what went before', async () => {
  const batch = ownerSql.transaction([ownerSql`create table half ()`, ownerSql`select 1 / 0`]);
  await expect(batch).rejects.toThrow('division by zero');
  expect(await ownerSql`select to_regclass('half') as half`).toEqual([{ half: null }]);
});

test('a setting of one batch does not reach the next', async () => {
  const read = (): ReturnType<typeof ownerSql> =>
    ownerSql`select nullif(current_setting('app.probe', true), '') as probe`;
  const [, inside] = await ownerSql.transaction([
    ownerSql`select set_config('app.probe', 'x', true)`,
    read(),
  ]);
  expect(inside).toEqual([{ probe: 'x' }]);
  expect(await Promise.all(Array.from({ length: 40 }, read))).toEqual(
    Array.from({ length: 40 }, () => [{ probe: null }]),
  );
});

test('a transaction left open is rolled back before the next request', async () => {
  await ownerSql`begin`;
  await ownerSql`create table left_behind ()`;
  expect(await ownerSql`select to_regclass('left_behind') is not null as kept`).toEqual([{ kept: true }]);
  await ownerSql`drop table left_behind`;
});

test('values keep their types and characters', async () => {
  const [row] = await ownerSql`
    select ${42}::int as number, ${'їжак "\n'}::text as text, ${true}::boolean as yes, null as nothing,
           ${JSON.stringify({ a: ['ї'] })}::jsonb as json, array['а', null] as list, 9007199254740993::bigint as big`;
  expect(row).toEqual({
    number: 42,
    text: 'їжак "\n',
    yes: true,
    nothing: null,
    json: { a: ['ї'] },
    list: ['а', null],
    big: '9007199254740993',
  });
});

test('a request to the database is counted once, however many statements it carries', async () => {
  const url = new URL(env.OWNER_DATABASE_URL);
  url.searchParams.set('application_name', 'counted');
  const sql = neon(url.href);
  await sql`select 1`;
  await sql.transaction([sql`select 1`, sql`select 2`, sql`select 3`]);
  await expect(sql`select 1 / 0`).rejects.toThrow();
  const counts = await fetch(new URL('/round-trips', env.DATABASE_PROXY));
  expect(await counts.json()).toMatchObject({ counted: 3 });
});

import { expect, test } from 'vitest';
import { differInLayoutAlone, laidOut } from '../../../tools/format/sql.ts';

const after = async (text: string) => (await laidOut([{ file: 'a.sql', text }]))[0]!.text;

test('statements are laid out, comments and bodies stay', async () => {
  const sql = `-- Why.
CREATE or replace function set_group_members(p_group integer,  p_role text) returns void language plpgsql as $$
begin  null;
end $$;
`;
  expect(await after(sql)).toBe(`-- Why.
create or replace function set_group_members(
  p_group integer,
  p_role text
) returns void
  language plpgsql
  as $$
begin  null;
end $$;
`);
});

test('what cannot be read is named with its line, in a body of SQL too', async () => {
  await expect(after('select 1;\nselec 2;\n')).rejects.toThrow(/^a\.sql:2: /);
  await expect(
    after('create function f() returns integer language sql as $$\n  selec 1\n$$;\n'),
  ).rejects.toThrow(/^a\.sql:2: /);
});

test.each([
  ['select 1 -- why\n, 2', 'select 1, 2'],
  ['select 1 -- why\n, 2', 'select 1 -- why, 2'],
  ["select 'a  b'", "select 'a b'"],
  ["select 'A'", "select 'a'"],
  ['as $$ select  1 $$', 'as $$ select 1 $$'],
  ['select "A"', 'select "a"'],
  ['select 1 2', 'select 12'],
  ['grant a to b, c', 'grant a to c, b'],
])('more than the layout differs: %j and %j', (before, changed) => {
  expect(differInLayoutAlone(before, changed)).toBe(false);
});

test('layout is blanks, lines and the case of words', () => {
  expect(differInLayoutAlone("SELECT f( a->>'b' ) -- why\n;", "select\n  f(a ->> 'b') -- why\n;\n")).toBe(
    true,
  );
});

import { expect, test } from 'vitest';
import { createApp } from '../../../../worker/app.ts';
import { CALLS, someThings } from '../../whole/access/access-calls.ts';
import { PUBLIC } from '../../whole/access/access-table.ts';
import { read } from '../../whole/answers.ts';
import { aCompany, asSystem, givePasswords } from '../../../support/api/world.ts';

const reads = createApp()
  .endpoints.filter(({ method }) => method === 'GET')
  .map(({ path }) => `GET ${path.replace('/api/v1', '')}`)
  .filter((call) => !PUBLIC.includes(call));

/** What each read of the API says of a classmate's address, by whoever asks. */
async function told(user_type: 'student' | 'manager', nameless = false): Promise<string[]> {
  const company = await aCompany();
  const it = await someThings(company, company.people);
  await givePasswords(company);
  const mark = crypto.randomUUID().slice(0, 12);
  const phone = `+38067${String(Math.random()).slice(2, 9)}`;
  await asSystem([
    `update users set email = $2 || '@example.com', phone = $3 where id = $1`,
    [it.member, mark, phone],
  ]);
  if (nameless)
    await asSystem([`update users set first_name = '', last_name = '' where id = $1`, [it.member]]);
  const who = company.people[user_type];
  const heard: string[] = [];
  for (const call of reads) {
    const sent = CALLS[call]!(it, who);
    const { text } = await read(who.client, call, sent);
    if (text.includes(mark) || text.includes(phone)) heard.push(call);
  }
  return heard;
}

test('no read of the API tells a student a classmate’s e-mail or phone', async () => {
  expect(await told('student')).toEqual([]);
});

test('nor in place of a name that the classmate lacks', async () => {
  expect(await told('student', true)).toEqual([]);
});

test('whoever looks after a group reads them', async () => {
  expect(await told('manager')).toContain('GET /study_group/group_member');
});

test('classmates see name, photo and position of each other, and find nobody by an address', async () => {
  const company = await aCompany();
  const classmate = await company.aPerson('student');
  const group = await company.aGroup({ students: [company.people.student, classmate] });
  await asSystem([
    `update memberships set position = 'Welder', subdivision = 'Shop 5', comment = 'Late' where company_id = $1 and user_id = $2`,
    [company.id, classmate.id],
  ]);
  const list = async (query: string) =>
    (await company.as('student').get(`/study_group/group_member/?group=${group.id}${query}`)).body.results;
  expect(await list('&role=student')).toContainEqual({
    id: classmate.id,
    first_name: 'Student',
    last_name: 'Person',
    photo: null,
    position: 'Welder',
    role: 'student',
  });
  expect(await list(`&search=${classmate.email}`)).toEqual([]);
  const byMail = (await list('&ordering=email')).map(({ id }: { id: number }) => id);
  expect(byMail).toEqual(byMail.toSorted((a: number, b: number) => a - b));
});

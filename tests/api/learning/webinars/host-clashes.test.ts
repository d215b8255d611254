import { beforeAll, expect, test } from 'vitest';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const at = (hour: number, minute = 0) => new Date(Date.UTC(2031, 4, 5, hour, minute)).toISOString();

async function aWebinar(starts_at: string, duration: number, host: Person, more: object = {}) {
  const name = unique('Webinar');
  const { status, body } = await company.as('owner').post('/webinar/webinar/', {
    name,
    starts_at,
    duration,
    time_zone: 'Europe/Kyiv',
    host_id: host.id,
    ...more,
  });
  expect(status).toBe(201);
  return { id: body.id as number, name };
}

async function clashes(client: Client, people: Person[], starts_at: string, duration: number, more = '') {
  const ids = people.map(({ id }) => id).join();
  const { status, body } = await client.get(
    `/webinar/host_clashes/?host_ids=${ids}&starts_at=${starts_at}&duration=${duration}${more}`,
  );
  expect(status).toBe(200);
  return body.results as { host: { id: number }; webinar: { id: number; name: string } | null }[];
}

test('a host is told of what they hold at the same time, to the minute, and of nothing else', async () => {
  const owner = company.as('owner');
  const host = await company.aPerson('trainer');
  const other = await company.aPerson('trainer');
  const webinar = await aWebinar(at(10), 60, host, { cohost_ids: [other.id] });
  const named = { webinar: { id: webinar.id, name: webinar.name }, starts_at: at(10), duration: 60 };
  for (const [hour, minute, duration, found] of [
    [9, 0, 60, 0],
    [9, 0, 61, 1],
    [10, 59, 30, 1],
    [11, 0, 30, 0],
    [9, 30, 240, 1],
  ] as const)
    expect(await clashes(owner, [host], at(hour, minute), duration)).toEqual(
      Array.from({ length: found }, () => expect.objectContaining(named)),
    );
  // Who holds it beside them is busy as well; the webinar itself is no clash of its own.
  expect((await clashes(owner, [host, other], at(10), 30)).map((one) => one.host.id)).toEqual([
    host.id,
    other.id,
  ]);
  expect(await clashes(owner, [host, other], at(10), 30, `&except=${webinar.id}`)).toEqual([]);
  expect(await clashes(owner, [company.people.trainer], at(10), 30)).toEqual([]);
  // It is not forbidden.
  const twice = await aWebinar(at(10), 60, host);
  expect(await clashes(owner, [host], at(10), 30)).toHaveLength(2);
  await owner.post(`/webinar/webinar/${twice.id}/cancel/`, {});
  expect(await clashes(owner, [host], at(10), 30)).toHaveLength(1);
});

test('a manager is told of hosts in reach alone, and of webinars out of reach no name', async () => {
  const host = await company.aPerson('trainer');
  const foreign = await company.aPerson('trainer');
  await company.aGroup({ students: [host] });
  const elsewhere = await company.aGroup({ students: [], managers: [] });
  await aWebinar(at(14), 60, host, { group_ids: [elsewhere.id] });
  await aWebinar(at(14), 60, foreign, { group_ids: [elsewhere.id] });
  const manager = company.as('manager');
  expect(await clashes(manager, [host, foreign], at(14), 60)).toMatchObject([
    { host: { id: host.id }, webinar: null },
  ]);
  expect(await clashes(foreign.client, [host, foreign], at(14), 60)).toMatchObject([
    { host: { id: foreign.id }, webinar: { name: expect.any(String) } },
  ]);
  const { body } = await company
    .as('student')
    .get(`/webinar/host_clashes/?host_ids=1&starts_at=${at(14)}&duration=60`);
  expect(body.results).toBeUndefined();
});

test('people of another company are nobody', async () => {
  const other = await aCompany();
  const host = await company.aPerson('trainer');
  await aWebinar(at(18), 60, host);
  expect(await clashes(other.as('owner'), [host], at(18), 60)).toEqual([]);
  await asSystem([
    'update memberships set deleted_at = now() where company_id = $1 and user_id = $2',
    [company.id, host.id],
  ]);
  expect(await clashes(company.as('owner'), [host], at(18), 60)).toEqual([]);
});

import { beforeEach, expect, test } from 'vitest';
import { type Company, type Course } from '../../../factories/company.ts';
import { aPackage } from '../../../fixtures/packages.ts';
import { of } from '../../../support/api/files.ts';
import { aPackageMaterial, committed, opened } from '../../../support/api/packages.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
let course: Course;
let material: number;
beforeEach(async () => {
  company = await aCompany();
  course = await company.aCourse({ materials: 0 });
  ({ material } = await aPackageMaterial(company, course, await aPackage()));
});

const student = () => company.as('student');
const said = (lesson_status: string, score?: number) => ({
  'cmi.core.lesson_status': lesson_status,
  ...(score !== undefined && { 'cmi.core.score.raw': String(score) }),
});
/** A state as it waited in a browser, sent by the product. */
const sent = (try_id: number, opening: number, sequence: number, elements: object, client = student()) =>
  client.post(`${of(course, material)}package/tries/${try_id}/commit/`, {
    commit: JSON.stringify({ opening, sequence, item: 'one', state: { one: { elements, seconds: 60 } } }),
  });
const tries = async () => (await student().get(`${of(course, material)}package/`)).body.tries;
const isDone = async () => (await student().get(of(course, material))).body.done as boolean;

test('what was earned without a connection is sent by the product, once, and does what the player’s word would', async () => {
  const { started, root } = await opened(student(), course, material);
  await committed(root, 1, 1, said('incomplete'));
  const { status, body } = await sent(started.try_id, 1, 2, said('passed', 80));
  expect([status, body]).toEqual([200, { sequence: 2, done: true }]);
  expect((await sent(started.try_id, 1, 1, said('failed', 1))).body).toEqual({ sequence: 2, done: true });
  expect(await tries()).toMatchObject([{ number: 1, success: 'passed', score: 80 }]);
  expect(await isDone()).toBe(true);
});

test('nobody sends for another, and what no player says is refused', async () => {
  const { started } = await opened(student(), course, material);
  const other = await company.aPerson('student');
  expect((await sent(started.try_id, 1, 1, said('passed', 80), other.client)).status).toBe(404);
  const at = `${of(course, material)}package/tries/${started.try_id}/commit/`;
  expect((await student().post(at, { commit: '{"opening":1}' })).status).toBe(400);
  expect(await tries()).toMatchObject([{ status: 'not_attempted' }]);
});

test('of two devices the later one goes on, and what the earlier one earned stays as a try of its own', async () => {
  const laptop = await opened(student(), course, material);
  await committed(laptop.root, 1, 1, said('incomplete'));
  const phone = await opened(student(), course, material);
  await committed(phone.root, 2, 2, { ...said('incomplete'), 'cmi.core.lesson_location': 'p9' });
  const id = laptop.started.try_id as number;

  expect((await sent(id, 1, 5, said('passed', 80))).body).toMatchObject({ code: 'package_elsewhere' });
  expect(await tries()).toMatchObject([
    { number: 2, status: 'incomplete' },
    { number: 1, success: 'passed', score: 80 },
  ]);
  expect(await isDone()).toBe(true);
  // Said again, or less than that, it is no further try.
  await sent(id, 1, 5, said('passed', 80));
  await sent(id, 1, 6, said('passed', 70));
  expect(await tries()).toHaveLength(2);
  // The player of the window that lost its place says so itself, too.
  expect((await committed(laptop.root, 1, 7, said('passed', 90))).status).toBe(409);
  expect(await tries()).toMatchObject([{ number: 3 }, { score: 90 }, { score: 80 }]);
  // The phone goes on with what it has.
  expect((await committed(phone.root, 2, 3, said('incomplete'))).status).toBe(200);
  expect((await opened(student(), course, material)).told).toMatchObject({ sequence: 3 });
});

test('an earlier device that has earned nothing overwrites nothing, whatever its number', async () => {
  const laptop = await opened(student(), course, material);
  const phone = await opened(student(), course, material);
  await committed(phone.root, 2, 1, { ...said('incomplete'), 'cmi.core.lesson_location': 'p9' });
  const late = await sent(laptop.started.try_id, 1, 50, {
    ...said('incomplete'),
    'cmi.core.lesson_location': 'p2',
  });
  expect(late.status).toBe(409);
  const [kept] = await asSystem<{ state: object }>([
    'select state from package_tries where company_id = $1',
    [company.id],
  ]);
  expect(JSON.stringify(kept)).toContain('p9');
  expect(await tries()).toHaveLength(1);
});

test('a window is told that another one has its try, and says nothing by asking', async () => {
  const laptop = await opened(student(), course, material);
  expect(await committed(laptop.root, 1, 0, {})).toMatchObject({ status: 200, body: { sequence: 0 } });
  await opened(student(), course, material);
  expect((await committed(laptop.root, 1, 0, {})).status).toBe(409);
  expect(await tries()).toMatchObject([{ status: 'not_attempted', committed_at: null }]);
});

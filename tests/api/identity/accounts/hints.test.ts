import { expect, test } from 'vitest';
import { aCompany, asSystem } from '../../../support/api/world.ts';

test('hints that were sent away are kept with the person, in every company and role', async () => {
  const company = await aCompany();
  const { student, trainer } = company.people;
  const hintsOf = async (client: typeof student.client) =>
    (await client.get('/accounts/user_info/')).body.dismissed_hints as string[];
  const send = (dismissed_hints: unknown) =>
    student.client.patch('/accounts/user_info/', { dismissed_hints });

  expect(await hintsOf(student.client)).toEqual([]);
  expect((await send(['first_course', 'today', 'today'])).status).toBe(204);
  expect(await hintsOf(student.client)).toEqual(['first_course', 'today']);
  expect(await hintsOf(trainer.client)).toEqual([]);
  // What else is changed leaves them alone.
  await student.client.patch('/accounts/user_info/', { first_name: 'Name' });
  expect(await hintsOf(student.client)).toEqual(['first_course', 'today']);
  expect((await send(['unknown'])).status).toBe(400);
  // One that is no more is not told of.
  await asSystem(["update users set dismissed_hints = '{gone,today}' where id = $1", [student.id]]);
  expect(await hintsOf(student.client)).toEqual(['today']);
  expect((await send([])).status).toBe(204);
  expect(await hintsOf(student.client)).toEqual([]);
});

import { expect, test } from 'vitest';
import { unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

const GROUP = '/study_group/study_group/';
const PROGRAM = '/educational_program/educational_program/';
const COURSE = '/course/course/';

/** A manager of one group, whose student has one course by a program alone. */
async function aManagedProgram() {
  const company = await aCompany();
  const owner = company.as('owner');
  const { client: manager, ...person } = await company.aPerson('manager');
  const student = await company.aPerson('student');
  const group = await company.aGroup({ managers: [{ ...person, client: manager }], students: [student] });
  const course = await company.aCourse();
  const made = await owner.post(PROGRAM, {
    name: unique('Program'),
    group_ids: [group.id],
    course_ids: [course.id],
  });
  const program: number = made.body.id;
  const statuses = async () => [
    (await manager.get(`${COURSE}${course.id}/`)).status,
    (await manager.patch(`${COURSE}${course.id}/`, { description: unique('Text') })).status,
    (await manager.get(`${PROGRAM}${program}/`)).status,
    (await manager.get(`${GROUP}${group.id}/`)).status,
    (await manager.get(`/accounts/user/${student.id}/`)).status,
    (await manager.patch(`/accounts/user/${student.id}/`, { comment: unique('Text') })).status,
  ];
  return { company, owner, group: group.id, course, program, student, statuses };
}

const REACHED = [200, 204, 200, 200, 200, 204];

test('a program that is deleted reaches no course, until it is restored', async () => {
  const { owner, program, statuses } = await aManagedProgram();
  expect(await statuses()).toEqual(REACHED);
  expect((await owner.delete(`${PROGRAM}${program}/`)).status).toBe(204);
  expect(await statuses()).toEqual([404, 404, 404, 200, 200, 204]);
  await asSystem(['update programs set deleted_at = null where id = $1', [program]]);
  expect(await statuses()).toEqual(REACHED);
});

test('a group that is deleted reaches nobody and nothing, until it is restored', async () => {
  const { owner, group, statuses } = await aManagedProgram();
  expect((await owner.delete(`${GROUP}${group}/`)).status).toBe(204);
  expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404]);
  await asSystem(['update study_groups set deleted_at = null where id = $1', [group]]);
  expect(await statuses()).toEqual(REACHED);
});

test('a course that is deleted reaches none of its students, groups and programs to its trainer', async () => {
  const { company, owner, course, program, student } = await aManagedProgram();
  const { id, client: trainer } = company.people.trainer;
  const people = async () => {
    const found = await asSystem<{ id: number }>(
      [
        `select set_config('app.company', $1, true), set_config('app.user', $2, true),
                set_config('app.user_type', 'trainer', true)`,
        [company.id, id],
      ],
      ['select people_in_reach() as id'],
    );
    return found.map((row) => row.id);
  };
  const statuses = async () => [
    (await trainer.get(`${PROGRAM}${program}/`)).status,
    (await trainer.get(`${GROUP}${course.group.id}/`)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  expect(await people()).toContain(student.id);
  expect((await owner.delete(`${COURSE}${course.id}/`)).status).toBe(204);
  expect(await statuses()).toEqual([404, 404]);
  expect(await people()).toEqual([id]);
});

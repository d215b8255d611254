import { beforeAll, expect, test } from 'vitest';
import { unique, type Company } from '../../../factories/company.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const COURSE = '/course/course/';
const GROUP = '/study_group/study_group/';
const PROGRAM = '/educational_program/educational_program/';
const WEBINAR = '/webinar/webinar/';

const trainer = async () => (await company.aPerson('trainer')).id;
const manager = async () => (await company.aPerson('manager')).id;
const course = async () => (await company.aCourse()).id;
const group = async () => (await company.aGroup()).id;
const program = async () => (await company.as('owner').post(PROGRAM, { name: unique('P') })).body.id;
const aWebinar = async () =>
  (
    await company.as('owner').post(WEBINAR, {
      name: unique('W'),
      starts_at: '2031-05-01T09:00:00Z',
      time_zone: 'Europe/Kyiv',
      duration: 60,
    })
  ).body.id as number;

const LISTS: [
  path: string,
  field: string,
  shown: string,
  make: () => Promise<number>,
  one: () => Promise<number>,
][] = [
  [GROUP, 'manager_ids', 'managers', group, manager],
  [GROUP, 'coach_ids', 'coaches', group, trainer],
  [GROUP, 'student_ids', 'students', group, async () => (await company.aPerson('student')).id],
  [GROUP, 'course_ids', 'courses', group, course],
  [GROUP, 'program_ids', 'programs', group, program],
  [COURSE, 'group_ids', 'groups', course, group],
  [COURSE, 'coach_ids', 'coaches', course, trainer],
  [COURSE, 'program_ids', 'programs', course, program],
  [WEBINAR, 'cohost_ids', 'cohosts', aWebinar, trainer],
  [WEBINAR, 'course_ids', 'courses', aWebinar, course],
  [WEBINAR, 'group_ids', 'groups', aWebinar, group],
  [WEBINAR, 'program_ids', 'programs', aWebinar, program],
];

test.for(LISTS)('what two change in one list of %s counts (%s)', async ([path, field, shown, make, one]) => {
  const owner = company.as('owner');
  const at = `${path}${await make()}/`;
  const [kept, out, mine, theirs, ...rest] = await Promise.all([one(), one(), one(), one(), one()]);
  const now = async () => {
    const { body } = await owner.get(at);
    return (body[shown] as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
  };
  const sorted = (...ids: (number | undefined)[]) => ids.map(Number).sort((a, b) => a - b);
  const read = [kept, out, ...rest];
  await owner.patch(at, { [field]: read });
  await owner.patch(at, { [field]: [kept, out, theirs] });
  const saved = await owner.patch(at, { [field]: [kept, mine, ...rest], lists_read: { [field]: read } });
  expect(saved.status).toBe(204);
  expect(await now()).toEqual(sorted(kept, theirs, mine));
  // Whoever does not say what they read replaces what stands there.
  await owner.patch(at, { [field]: [kept] });
  expect(await now()).toEqual([kept]);
});

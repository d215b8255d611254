import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { aPackage } from '../../../fixtures/packages.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { of } from '../../../support/api/files.ts';
import { aPackageMaterial, opened } from '../../../support/api/packages.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeEach(async () => {
  company = await aCompany();
});

/** By what somebody's commit enters. */
const entering = ({ client }: Person) => {
  const { sid: session, space, type: user_type } = decodeJwt(client.token!);
  return { session, company: space, user_type };
};

/** Which try an address opens. */
const tryOf = (root: string): number => JSON.parse(atob(root.split('/')[1]!.split('.')[1]!)).t;

test('a try is kept as its own when a crowd commits at once, and refused alone', async () => {
  const students = await Promise.all(Array.from({ length: 3 }, () => company.aPerson('student')));
  const theirs = await company.aCourse({ group: await company.aGroup({ students }) });
  const { material } = await aPackageMaterial(company, theirs, await aPackage());
  const tries = await Promise.all(students.map(({ client }) => opened(client, theirs, material)));
  // Another tab has taken the second one over.
  await opened(students[1]!.client, theirs, material);
  const commits = tries.map(({ root }, place) => ({
    place,
    ...entering(students[place]!),
    material,
    try: tryOf(root),
    opening: 1,
    commit: {
      sequence: 1,
      status: 'completed',
      success: place === 0 ? 'passed' : 'failed',
      score: 10 * place,
      seconds: 60,
      item: 'one',
      state: {},
    },
    interactions: [],
  }));
  // They come by their tries, which began side by side.
  const kept = await asSystem([
    'select * from commit_package_tries($1) order by place',
    [JSON.stringify(commits)],
  ]);
  expect(kept).toEqual([
    { place: 0, sequence: 1, done: true },
    // Another opening has its try by now.
    { place: 1, sequence: null, done: false },
    { place: 2, sequence: 1, done: false },
  ]);
  const scores = students.map(async ({ client }) => {
    const { body } = await client.get(`${of(theirs, material)}package/`);
    return body.tries[0].score as number | null;
  });
  expect(await Promise.all(scores)).toEqual([0, null, 20]);
});

const STANDING = { status: 'incomplete', success: 'unknown', score: null, seconds: 1 };
/** Has earned nothing yet. */
const BEGUN = { sequence: 5, ...STANDING, item: 'one', state: {} };

test('of an attacker’s commit that shares a transaction nothing is kept, and of two of one try the later', async () => {
  const students = await Promise.all(Array.from({ length: 5 }, () => company.aPerson('student')));
  const [honest, outcast, thief, stale, kept] = students as [Person, Person, Person, Person, Person];
  const theirs = await company.aCourse({ group: await company.aGroup({ students }) });
  const { material } = await aPackageMaterial(company, theirs, await aPackage());
  const tries = new Map<Person, number>();
  for (const person of students)
    tries.set(person, tryOf((await opened(person.client, theirs, material)).root));
  await opened(stale.client, theirs, material);
  await asSystem([
    'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
    [company.id, outcast.id],
  ]);
  await asSystem([
    'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
    [company.id, theirs.id, kept.id],
  ]);
  const sent = (who: Person, sequence: number, more: object = {}) => ({
    ...entering(who),
    material,
    try: tries.get(who),
    opening: 1,
    commit: {
      sequence,
      status: 'completed',
      success: 'passed',
      score: sequence,
      seconds: 1,
      item: 'one',
      state: {},
    },
    interactions: [
      {
        item: 'one',
        place: 0,
        name: `by ${sequence}`,
        type: 'other',
        description: '',
        response: '',
        correct: '',
        result: '',
        latency: '',
      },
    ],
    ...more,
  });
  const commits = [
    sent(honest, 2),
    sent(outcast, 3),
    sent(thief, 4, { try: tries.get(honest) }),
    sent(stale, 5, { commit: BEGUN }),
    sent(kept, 6),
    sent(honest, 1),
  ].map((each, place) => ({ ...each, place }));
  const answered = await asSystem(['select * from commit_package_tries($1)', [JSON.stringify(commits)]]);
  expect(answered).toEqual([
    { place: 0, sequence: 2, done: true },
    { place: 5, sequence: 2, done: true },
    { place: 3, sequence: null, done: false },
  ]);
  const left = await asSystem([
    `select t.user_id, t.sequence, t.score::float8 as score, i.name, p.done_at is not null as done
       from package_tries t
       join material_progress p on p.company_id = t.company_id and p.material_id = t.material_id
         and p.user_id = t.user_id
       left join package_interactions i on i.company_id = t.company_id and i.try_id = t.id
       where t.company_id = $1 and t.material_id = $2 order by t.user_id`,
    [company.id, material],
  ]);
  expect(left).toEqual(
    students
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .map((id) =>
        id === honest.id
          ? { user_id: id, sequence: 2, score: 2, name: 'by 2', done: true }
          : { user_id: id, sequence: 0, score: null, name: null, done: false },
      ),
  );
});

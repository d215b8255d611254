import fc from 'fast-check';
import { expect, test } from 'vitest';
import { USER_TYPES, type UserType } from '../../../../worker/access/contract.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { accessOf, Client } from '../../../factories/world.ts';
import { address } from '../../../support/api/accounts.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

/** What acting under a role can at most give to others, with what comes along (§6), written by hand. */
const GIVES: Record<UserType, readonly UserType[]> = {
  owner: ['owner', 'admin', 'manager', 'trainer', 'student'],
  admin: ['admin', 'manager', 'trainer', 'student'],
  manager: ['manager', 'trainer', 'student'],
  trainer: ['trainer', 'student'],
  student: [],
};
const TAKERS: readonly UserType[] = ['owner', 'admin', 'manager'];

interface Step {
  /** Index of who acts, and of whom it is about; an index past the people is somebody new. */
  actor: number;
  target: number;
  kind: string;
  user_type: UserType;
}

interface Actor {
  id: number;
  email: string;
  token: string;
}

interface Place {
  company: Company;
  group: number;
  course: number;
}

const CALLS: Record<
  string,
  (client: Client, at: Place, to: { id: number; email: string }, user_type: UserType) => Promise<unknown>
> = {
  update: (client, _, to, user_type) => client.patch(`/accounts/user/${to.id}/`, { user_types: [user_type] }),
  create: (client, at, to, user_type) =>
    client.post('/accounts/user/', { email: to.email, user_types: [user_type], group_ids: [at.group] }),
  invite: (client, at, to, user_type) =>
    client.post('/accounts/invite_user/', { email: to.email, user_type, course_ids: [at.course] }),
  membership: (client, _, to, user_type) =>
    client.post('/accounts/memberships/', { user_pk: to.id, user_type }),
  import: (client, at, to, user_type) =>
    client.post(`/accounts/user_data/${at.company.id}/rows/`, {
      rows: [{ row: 2, cells: { role: user_type, email: to.email, manager_department_id: '' } }],
      dry_run: false,
    }),
  join: (client, at, to, user_type) =>
    client.post('/study_group/group_member/', {
      group: at.group,
      role: user_type === 'manager' ? 'manager' : user_type === 'trainer' ? 'coach' : 'student',
      emails: [to.email],
    }),
  remove: (client, _, to) => client.delete(`/accounts/memberships/${to.id}/`),
  block: (client, _, to) => client.post('/accounts/blocking_membership/', { user_pk: to.id, blocked: true }),
  open: (client, _, to) => client.post('/accounts/blocking_membership/', { user_pk: to.id, blocked: false }),
};

test('no sequence of assignments, imports, invitations and switches gives a role that the hierarchy does not allow', async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(aStep(), { minLength: 12, maxLength: 25 }), async (steps) => {
      const companies = await twoCompanies();
      const actors = await everybody(companies);
      for (const step of steps) {
        const actor = actors[step.actor]!;
        const { space, type } = claimsOf(actor.token);
        const to = actors[step.target] ?? { id: 2_000_000_000, email: address('new') };
        const before = await rolesIn(companies);
        const client = new Client(world, actor.token);
        const isSwitch = step.kind.startsWith('switch');
        if (isSwitch) await switchLogin(client, actor, step, companies);
        else
          await CALLS[step.kind]!(
            client,
            companies.find((each) => each.company.id === space)!,
            to,
            step.user_type,
          );
        const after = await rolesIn(companies);
        for (const [key, change] of changes(before, after)) {
          const [company, person] = key.split(' ').map(Number);
          const what = { step, as: type, key, ...change };
          expect({ ...what, isSwitch }).toMatchObject({ isSwitch: false });
          expect({ ...what, company }).toMatchObject({ company: space });
          expect({
            ...what,
            given: change.gained.filter((each) => !GIVES[type].includes(each)),
          }).toMatchObject({ given: [] });
          if (change.lost.length > 0) {
            const beyond = change.held.filter((each) => !GIVES[type].includes(each));
            const isFounder = companies.some(
              (each) => each.company.people.owner.id === person && each.company.id === company,
            );
            const rightful =
              TAKERS.includes(type) && beyond.length === 0 && person !== actor.id && !isFounder;
            expect({ ...what, rightful }).toMatchObject({ rightful: true });
          }
          reached.add(`${step.kind} ${change.gained.length > 0 ? 'gave' : 'took'}`);
        }
      }
    }),
    { numRuns: 40, examples: [[EVERY_WAY]] },
  );
  // The steps did something: each way to give and to take was gone, by the example if not by chance.
  for (const way of [
    'update gave',
    'update took',
    'create gave',
    'invite gave',
    'import gave',
    'join gave',
    'remove took',
  ])
    expect([...reached]).toContain(way);
});

const [OWNER, ADMIN, STUDENT, NEW] = [0, 1, 4, 12];
const EVERY_WAY: Step[] = [
  { actor: OWNER, target: STUDENT, kind: 'update', user_type: 'manager' },
  { actor: OWNER, target: STUDENT, kind: 'update', user_type: 'student' },
  { actor: ADMIN, target: NEW, kind: 'create', user_type: 'trainer' },
  { actor: ADMIN, target: NEW, kind: 'invite', user_type: 'student' },
  { actor: OWNER, target: NEW, kind: 'import', user_type: 'manager' },
  { actor: OWNER, target: NEW, kind: 'join', user_type: 'student' },
  { actor: ADMIN, target: STUDENT, kind: 'remove', user_type: 'student' },
];

const PEOPLE = 11;
const aStep = (): fc.Arbitrary<Step> =>
  fc.record({
    actor: fc.nat(PEOPLE - 1),
    target: fc.nat(PEOPLE + 1),
    kind: fc.constantFrom(...Object.keys(CALLS), 'update', 'invite', 'switch_role', 'switch_space'),
    user_type: fc.constantFrom(...USER_TYPES),
  });

async function twoCompanies(): Promise<Place[]> {
  return Promise.all(
    [0, 1].map(async () => {
      const company = await aCompany();
      const course = await company.aCourse();
      return { company, course: course.id, group: course.group.id };
    }),
  );
}

/** The ten people of both, and one who owns the second company and is a student of the first. */
async function everybody([first, second]: Place[]): Promise<Actor[]> {
  const founder = second!.company.people.owner;
  await asSystem([
    `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{student}')`,
    [first!.company.id, founder.id],
  ]);
  const people: [Company, Person][] = [first!, second!].flatMap(({ company }) =>
    Object.values(company.people).map((person): [Company, Person] => [company, person]),
  );
  people.push([first!.company, { ...founder, user_type: 'student' }]);
  return Promise.all(
    people.map(async ([company, { id, email, user_type }]) => {
      const [made] = await asSystem<{ id: number }>([
        `insert into sessions (user_id, company_id, user_type, expires_at) values ($1, $2, $3, now() + interval '1 day') returning id`,
        [id, company.id, user_type],
      ]);
      const login = { session: made!.id, user: id, company: company.id, user_type };
      return { id, email, token: await accessOf(world, login) };
    }),
  );
}

/** Another role or company; only one that is held is entered. */
async function switchLogin(client: Client, actor: Actor, step: Step, companies: Place[]): Promise<void> {
  const { space } = claimsOf(actor.token);
  const other = companies.find((each) => each.company.id !== space)!.company.id;
  const answer =
    step.kind === 'switch_role'
      ? await client.post('/accounts/change_current_user_type/', { user_type: step.user_type })
      : await client.post('/space/change_current_space/', { space_pk: other });
  if (answer.status !== 200) return;
  actor.token = answer.body.access;
  const now = claimsOf(actor.token);
  const roles = (await rolesIn(companies)).get(`${now.space} ${actor.id}`) ?? [];
  expect({ step, roles, entered: roles.includes(now.type) }).toMatchObject({ entered: true });
}

function claimsOf(token: string): { space: number; type: UserType } {
  return JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))) as {
    space: number;
    type: UserType;
  };
}

/** The roles that each person may act under in each company: none when blocked or taken out. */
async function rolesIn(companies: Place[]): Promise<Map<string, UserType[]>> {
  const rows = await asSystem<{ key: string; roles: UserType[] }>([
    `select company_id || ' ' || user_id as key, user_types as roles from memberships
       where company_id = any ($1::integer[]) and deleted_at is null`,
    [companies.map((each) => each.company.id)],
  ]);
  return new Map(rows.map(({ key, roles }) => [key, roles]));
}

function changes(before: Map<string, UserType[]>, after: Map<string, UserType[]>) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [held, now] = [before.get(key) ?? [], after.get(key) ?? []];
    const change = {
      held,
      gained: now.filter((each) => !held.includes(each)),
      lost: held.filter((each) => !now.includes(each)),
    };
    return change.gained.length + change.lost.length > 0 ? [[key, change] as const] : [];
  });
}

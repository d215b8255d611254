import { beforeAll, describe, expect, test } from 'vitest';
import type { UserType } from '../../../worker/access/contract.ts';
import { createApp } from '../../../worker/app.ts';
import { unique, type Company } from '../../factories/company.ts';
import { type Sent, someThings, type Things } from './access/access-calls.ts';
import { aCompany, asSystem } from '../../support/api/world.ts';

/** A person or thing as a call names it, and the place in the caller's reach that it would be brought into. */
interface Doorway {
  into: Things;
  named: Things & { email: string; phone: string };
}

/** Fields of a body that name a person or a thing to be brought into something. */
const NAMING = new Set([
  'user_id',
  'user_ids',
  'user_pk',
  'email',
  'emails',
  'phone',
  'rows',
  'manager_ids',
  'coach_ids',
  'student_ids',
  'host_id',
  'cohost_ids',
  'group',
  'group_id',
  'group_ids',
  'course_ids',
  'program_ids',
  'category_id',
  'target_id',
  'stages',
]);

const row = (cells: object) => ({ dry_run: false, rows: [{ row: 2, cells }] });
const inTime = { starts_at: '2030-05-01T09:00:00Z', time_zone: 'Europe/Kyiv', duration: 60 };
const post = (path: string, body: object): Sent => ({ path, body });

/** Each way to bring a person or a thing into a relation: "METHOD path #field", with more words where a field has several. */
const DOORS: Record<string, (door: Doorway) => Sent & { method?: string }> = {
  'POST /accounts/user/bulk #user_ids into a group': ({ into, named }) =>
    post('/accounts/user/bulk/', {
      action: 'add_to_group',
      user_ids: [named.member],
      target_id: into.empty_group,
    }),
  'POST /accounts/user/bulk #user_ids into a course': ({ into, named }) =>
    post('/accounts/user/bulk/', {
      action: 'add_to_course',
      user_ids: [named.member],
      target_id: into.course,
    }),
  'POST /accounts/user/bulk #user_ids out of the company': ({ named }) =>
    post('/accounts/user/bulk/', { action: 'block', user_ids: [named.member] }),
  'POST /accounts/user/bulk #target_id group': ({ into, named }) =>
    post('/accounts/user/bulk/', {
      action: 'add_to_group',
      user_ids: [into.newcomer],
      target_id: named.group,
    }),
  'POST /accounts/user/bulk #target_id course': ({ into, named }) =>
    post('/accounts/user/bulk/', {
      action: 'add_to_course',
      user_ids: [into.newcomer],
      target_id: named.course,
    }),
  'POST /accounts/user #email': ({ into, named }) =>
    post('/accounts/user/', {
      email: named.email,
      user_types: ['student'],
      group_ids: [into.group],
      course_ids: [into.course],
    }),
  'POST /accounts/user #phone': ({ into, named }) =>
    post('/accounts/user/', {
      phone: named.phone,
      user_types: ['student'],
      group_ids: [into.group],
      course_ids: [into.course],
    }),
  'POST /accounts/user #group_ids': ({ named }) =>
    post('/accounts/user/', {
      email: `${unique('n').replace(/\s/g, '-')}@example.com`,
      user_types: ['student'],
      group_ids: [named.group],
    }),
  'POST /accounts/user #course_ids': ({ into, named }) =>
    post('/accounts/user/', {
      email: `${unique('n').replace(/\s/g, '-')}@example.com`,
      user_types: ['student'],
      group_ids: [into.group],
      course_ids: [named.course],
    }),
  'PATCH /accounts/user/:id #email': ({ into, named }) => ({
    method: 'PATCH',
    ...post(`/accounts/user/${into.newcomer}/`, { email: named.email }),
  }),
  'PATCH /accounts/user/:id #phone': ({ into, named }) => ({
    method: 'PATCH',
    ...post(`/accounts/user/${into.newcomer}/`, { phone: named.phone }),
  }),
  'POST /accounts/invite_user #email': ({ into, named }) =>
    post('/accounts/invite_user/', { email: named.email, user_type: 'trainer', ...inviting(into) }),
  'POST /accounts/invite_user #phone': ({ into, named }) =>
    post('/accounts/invite_user/', { phone: named.phone, user_type: 'trainer', ...inviting(into) }),
  'POST /accounts/invite_user #group_ids': ({ into, named }) =>
    post('/accounts/invite_user/', {
      email: newAddress(),
      user_type: 'student',
      ...inviting(into),
      group_ids: [named.group],
    }),
  'POST /accounts/invite_user #course_ids': ({ into, named }) =>
    post('/accounts/invite_user/', {
      email: newAddress(),
      user_type: 'student',
      ...inviting(into),
      course_ids: [named.course],
    }),
  'POST /accounts/invite_user #program_ids': ({ into, named }) =>
    post('/accounts/invite_user/', {
      email: newAddress(),
      user_type: 'student',
      ...inviting(into),
      program_ids: [named.program],
    }),
  'POST /accounts/sign_in_sheets #user_ids': ({ named }) =>
    post('/accounts/sign_in_sheets/', { user_ids: [named.newcomer] }),
  'POST /accounts/memberships #user_pk': ({ named }) =>
    post('/accounts/memberships/', { user_pk: named.member, user_type: 'student' }),
  'POST /accounts/blocking_membership #user_pk': ({ named }) =>
    post('/accounts/blocking_membership/', { user_pk: named.member, blocked: true }),
  'POST /accounts/user_data/:id/rows #rows email': ({ into, named }) =>
    post(
      `/accounts/user_data/${into.company}/rows/`,
      row({ role: 'trainer', email: named.email, manager_department_id: String(into.group) }),
    ),
  'POST /accounts/user_data/:id/rows #rows phone': ({ into, named }) =>
    post(
      `/accounts/user_data/${into.company}/rows/`,
      row({ role: 'trainer', phone: named.phone, manager_department_id: String(into.group) }),
    ),
  'POST /accounts/user_data/:id/rows #rows group': ({ into, named }) =>
    post(
      `/accounts/user_data/${into.company}/rows/`,
      row({ role: 'student', email: newAddress(), manager_department_id: String(named.group) }),
    ),
  'POST /study_group/study_group #manager_ids': ({ named }) =>
    post('/study_group/study_group/', { name: unique('G'), manager_ids: [named.second_coach] }),
  'POST /study_group/study_group #coach_ids': ({ named }) =>
    post('/study_group/study_group/', { name: unique('G'), coach_ids: [named.second_coach] }),
  'POST /study_group/study_group #student_ids': ({ named }) =>
    post('/study_group/study_group/', { name: unique('G'), student_ids: [named.member] }),
  'POST /study_group/study_group #course_ids': ({ named }) =>
    post('/study_group/study_group/', { name: unique('G'), course_ids: [named.course] }),
  'POST /study_group/study_group #program_ids': ({ named }) =>
    post('/study_group/study_group/', { name: unique('G'), program_ids: [named.program] }),
  ...patched('/study_group/study_group', 'empty_group', {
    manager_ids: 'second_coach',
    coach_ids: 'second_coach',
    student_ids: 'member',
    course_ids: 'course',
    program_ids: 'program',
  }),
  'POST /study_group/group_member #user_ids': ({ into, named }) =>
    post('/study_group/group_member/', {
      group: into.empty_group,
      role: 'student',
      user_ids: [named.member],
    }),
  'POST /study_group/rule_preview #group': ({ named }) =>
    post('/study_group/rule_preview/', { group: named.group, rule: { positions: ['Комірник'] } }),
  'POST /study_group/group_member #emails': ({ into, named }) =>
    post('/study_group/group_member/', { group: into.empty_group, role: 'student', emails: [named.email] }),
  'POST /study_group/group_member #group': ({ into, named }) =>
    post('/study_group/group_member/', { group: named.group, role: 'coach', user_ids: [into.second_coach] }),
  'POST /educational_program/educational_program #course_ids': ({ named }) =>
    post('/educational_program/educational_program/', { name: unique('P'), course_ids: [named.course] }),
  'POST /educational_program/educational_program #group_ids': ({ named }) =>
    post('/educational_program/educational_program/', { name: unique('P'), group_ids: [named.group] }),
  ...patched('/educational_program/educational_program', 'program', {
    course_ids: 'course',
    group_ids: 'group',
  }),
  'POST /educational_program/educational_program/:id/chronology #stages': ({ into, named }) =>
    post(`/educational_program/educational_program/${into.program}/chronology/`, {
      stages: [stage(named.course)],
    }),
  'POST /educational_program/educational_program/:id/chronology/preview #stages': ({ into, named }) =>
    post(`/educational_program/educational_program/${into.program}/chronology/preview/`, {
      stages: [stage(named.course)],
    }),
  'POST /course/course #group_ids': ({ named }) =>
    post('/course/course/', { name: unique('C'), group_ids: [named.group] }),
  'POST /course/course #coach_ids': ({ into, named }) =>
    post('/course/course/', { name: unique('C'), group_ids: [into.group], coach_ids: [named.second_coach] }),
  'POST /course/course #program_ids': ({ into, named }) =>
    post('/course/course/', { name: unique('C'), group_ids: [into.group], program_ids: [named.program] }),
  'POST /course/course #category_id': ({ into, named }) =>
    post('/course/course/', { name: unique('C'), group_ids: [into.group], category_id: named.category }),
  ...patched('/course/course', 'course', {
    group_ids: 'group',
    coach_ids: 'second_coach',
    program_ids: 'program',
  }),
  'PATCH /course/course/:id #category_id': ({ into, named }) => ({
    method: 'PATCH',
    ...post(`/course/course/${into.course}/`, { category_id: named.category }),
  }),
  'POST /course/course/:id/students #user_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/students/`, { user_ids: [named.member] }),
  'POST /course/course/:id/clone #group_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/clone/`, { group_ids: [named.group] }),
  'POST /course/course/:id/due_date #group_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/due_date/`, { group_ids: [named.group], due_on: '2030-01-01' }),
  'POST /course/course/:id/due_date #user_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/due_date/`, { user_ids: [named.member], due_on: '2030-01-01' }),
  'POST /course/course/:id/coaches #user_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/coaches/`, { user_ids: [named.second_coach] }),
  'POST /course/course/:id/blocked_user #user_pk': ({ into, named }) =>
    post(`/course/course/${into.course}/blocked_user/`, { user_pk: named.member }),
  'POST /course/unblock_material #user_id': ({ into, named }) =>
    post('/course/unblock_material/', { material_id: into.material, user_id: named.member }),
  'POST /course/course/:id/form/:formId/print_runs/:runId/sheets #user_id': ({ into, named }) => ({
    path: `/course/course/${into.course}/form/${into.form}/print_runs/${into.print_run}/sheets/`,
    body: { variant: 1, user_id: named.member, sat_on: new Date().toISOString().slice(0, 10), answers: [] },
  }),
  'POST /course/course/:id/grants #user_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/grants/`, {
      form_id: into.form,
      user_ids: [named.member],
      extra_minutes: 5,
      reason: 'Why',
    }),
  'POST /course/course/:id/grants #group_id': ({ into, named }) =>
    post(`/course/course/${into.course}/grants/`, {
      form_id: into.form,
      group_id: named.group,
      extra_minutes: 5,
      reason: 'Why',
    }),
  'POST /course/course/:id/retake_form #user_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/retake_form/`, {
      form_id: into.form,
      user_ids: [named.member],
      extra_attempts: 1,
      reason: 'Why',
    }),
  'POST /course/course/:id/passed_form_status #user_ids': ({ into, named }) =>
    post(`/course/course/${into.course}/passed_form_status/`, {
      form_id: into.form,
      user_ids: [named.member],
      action: 'cancel',
      reason: 'Why',
    }),
  ...webinarDoors('POST'),
  ...webinarDoors('PATCH'),
  'POST /webinar/webinar/:id/attendance #user_id': ({ into, named }) =>
    post(`/webinar/webinar/${into.webinar}/attendance/`, { user_id: named.member, status: 'attended' }),
};

/** Fields that name nobody who could be brought in. */
const APART: Record<string, string> = {
  'POST /course/course/:id/decline_retake #user_id': 'answers who asked, and brings nobody in',
  'PATCH /accounts/user_info #email': 'one’s own; tests of consent',
  'PATCH /accounts/user_info #phone': 'one’s own, and nobody’s identity',
  'PATCH /space/space/:id #email': 'of the company, where people write to',
  'PATCH /space/space/:id #phone': 'of the company, where people call',
  'POST /space/new_space #email': 'of the company, where people write to',
  'POST /space/new_space #phone': 'of the company, where people call',
  'POST /space/space/:id/ownership #user_id':
    'the owner gives it to an admin, who sees all of the company anyway',
  'POST /library/library/:id/clone_course #group_ids': 'tests of the library: it needs a library',
};

/** Doors for people who are not of the company: whoever is of it, in reach or not, is refused. */
const OPENS_FOR_STRANGERS = new Set([
  'POST /accounts/user #email',
  'POST /accounts/user #phone',
  'PATCH /accounts/user/:id #email',
  'PATCH /accounts/user/:id #phone',
  'POST /accounts/memberships #user_pk',
]);

/** Any trainer of the company may be named as a coach, whoever reaches the course (decisions, "Groups, programs, courses"). */
const TAKES_ANY_TRAINER = new Set([
  'PATCH /course/course/:id #coach_ids',
  'POST /course/course/:id/coaches #user_ids',
]);

const newAddress = () => `${unique('new').replace(/\s/g, '-')}@example.com`;
const inviting = (into: Things) => ({ group_ids: [into.group], course_ids: [into.course] });
const stage = (course_id: number) => ({ items: [{ course_id }] });

type IdOf = { [K in keyof Things]: Things[K] extends number ? K : never }[keyof Things];

function patched(path: string, place: IdOf, fields: Record<string, IdOf>): typeof DOORS {
  return Object.fromEntries(
    Object.entries(fields).map(([field, key]) => [
      `PATCH ${path}/:id #${field}`,
      ({ into, named }: Doorway) => ({
        method: 'PATCH',
        ...post(`${path}/${into[place]}/`, { [field]: [named[key]] }),
      }),
    ]),
  );
}

function webinarDoors(method: 'POST' | 'PATCH'): typeof DOORS {
  const fields: [string, (named: Things) => unknown][] = [
    ['host_id', (named) => named.second_coach],
    ['cohost_ids', (named) => [named.second_coach]],
    ['course_ids', (named) => [named.course]],
    ['program_ids', (named) => [named.program]],
    ['group_ids', (named) => [named.group]],
  ];
  return Object.fromEntries(
    fields.map(([field, valueOf]) => [
      `${method} /webinar/webinar${method === 'PATCH' ? '/:id' : ''} #${field}`,
      ({ into, named }: Doorway) => ({
        method,
        ...post(method === 'PATCH' ? `/webinar/webinar/${into.webinar}/` : '/webinar/webinar/', {
          ...(method === 'POST' ? { name: unique('W'), course_ids: [into.course], ...inTime } : {}),
          [field]: valueOf(named),
        }),
      }),
    ]),
  );
}

let company: Company;
let foreign: Things & { email: string; phone: string };

/** Things with the addresses of their people, the phone as the company typed it. */
async function addressed(things: Things) {
  const [found] = await asSystem<{ email: string; phone: string }>([
    `select (select email from users where id = $1) as email, (select phone from users where id = $2) as phone`,
    [things.member, things.newcomer],
  ]);
  await asSystem(
    ['update memberships set recorded_phone = $2 where user_id = $1', [things.newcomer, found!.phone]],
    // Who coaches may manage a group as well.
    [
      "update memberships set user_types = '{manager,trainer,student}' where user_id = $1",
      [things.second_coach],
    ],
  );
  return { ...things, ...found! };
}

beforeAll(async () => {
  const [own, other] = await Promise.all([aCompany(), aCompany()]);
  company = own;
  foreign = await addressed(await someThings(other, other.people));
});

/** Everything that ties a set of things together, or to anything else. */
async function relationsOf(things: Things): Promise<unknown> {
  const people = [things.member, things.newcomer, things.second_coach, things.student];
  const rows = await asSystem<{ row: string }>([
    `select 'member ' || to_jsonb(m)::text as row from memberships m where user_id = any ($1)
     union all select 'user ' || (to_jsonb(u) - 'dismissed_hints')::text from users u where id = any ($1)
     union all select 'group ' || to_jsonb(g)::text from group_members g where user_id = any ($1) or group_id = $2
     union all select 'course ' || to_jsonb(c)::text from course_members c where user_id = any ($1) or course_id = $3
     union all select 'blocked ' || to_jsonb(b)::text from course_blocks b where user_id = any ($1)
     union all select 'host ' || to_jsonb(h)::text from webinar_hosts h where user_id = any ($1)
     union all select 'hosts ' || id::text from webinars where host_id = any ($1)
     union all select 'linked ' || to_jsonb(l)::text from course_groups l where course_id = $3 or group_id = $2
     union all select 'holds ' || to_jsonb(l)::text from program_courses l where course_id = $3 or program_id = $4
     union all select 'given ' || to_jsonb(l)::text from program_groups l where group_id = $2 or program_id = $4
     union all select 'webinar ' || to_jsonb(l)::text from webinar_courses l where course_id = $3
     union all select 'webinar ' || to_jsonb(l)::text from webinar_groups l where group_id = $2
     union all select 'webinar ' || to_jsonb(l)::text from webinar_programs l where program_id = $4
     union all select 'unlocked ' || to_jsonb(l)::text from material_unlocks l where user_id = any ($1)
     union all select 'assigned ' || to_jsonb(l)::text from assignments l where user_id = any ($1)
     union all select 'link ' || t.id::text from one_time_tokens t where user_id = any ($1)
     order by 1`,
    [people, things.group, things.course, things.program],
  ]);
  return rows.map(({ row: text }) => text);
}

test('each field that names a person or a thing has its door in the table', () => {
  const named = createApp().endpoints.flatMap(({ method, path, access, body }) =>
    method === 'GET' || access === 'public'
      ? []
      : Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
          .filter((field) => NAMING.has(field))
          .map((field) => `${method} ${path.replace('/api/v1', '')} #${field}`),
  );
  const tried = [...Object.keys(DOORS), ...Object.keys(APART)].map((door) =>
    door.split(' ').slice(0, 3).join(' '),
  );
  expect([...new Set(tried)].sort()).toEqual([...new Set(named)].sort());
});

/** Somebody in a role, with things in their reach and out of it, and the way through a door. */
async function setUp(role: UserType) {
  const [who, stranger] = await Promise.all([company.aPerson(role), company.aPerson('student')]);
  const own = () => someThings(company, { ...company.people, [role]: who }).then(addressed);
  const out = () => someThings(company, { manager: null, trainer: null, student: stranger }).then(addressed);
  const through = async (door: string, doorway: Doorway) => {
    const { method = 'POST', path, body } = DOORS[door]!(doorway);
    return who.client.send(method, path, body);
  };
  return { own, out, through };
}

describe.each(['owner', 'manager', 'trainer'] as const)(
  'through every door a %s brings in',
  (role: UserType) => {
    test.runIf(role !== 'owner')('nothing of the company out of reach', async () => {
      const { own, out, through } = await setUp(role);
      const [into, named] = [await own(), await out()];
      const broken: string[] = [];
      for (const door of Object.keys(DOORS).filter((each) => !TAKES_ANY_TRAINER.has(each))) {
        const before = await relationsOf(named);
        const { status, text } = await through(door, { into, named });
        if (JSON.stringify(await relationsOf(named)) !== JSON.stringify(before))
          broken.push(`${door}: ${status} ${text}`);
      }
      expect(broken).toEqual([]);
    });

    test('nothing of another company', async () => {
      const { own, through } = await setUp(role);
      const into = await own();
      const broken: string[] = [];
      for (const door of Object.keys(DOORS)) {
        const before = await relationsOf(foreign);
        const { status, text } = await through(door, { into, named: foreign });
        if (JSON.stringify(await relationsOf(foreign)) !== JSON.stringify(before))
          broken.push(`${door}: ${status} ${text}`);
      }
      expect(broken).toEqual([]);
    });
  },
);

test('each door opens for somebody with things in reach', async () => {
  // What a door needs besides: somebody who is not of the company yet, an empty group, a due date.
  let closed = Object.keys(DOORS).filter((door) => !OPENS_FOR_STRANGERS.has(door));
  for (const role of ['owner', 'manager', 'trainer'] as const) {
    const { own, through } = await setUp(role);
    let [into, named] = [await own(), await own()];
    const left: string[] = [];
    for (const door of closed) {
      const { status } = await through(door, { into, named });
      if (status < 300) continue;
      // An earlier door may have taken away what this one needs.
      [into, named] = [await own(), await own()];
      const again = [await through(door, { into, named }), await through(door, { into, named: into })];
      if (again.every((answer) => answer.status >= 300)) left.push(door);
    }
    closed = left;
  }
  expect(closed).toEqual([]);
});

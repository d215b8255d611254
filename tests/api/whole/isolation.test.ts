import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { USER_TYPES } from '../../../worker/access/contract.ts';
import { Db } from '../../../worker/platform/database/database.ts';
import { expressed } from '../../../worker/platform/database/queries.ts';
import { Client } from '../../factories/world.ts';
import { accessOf } from '../../factories/world.ts';
import { aCompany, anonymous, asSystem, world } from '../../support/api/world.ts';

test('the ids of another company answer byte for byte like ids that do not exist', async () => {
  const [own, other] = await Promise.all([aCompany(), aCompany()]);
  const exam = await other.anExam();
  const group = await other.aGroup();
  const missing = 2_000_000_000;
  const paths = (id: { course: number; group: number; form: number; material: number; company: number }) => [
    `/study_group/study_group/${id.group}/`,
    `/study_group/group_member/?group=${id.group}`,
    `/course/course/${id.course}/`,
    `/course/course/${id.course}/statistic/`,
    `/course/course/${id.course}/educational_material/${id.material}/`,
    `/course/course/${id.course}/form/${id.form}/`,
    `/course/form_introduction/${id.form}/`,
    `/educational_program/educational_program/${id.group}/`,
    `/course/student_passed_form/${id.form}/`,
    `/space/space/${id.company}/`,
  ];
  const foreign = paths({
    course: exam.course.id,
    group: group.id,
    form: exam.form_id,
    material: exam.material_id,
    company: other.id,
  });
  const absent = paths({
    course: missing,
    group: missing,
    form: missing,
    material: missing,
    company: missing,
  });
  for (const user_type of USER_TYPES) {
    for (const [index, path] of foreign.entries()) {
      const [theirs, none] = [await own.as(user_type).get(path), await own.as(user_type).get(absent[index]!)];
      expect({ path, user_type, ...theirs }).toEqual({ path, user_type, ...none });
      expect([403, 404]).toContain(theirs.status);
    }
  }
});

test('writes that name things of another company answer 404 and change nothing', async () => {
  const [own, other] = await Promise.all([aCompany(), aCompany()]);
  const exam = await other.anExam();
  const ownGroup = await own.aGroup();
  const ownCourse = await own.aCourse({ group: ownGroup });
  const owner = own.as('owner');
  const foreignCourse = `/course/course/${exam.course.id}`;
  const calls: [string, string, unknown][] = [
    ['POST', '/course/course/', { name: 'Theirs', group_ids: [exam.course.group.id] }],
    [
      'POST',
      '/course/course/',
      { name: 'Theirs', group_ids: [ownGroup.id], coach_ids: [other.people.trainer.id] },
    ],
    ['PATCH', `/course/course/${ownCourse.id}/`, { group_ids: [exam.course.group.id] }],
    ['PATCH', `${foreignCourse}/`, { name: 'Mine' }],
    ['DELETE', `${foreignCourse}/`, undefined],
    ['POST', `${foreignCourse}/educational_material/`, { name: 'Mine', type: 'theory' }],
    ['PATCH', `${foreignCourse}/educational_material/${exam.material_id}/`, { name: 'Mine' }],
    ['DELETE', `${foreignCourse}/educational_material/${exam.material_id}/`, undefined],
    ['POST', `${foreignCourse}/update_materials_sequence/`, { material_ids: [exam.material_id] }],
    ['PATCH', `${foreignCourse}/form/${exam.form_id}/`, { passing_score: 1 }],
    ['POST', '/course/update_questions/', { form_id: exam.form_id, questions: [] }],
    ['POST', `${foreignCourse}/form/${exam.form_id}/publish/`, undefined],
    ['PATCH', `/study_group/study_group/${exam.course.group.id}/`, { name: 'Mine' }],
    ['DELETE', `/study_group/study_group/${exam.course.group.id}/`, undefined],
    ['POST', '/study_group/study_group/', { name: 'Ours', manager_ids: [other.people.manager.id] }],
    [
      'POST',
      '/accounts/invite_user/',
      { email: 'x@example.com', user_type: 'student', group_ids: [exam.course.group.id] },
    ],
    [
      'POST',
      '/accounts/invite_user/',
      { email: 'x@example.com', user_type: 'student', course_ids: [exam.course.id] },
    ],
    ['POST', '/space/change_current_space/', { space_pk: other.id }],
  ];
  const snapshot = () =>
    asSystem([
      `select (select count(*) from courses where company_id in ($1, $2)) as courses,
               (select count(*) from study_groups where company_id in ($1, $2)) as groups,
               (select count(*) from memberships where company_id in ($1, $2)) as people,
               (select count(*) from history where company_id in ($1, $2)) as changes`,
      [own.id, other.id],
    ]);
  const before = await snapshot();
  for (const [method, path, body] of calls) {
    const { status } = await owner.send(method, path, body);
    expect({ method, path, status }).toEqual({ method, path, status: 404 });
  }
  const start = await own.as('student').post('/course/start_form_passing/', { form_id: exam.form_id });
  expect(start.status).toBe(404);
  expect(await snapshot()).toEqual(before);
});

test('a token of one company is refused in another, although the person is signed in', async () => {
  const [own, other] = await Promise.all([aCompany(), aCompany()]);
  const { id, session } = own.people.owner;
  const forged = await accessOf(world, { session, user: id, company: other.id, user_type: 'owner' });
  expect((await new Client(world, forged).get('/course/course/')).status).toBe(401);
});

test('a token that claims a role not held is refused', async () => {
  const own = await aCompany();
  const { id, session } = own.people.student;
  const forged = await accessOf(world, { session, user: id, company: own.id, user_type: 'owner' });
  const answer = await new Client(world, forged).get('/course/course/');
  expect(answer).toMatchObject({ status: 403, body: { code: 'user_type_not_held' } });
});

test('the worker role sees no row of any tenant table without a company', async () => {
  const own = await aCompany();
  await own.aCourse({ materials: 1 });
  const tables = await asSystem<{ name: string }>([
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege('osnova_worker', c.oid, 'select')`,
  ]);
  expect(tables.length).toBeGreaterThan(15);
  const db = new Db(env);
  for (const { name } of tables) {
    const counting = sql`select count(*)::integer from ${sql.identifier(name)}`;
    const [[count]] = await db.system(expressed(counting, ([found]) => found));
    expect({ name, count }).toEqual({ name, count: 0 });
  }
});

test('the roles that serve and that run the system functions cannot bypass row-level security', async () => {
  const roles = await asSystem<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean }>([
    `select rolname, rolsuper, rolbypassrls from pg_roles where rolname in ('osnova_worker', 'osnova_system', 'osnova_owner') order by rolname`,
  ]);
  expect(roles).toEqual([
    { rolname: 'osnova_owner', rolsuper: false, rolbypassrls: false },
    { rolname: 'osnova_system', rolsuper: false, rolbypassrls: false },
    { rolname: 'osnova_worker', rolsuper: false, rolbypassrls: false },
  ]);
});

test('a table without forced row-level security is found at start', async () => {
  // One transaction, so that nobody else ever sees the table unprotected.
  const found = await asSystem(
    ['reset role'],
    ['alter table courses no force row level security'],
    [
      `create temp table found on commit drop as select problem from security_problems() where problem like '%forced%'`,
    ],
    ['alter table courses force row level security'],
    ['select problem from found'],
  );
  expect(found).toEqual([{ problem: 'table courses has no forced row-level security' }]);
});

test('the worker role can read neither password hashes nor tokens, nor write history, gradings or attempts', async () => {
  const privileges = await asSystem<{ what: string }>([
    `select format('%s %s', p, t) as what
       from unnest(array['credentials', 'one_time_tokens', 'sessions', 'totp_secrets', 'security_keys', 'recovery_codes', 'social_links', 'history', 'gradings', 'attempts', 'attempt_answers', 'assignments']) t,
            unnest(array['select', 'insert', 'update', 'delete']) p
       where has_table_privilege('osnova_worker', t, p) order by 1`,
  ]);
  expect(privileges.map((each) => each.what)).toEqual([
    'select assignments',
    'select attempt_answers',
    'select attempts',
    'select gradings',
    'select history',
  ]);
});

test('an unknown path answers 404', async () => {
  expect((await anonymous.get('/nothing/here/')).status).toBe(404);
});

test('a block and an ended session count on the very next request', async () => {
  const own = await aCompany();
  const { student, trainer } = own.people;
  expect((await own.as('student').get('/course/course/')).status).toBe(200);
  await asSystem([
    'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
    [own.id, student.id],
  ]);
  expect(await own.as('student').get('/course/course/')).toMatchObject({
    status: 403,
    body: { code: 'account_blocked' },
  });
  await asSystem(['update sessions set ended_at = now() where id = $1', [trainer.session]]);
  expect(await own.as('trainer').get('/course/course/')).toMatchObject({
    status: 401,
    body: { code: 'session_ended' },
  });
});

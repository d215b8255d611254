import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../../worker/app.ts';
import { answersOf, startAttempt, takeExam } from '../../../factories/attempt.ts';
import type { Company, Course } from '../../../factories/company.ts';
import { aPackage } from '../../../fixtures/packages.ts';
import { aDispatch, at, launch, learner } from '../../../support/api/dispatches.ts';
import { aPackageMaterial, committed, content, opened } from '../../../support/api/packages.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

let company: Company;
let course: Course;
beforeEach(async () => {
  company = await aCompany();
  course = await company.aCourse({ materials: 2 });
});

const given = (fields: object = {}, of = course) => aDispatch(world, company, of, fields);
const comes = (settings: Awaited<ReturnType<typeof given>>, id: string, more: object = {}) =>
  learner(world, anonymous, settings, id, more);
const used = async () =>
  (await company.as('owner').get('/accounts/user_info/')).body.licences as { used: number };
const limitedTo = (limit: number | null) =>
  asSystem(['update companies set licence_limit = $2 where id = $1', [company.id, limit]]);
const row = async (id: number) =>
  ((await company.as('owner').get(at(course))).body.results as { id: number }[]).find(
    (each) => each.id === id,
  );

describe('a dispatch', () => {
  test('that has ended already is not made, and leaves no group', async () => {
    const owner = company.as('owner');
    const groups = async () => (await owner.get('/study_group/study_group/')).body.count as number;
    const before = await groups();
    const refused = await owner.post(at(course), { name: 'Минуле', ends_at: '2020-01-01T00:00:00Z' });
    expect(refused).toMatchObject({ status: 400, body: { ends_at: ['The due date has passed already'] } });
    expect(before).toBeGreaterThan(0);
    expect(await groups()).toBe(before);
  });

  test('is made, limited, withdrawn and given again, and history says by whom', async () => {
    const dispatch = await given({ standard: '2004', max_people: 5, ends_at: '2031-01-01T00:00:00Z' });
    expect(await row(dispatch.id)).toMatchObject({
      name: 'Склад',
      standard: '2004',
      state: 'open',
      max_people: 5,
      people: 0,
      group: { name: 'Склад' },
      downloaded_at: expect.any(String),
    });
    // A second one of the same name has a group of its own.
    expect(await row((await given()).id)).toMatchObject({ group: { name: 'Склад (2)' } });
    const owner = company.as('owner');
    const one = at(course, dispatch.id);
    expect((await owner.patch(one, { withdrawn: true, name: 'Інша' })).status).toBe(204);
    expect(await row(dispatch.id)).toMatchObject({ name: 'Інша', state: 'withdrawn', max_people: 5 });
    expect((await owner.patch(one, { withdrawn: false, ends_at: '2020-01-01T00:00:00Z' })).status).toBe(204);
    expect(await row(dispatch.id)).toMatchObject({ state: 'ended' });
    const history = await asSystem<{ author_id: number; action: string }>([
      "select author_id, action from history where company_id = $1 and relation = 'dispatches' order by id",
      [company.id],
    ]);
    expect(history.map(({ action }) => action).slice(0, 2)).toEqual(['add', 'update_related_model']);
    expect(new Set(history.map(({ author_id }) => author_id))).toEqual(new Set([company.people.owner.id]));
    // A change is told by what was done to the dispatch, not by the group that it makes.
    const { results } = (
      await owner.get(`/history/history/?page_size=10&search=${encodeURIComponent('Інша')}`)
    ).body;
    expect(results.at(-1)).toMatchObject({
      object_model: 'course',
      object_id: course.id,
      part: { kind: 'dispatch', label: 'Інша', effect: 'changed' },
      fields: expect.arrayContaining([{ field: 'withdrawn_at', old: null, new: expect.any(String) }]),
    });
    const made = (await owner.get(`/history/history/?page_size=50&search=${encodeURIComponent('Склад')}`))
      .body.results;
    expect(made.map(({ part }: { part: unknown }) => part)).toContainEqual(
      expect.objectContaining({ kind: 'dispatch', effect: 'added' }),
    );
    expect(made.filter(({ object_model }: { object_model: string }) => object_model === 'group')).toEqual([]);
  });

  test('is nobody’s but the owner’s and the administrators’, and of its own course', async () => {
    const dispatch = await given();
    const other = await company.aCourse({ materials: 0 });
    for (const path of [at(other, dispatch.id), at({ id: 2_000_000_000 }, dispatch.id)]) {
      expect((await company.as('owner').patch(path, { withdrawn: true })).status).toBe(404);
      expect((await company.as('owner').post(`${path}package/`)).status).toBe(404);
      expect((await company.as('owner').get(`${path}people/`)).status).toBe(404);
    }
    expect((await company.as('manager').get(at(course))).status).toBe(403);
    expect((await company.as('manager').post(at(course), { name: 'x' })).status).toBe(403);
  });
});

describe('whoever comes', () => {
  test('is a student of the course, counted by the licences, and the same one each time', async () => {
    const dispatch = await given();
    const before = (await used()).used;
    const first = await comes(dispatch, 'u-17', { learner_name: 'Шевченко, Олена', language: 'de' });
    expect(first.course).toBe(course.id);
    const self = await first.client.get('/accounts/user_info/');
    expect(self.body).toMatchObject({
      first_name: 'Олена',
      last_name: 'Шевченко',
      language: 'de',
      email: null,
      current_login_info: { type_user: 'student' },
    });
    expect((await used()).used).toBe(before + 1);
    const again = await comes(dispatch, 'u-17', { learner_name: 'Хтось, Інший' });
    expect((await again.client.get('/accounts/user_info/')).body).toMatchObject({
      id: self.body.id,
      last_name: 'Шевченко',
    });
    expect((await used()).used).toBe(before + 1);
    // What another dispatch calls by the same name is somebody else.
    const elsewhere = await comes(await given(), 'u-17');
    expect((await elsewhere.client.get('/accounts/user_info/')).body.id).not.toBe(self.body.id);
    const people = await company.as('owner').get(`${at(course, dispatch.id)}people/`);
    expect(people.body.results).toMatchObject([
      { user_id: self.body.id, learner_id: 'u-17', last_name: 'Шевченко', done: 0, total: 2, blocked: false },
    ]);
  });

  test('has that course and nothing else of the product', async () => {
    const dispatch = await given();
    const { client } = await comes(dispatch, 'u-1');
    // Open to the same group, and so to any other student of it.
    const other = await company.aCourse({ materials: 1 });
    await asSystem([
      `insert into course_groups (company_id, course_id, group_id)
         select company_id, $2, group_id from dispatches where id = $1`,
      [dispatch.id, other.id],
    ]);
    expect((await client.get(`/course/course/${course.id}/`)).status).toBe(200);
    expect((await client.get(`/course/course/${other.id}/`)).status).toBe(404);
    for (const path of ['/course/course/', '/accounts/sessions/', '/accounts/export/', '/notifications/'])
      expect([path, (await client.get(path)).status]).toEqual([path, 403]);
    expect((await client.patch('/accounts/user_info/', { first_name: 'A' })).status).toBe(403);
    expect((await client.post('/accounts/change_email/', { email: 'a@b.c', password: 'x' })).status).toBe(
      403,
    );
    expect((await client.post('/accounts/change_current_user_type/', { user_type: 'student' })).status).toBe(
      403,
    );
  });

  test('comes with the key of the package alone', async () => {
    const dispatch = await given();
    const another = await given();
    const wrong = await launch(anonymous, { dispatch: dispatch.id, key: another.key }, 'u-1');
    const unknown = await launch(anonymous, { dispatch: 2_000_000_000, key: dispatch.key }, 'u-1');
    expect([wrong.status, wrong.text]).toEqual([403, unknown.text]);
    expect((await launch(anonymous, dispatch, '')).status).toBe(400);
  });

  test('finds it closed when it is withdrawn, ended, unpublished or its group is gone, and goes at once', async () => {
    const owner = company.as('owner');
    const dispatch = await given();
    const { client } = await comes(dispatch, 'u-1');
    const page = `/course/course/${course.id}/`;
    for (const [close, reopen] of [
      [{ withdrawn: true }, { withdrawn: false }],
      [{ ends_at: '2020-01-01T00:00:00Z' }, { ends_at: null }],
    ]) {
      await owner.patch(at(course, dispatch.id), close);
      expect((await client.get(page)).status).toBe(401);
      expect((await launch(anonymous, dispatch, 'u-1')).body).toMatchObject({ code: 'dispatch_unavailable' });
      await owner.patch(at(course, dispatch.id), reopen);
      expect((await launch(anonymous, dispatch, 'u-1')).status).toBe(200);
    }
    await owner.patch(page, { published: false });
    expect((await launch(anonymous, dispatch, 'u-1')).status).toBe(403);
    await owner.patch(page, { published: true });
    const group = (await row(dispatch.id)) as unknown as { group: { id: number } };
    await asSystem(['update study_groups set deleted_at = now() where id = $1', [group.group.id]]);
    expect((await launch(anonymous, dispatch, 'u-2')).status).toBe(403);
  });

  test('runs a package of the course, which ends with their session', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const dispatch = await given();
    const { client } = await comes(dispatch, 'u-1');
    const { root, told } = await opened(client, course, material);
    expect(told).toMatchObject({ preview: false, sequence: 0 });
    const { headers } = await content(`${root}player`);
    expect(headers.get('Content-Security-Policy')).toContain('frame-ancestors *');
    const passed = { 'cmi.core.lesson_status': 'passed' };
    expect((await committed(root, 1, 1, passed)).body).toEqual({ sequence: 1, done: true });
    expect((await content(`${root}files/index.html`)).status).toBe(200);
    await company.as('owner').patch(at(course, dispatch.id), { withdrawn: true });
    for (const path of ['player', 'files/index.html'])
      expect((await content(`${root}${path}`)).status).toBe(401);
    expect(await committed(root, 1, 2, passed)).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    // Let in again, they go on with the same try.
    await company.as('owner').patch(at(course, dispatch.id), { withdrawn: false });
    const later = await opened((await comes(dispatch, 'u-1')).client, course, material);
    expect(later.told).toMatchObject({ sequence: 1, opening: 2 });
  });

  test('is blocked as anybody is', async () => {
    const dispatch = await given();
    const { client } = await comes(dispatch, 'u-1');
    const { id } = (await client.get('/accounts/user_info/')).body;
    const blocked = await company.as('owner').post('/accounts/blocking_membership/', { user_pk: id });
    expect([blocked.status, blocked.text]).toEqual([
      blocked.status < 300 ? blocked.status : 200,
      expect.any(String),
    ]);
    expect((await client.get(`/course/course/${course.id}/`)).status).toBe(403);
    expect((await launch(anonymous, dispatch, 'u-1')).body).toMatchObject({ code: 'account_blocked' });
  });
});

describe('places', () => {
  test('without a free licence nobody new comes in, and the company is told once', async () => {
    const dispatch = await given();
    await comes(dispatch, 'u-1');
    await limitedTo((await used()).used);
    for (const id of ['u-2', 'u-3'])
      expect((await launch(anonymous, dispatch, id)).body).toMatchObject({
        non_field_errors: ['No free licences left'],
      });
    // Who has a place keeps it.
    expect((await launch(anonymous, dispatch, 'u-1')).status).toBe(200);
    expect(await row(dispatch.id)).toMatchObject({ people: 1, refused_at: expect.any(String) });
    const told = await company.as('owner').get('/notifications/?kinds=reminder');
    expect(told.body.results).toMatchObject([
      { path: `/course/${course.id}#dispatches`, params: { event: 'dispatch_refused', name: 'Склад' } },
    ]);
  });

  test('a dispatch takes as many as it is limited to, also of two at once', async () => {
    const dispatch = await given({ max_people: 1 });
    const both = await Promise.all(['a', 'b'].map((id) => launch(anonymous, dispatch, id)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 403)).toHaveLength(1);
    expect(await row(dispatch.id)).toMatchObject({ people: 1 });
  });
});

test('how somebody stands is told: progress, and of exams what is published', async () => {
  const exam = await company.anExam({ course: await company.aCourse({ materials: 0 }) });
  const dispatch = await given({}, exam.course);
  const { client } = await comes(dispatch, 'u-1');
  const standing = async () => (await client.get(`/course/course/${exam.course.id}/standing/`)).body;
  expect(await standing()).toEqual({ progress: 0, completed: false, success: 'unknown', score: null });
  await takeExam(client, exam);
  expect(await standing()).toMatchObject({ completed: true, success: 'passed', score: 100 });
  await asSystem(['update form_results set in_review = true where company_id = $1', [company.id]]);
  expect(await standing()).toMatchObject({ success: 'unknown', score: null });
});

test('an answer is checked at once for whoever came from another system too', async () => {
  const practice = await company.anExam({ course, type: 'practice', settings: { learning_mode: true } });
  const { client } = await comes(await given(), 'u-1');
  const { attempt_id, holder } = await startAttempt(client, practice);
  const [answer] = answersOf(practice.questions);
  const checked = await client.post('/course/check_answer/', { attempt_id, holder, answer });
  expect(checked.body.check).toMatchObject({ outcome: 'right', settled: true });
  // Its result's page asks for this as well.
  expect((await client.get(`/course/student_passed_form/${attempt_id}/timeline/`)).status).toBe(200);
});

test('a file opens by the ticket in its address, and the ticket opens nothing else', async () => {
  const [picture] = await asSystem<{ id: number }>([
    `with made as (insert into media (company_id, key, content_type, size, name)
       values ($1, 'picture-of-' || $2::integer, 'image/png', 3, 'a.png') returning id)
     update courses set photo_id = made.id from made where courses.id = $2::integer returning made.id`,
    [company.id, course.id],
  ]);
  await env.FILES.put(`picture-of-${course.id}`, new Uint8Array([1, 2, 3]));
  const { ticket } = await comes(await given(), 'u-1');
  const get = (path: string, headers: Record<string, string> = {}) =>
    world.fetch(`/api/v1${path}`, { method: 'GET', headers });
  expect((await get(`/media/${picture!.id}/`)).status).toBe(401);
  expect((await get(`/media/${picture!.id}/?ticket=${ticket}`)).status).toBe(200);
  const page = `/course/course/${course.id}/`;
  expect((await get(`${page}?ticket=${ticket}`)).status).toBe(401);
  expect((await get(page, { Authorization: `Bearer ${ticket}` })).status).toBe(401);
});

test('no call is open from another system but those that say so', async () => {
  const { client } = await comes(await given(), 'u-1');
  const closed = createApp().endpoints.filter((each) => each.access !== 'public' && !each.inDispatch);
  const open = [];
  for (const { method, path, body } of closed) {
    const address = path.replace('/api/v1', '').replaceAll(/:\w+/g, String(course.id));
    const answer = path.startsWith('/api/v1')
      ? await client.send(method, `${address}/`, body && {})
      : {
          status: (
            await world.fetch(`${path.replaceAll(/:\w+/g, '1')}/`, {
              method,
              headers: { Authorization: `Bearer ${client.token}` },
            })
          ).status,
        };
    if (answer.status !== 403) open.push([method, path, answer.status]);
  }
  expect(closed.length).toBeGreaterThan(200);
  expect(open).toEqual([]);
});

test('a person who came is erased with all that names them', async () => {
  const dispatch = await given();
  const { client } = await comes(dispatch, 'u-1', { learner_name: 'Шевченко, Олена' });
  const { id } = (await client.get('/accounts/user_info/')).body;
  await asSystem(['select erase_people(array[$1]::integer[])', [id]]);
  const left = await asSystem<{ last_name: string }>([
    'select last_name, first_name from users where id = $1',
    [id],
  ]);
  expect(left).toEqual([{ last_name: `№${id}`, first_name: '' }]);
  expect(await asSystem(['select from dispatch_learners where company_id = $1', [company.id]])).toEqual([]);
});

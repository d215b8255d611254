import { describe, expect, test } from 'vitest';
import type { Client } from '../../../factories/world.ts';
import { address, mailTo, tokenIn } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';
import { textOfPdf } from '../../../support/pdf-text.ts';
import { PNG, uploadPhoto as upload } from '../../../support/api/photos.ts';

describe('adding a person', () => {
  test('with an e-mail invites them, with a phone leaves it to a sheet, and refuses who is there already', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    const email = address('new');
    const created = await owner.post('/accounts/user/', {
      email,
      first_name: 'Ганна',
      user_types: ['trainer'],
      position: 'Методистка',
    });
    expect(created.status).toBe(201);
    expect((await mailTo(email)).links[0]).toContain('/accounts/finish-registration?');
    const { body } = await owner.get(`/accounts/user/${created.body.id}/`);
    expect(body).toMatchObject({
      first_name: 'Ганна',
      position: 'Методистка',
      user_types: ['trainer', 'student'],
      activated: false,
      person_editable: true,
      actions: ['edit', 'invite_again', 'delete'],
      invited_until: expect.any(String),
    });
    expect(await owner.post('/accounts/user/', { email, user_types: ['student'] })).toMatchObject({
      status: 400,
      body: { email: ['user with this email already exists.'] },
    });
    expect(await owner.post('/accounts/user/', { user_types: ['student'] })).toMatchObject({
      status: 400,
      body: { email: ['Enter an e-mail or a phone'] },
    });
    expect((await owner.get('/directory/positions/')).body.results).toEqual([{ name: 'Методистка' }]);
    const listed = await owner.get('/accounts/user/?status=not_activated&position=Методистка');
    expect(listed.body.results).toMatchObject([{ id: created.body.id }]);
  });

  test('has a position and a subdivision that are one whatever their case, in lists and in filters', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    const [one, other] = [await own.aPerson('student'), await own.aPerson('student')];
    for (const [{ id }, position] of [
      [one, 'Продавець'],
      [other, 'ПРОДАВЕЦЬ'],
    ] as const)
      await owner.patch(`/accounts/user/${id}/`, { position, subdivision: `${position} 2` });
    await asSystem(['update memberships set position = $2 where user_id = $1', [other.id, ' продавець ']]);
    const names = async (list: string) => (await owner.get(`/directory/${list}/`)).body;
    expect(await names('positions')).toMatchObject({ count: 1, results: [{ name: 'Продавець' }] });
    expect((await names('subdivisions')).results).toHaveLength(1);
    const found = async (query: string) =>
      new Set((await owner.get(`/accounts/user/?${query}`)).body.results.map(({ id }: { id: number }) => id));
    expect(await found('position=продавець')).toEqual(new Set([one.id, other.id]));
    expect(await found('subdivision=Продавець 2')).toEqual(new Set([one.id, other.id]));
  });

  test('by a manager or trainer needs a place in their reach', async () => {
    const own = await aCompany();
    const course = await own.aCourse();
    const invite = (as: 'manager' | 'trainer', places: object) =>
      own.as(as).post('/accounts/invite_user/', { email: address('p'), user_type: 'student', ...places });
    expect((await invite('manager', {})).body).toEqual({ group_ids: ['This list may not be empty.'] });
    expect((await invite('trainer', {})).body).toEqual({ course_ids: ['This list may not be empty.'] });
    expect((await invite('trainer', { course_ids: [course.id] })).status).toBe(201);
    const other = await own.aCourse({ coaches: [] });
    expect((await invite('trainer', { course_ids: [other.id] })).status).toBe(404);
    const admin = { email: address('a'), user_type: 'manager', course_ids: [course.id] };
    expect((await own.as('trainer').post('/accounts/invite_user/', admin)).status).toBe(403);
  });

  test('into a program that is not there answers like one into another company’s, or out of reach', async () => {
    const own = await aCompany();
    const groups = [await own.aGroup(), await own.aGroup()];
    const program = async (at: typeof own, name: string, group_ids: number[]) =>
      (await at.as('owner').post('/educational_program/educational_program/', { name, group_ids })).body.id;
    const several = await program(
      own,
      'Of several groups',
      groups.map(({ id }) => id),
    );
    const foreign = await program(await aCompany(), 'Another company’s', []);
    const invite = (client: Client, program_id: number) => {
      const body = { email: address('p'), user_type: 'student', program_ids: [program_id] };
      return client.post('/accounts/invite_user/', body);
    };
    const owner = own.as('owner');
    const { client: manager } = await own.aPerson('manager');
    const missing = { status: 404, body: { code: 'not_found' } };
    expect(await invite(owner, foreign)).toMatchObject(missing);
    expect(await invite(owner, 999_999_999)).toMatchObject(missing);
    expect(await invite(manager, several)).toMatchObject(missing);
    // Which of its groups is the question only where it is in reach.
    expect(await invite(owner, several)).toMatchObject({
      status: 400,
      body: { program_ids: ['Choose one of the groups of the program'] },
    });
    await owner.delete(`/educational_program/educational_program/${several}/`);
    expect(await invite(owner, several)).toMatchObject(missing);
  });
});

describe('changing a person', () => {
  test('is for their place only once they are somebody of their own', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const owner = own.as('owner');
    const { student } = own.people;
    const change = (id: number, body: object) => owner.patch(`/accounts/user/${id}/`, body);
    expect((await change(student.id, { position: 'Касир', user_types: ['manager'] })).status).toBe(204);
    expect((await owner.get(`/accounts/user/${student.id}/`)).body).toMatchObject({
      position: 'Касир',
      user_types: ['manager', 'trainer', 'student'],
      person_editable: false,
    });
    for (const body of [{ email: address('x') }, { first_name: 'Other' }, { phone: '+380671112233' }]) {
      expect(await change(student.id, body)).toMatchObject({
        status: 403,
        body: { code: 'person_fields_locked' },
      });
    }
    const email = address('pending');
    const pending = await owner.post('/accounts/user/', { email, user_types: ['student'] });
    const link = tokenIn(await mailTo(email));
    expect((await change(pending.body.id, { email: address('fixed'), first_name: 'Fixed' })).status).toBe(
      204,
    );
    // Whoever has the first mail must not become the person.
    expect((await anonymous.post('/accounts/invitation/', { token: link })).status).toBe(400);
    const shared = await other
      .as('owner')
      .post('/accounts/user/', { email: address('s'), user_types: ['student'] });
    expect((await change(shared.body.id, { email: address('taken-over') })).status).toBe(404);
    expect((await change(other.people.student.id, { position: 'X' })).status).toBe(404);
  });

  test('gives no role above one’s own, and none to oneself', async () => {
    const own = await aCompany();
    await own.aGroup();
    const { student, manager, admin } = own.people;
    const change = (as: 'admin' | 'manager', id: number, user_types: string[]) =>
      own.as(as).patch(`/accounts/user/${id}/`, { user_types });
    expect((await change('manager', student.id, ['admin'])).body.code).toBe('user_type_not_assignable');
    expect((await change('admin', student.id, ['owner'])).body.code).toBe('user_type_not_assignable');
    expect((await change('manager', manager.id, ['student'])).body.code).toBe('user_not_manageable');
    expect((await change('admin', own.people.owner.id, ['student'])).body.code).toBe('user_not_manageable');
    expect((await own.as('admin').patch(`/accounts/user/${admin.id}/`, { position: 'HR' })).status).toBe(204);
    const listed = (await own.as('admin').get('/accounts/user/')).body.results;
    const owners = listed.filter(({ is_owner }: { is_owner: boolean }) => is_owner);
    expect(owners.map(({ id }: { id: number }) => id)).toEqual([own.people.owner.id]);
  });
});

test('several people at once: what can be done is done, and the others are named', async () => {
  const own = await aCompany();
  const owner = own.as('owner');
  const group = await own.aGroup({ students: [] });
  const { student, trainer, manager } = own.people;
  const bulk = (body: object) => owner.post('/accounts/user/bulk/', body);
  const user_ids = [student.id, trainer.id, 2_000_000_000];
  const added = await bulk({ action: 'add_to_group', user_ids, target_id: group.id, role: 'student' });
  expect(added.body).toEqual({
    done: [student.id, trainer.id],
    refused: [{ id: 2_000_000_000, code: 'not_found', message: 'Not found.' }],
    need_sheet: [],
  });
  expect((await bulk({ action: 'block', user_ids: [student.id, own.people.owner.id] })).body).toMatchObject({
    done: [student.id],
    refused: [{ message: 'You may not change this person' }],
  });
  expect((await bulk({ action: 'unblock', user_ids: [student.id] })).body.done).toEqual([student.id]);
  const phone = `+38067${String(Date.now()).slice(-7)}`;
  const sheet = await owner.post('/accounts/user/', { phone, user_types: ['student'] });
  const sent = await bulk({ action: 'send_credentials', user_ids: [trainer.id, sheet.body.id] });
  expect(sent.body).toMatchObject({ done: [trainer.id, sheet.body.id], need_sheet: [sheet.body.id] });
  expect((await mailTo(trainer.email)).text).toContain(trainer.email);
  expect((await bulk({ action: 'delete', user_ids: [student.id, manager.id] })).body).toMatchObject({
    done: [student.id],
    refused: [{ id: manager.id }],
  });
  expect((await bulk({ action: 'add_to_group', user_ids: [trainer.id] })).body).toEqual({
    target_id: ['Required field'],
  });
});

test('a sign-in sheet is a PDF whose link opens the account once, and only while it is the company’s', async () => {
  const own = await aCompany();
  const owner = own.as('owner');
  const phone = `+38050${String(Date.now()).slice(-7)}`;
  const { body } = await owner.post('/accounts/user/', {
    phone,
    first_name: 'Їжак',
    last_name: 'Лісовий',
    user_types: ['student'],
  });
  const print = (id: number) => owner.post('/accounts/sign_in_sheets/', { user_ids: [id] });
  const sheet = await print(body.id);
  expect(sheet.status).toBe(200);
  expect(sheet.text.startsWith('%PDF-')).toBe(true);
  const links = () =>
    asSystem(["select id from one_time_tokens where user_id = $1 and purpose = 'invitation'", [body.id]]);
  expect(await links()).toHaveLength(1);
  await asSystem(['update users set record_of = null, activated_at = now() where id = $1', [body.id]]);
  const printed = await world.fetch('/api/v1/accounts/sign_in_sheets/', {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_ids: [body.id] }),
  });
  expect(printed.status).toBe(200);
  expect(await textOfPdf(new Uint8Array(await printed.arrayBuffer()))).toContain('Лісовий Їжак');
  expect(await links()).toHaveLength(1);
  expect((await owner.post('/accounts/sign_in_sheets/', { user_ids: [2_000_000_000] })).status).toBe(404);
});

describe('photos', () => {
  test('are judged by their bytes, seen by the company only, and removed', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = own.people;
    const path = `/accounts/user/${student.id}/upload_photo/`;
    const text = Uint8Array.from('not a picture', (sign) => sign.charCodeAt(0));
    expect(await upload(student.client, path, text)).toMatchObject({
      status: 400,
      body: { photo: ['The file format does not match the required one'] },
    });
    expect(await upload(student.client, path, new Uint8Array(500 * 1024 + 1))).toMatchObject({
      status: 400,
      body: { photo: ['max file size exceeded'] },
    });
    const { status, body } = await upload(student.client, path, PNG);
    expect(status).toBe(200);
    const photo_address = String(body['photo']).replace('/api/v1', '');
    expect((await own.as('owner').get(photo_address)).status).toBe(200);
    expect((await own.as('owner').get(`/accounts/user/${student.id}/`)).body.photo).toBe(body['photo']);
    expect((await student.client.get('/accounts/user_info/')).body.photo).toBe(body['photo']);
    expect((await other.as('owner').get(photo_address)).status).toBe(404);
    const byCookie = (name: string) => ({ headers: { Cookie: `${name}=${student.client.token}` } });
    expect((await world.fetch(String(body['photo']), byCookie('__Secure-access'))).status).toBe(200);
    expect((await world.fetch(String(body['photo']), byCookie('access'))).status).toBe(401);
    expect((await world.fetch('/api/v1/accounts/user_info/', byCookie('__Secure-access'))).status).toBe(401);
    // Somebody's face is their own affair.
    expect((await upload(own.as('owner'), path, PNG)).body['code']).toBe('person_fields_locked');
    expect((await upload(own.as('trainer'), path, PNG)).status).toBe(404);
    const remove = `/accounts/user/${student.id}/remove_photo/`;
    expect((await own.as('student').delete(remove)).status).toBe(204);
    expect((await own.as('owner').get(photo_address)).status).toBe(404);
  });
});

test('what a person learns is seen by themselves and by who may view them', async () => {
  const own = await aCompany();
  const course = await own.aCourse({ materials: 1 });
  const { student, trainer } = own.people;
  const path = `/accounts/user/${student.id}/learning/`;
  const mine = await own.as('student').get(path);
  expect(mine.body).toMatchObject({
    courses: [{ id: course.id, role: 'student', state: 'new', percent: 0 }],
    groups: [{ id: course.group.id, role: 'student' }],
  });
  expect((await own.as('owner').get(path)).body.courses).toHaveLength(1);
  expect((await own.as('trainer').get(path)).status).toBe(404);
  expect((await own.as('trainer').get(`/accounts/user/${trainer.id}/learning/`)).body.courses).toMatchObject([
    { role: 'coach' },
  ]);
});

test('one’s own tests and exams are listed whatever the role reaches', async () => {
  const own = await aCompany();
  const { manager, trainer } = own.people;
  const group = await own.aGroup({ managers: [], students: [manager] });
  const { form_id } = await own.anExam({ course: await own.aCourse({ group }) });
  const path = `/course/appointed_form/?user=${manager.id}`;
  expect((await own.as('manager').get(path)).body.results).toMatchObject([
    { form_id, passed_form_status: 3, attempts_used: 0 },
  ]);
  expect((await trainer.client.get(path)).body.count).toBe(1);
  expect((await (await own.aPerson('trainer')).client.get(path)).body.count).toBe(0);
});

test('people of all companies that one administers, and of no other', async () => {
  const [own, other, third] = await Promise.all([aCompany(), aCompany(), aCompany()]);
  await asSystem([
    "insert into memberships (company_id, user_id, user_types) values ($1, $2, '{admin,trainer,student}')",
    [other.id, own.people.owner.id],
  ]);
  const { body } = await own.as('owner').get('/accounts/all_spaces_users/?page_size=100');
  const found = body.results.map(({ id }: { id: number }) => id);
  expect(found).toEqual(expect.arrayContaining([own.people.student.id, other.people.student.id]));
  expect(found).not.toContain(third.people.student.id);
  expect(body.count).toBe(10);
});

test('the first people of a large course are those with whom all of them begin', async () => {
  const own = await aCompany();
  const group = await own.aGroup({ managers: [], students: [] });
  await asSystem(
    [
      `with made as (
         insert into users (email, first_name, last_name, activated_at)
           select 'large-' || $1::integer || '-' || n || '@example.test', 'Студент', 'Яценко ' || n, now() from generate_series(1, 302) n
           returning id)
       insert into memberships (company_id, user_id, user_types) select $1::integer, id, '{student}' from made`,
      [own.id],
    ],
    [
      `insert into group_members (company_id, group_id, user_id, role)
         select m.company_id, $2, m.user_id, 'student' from memberships m join users u on u.id = m.user_id
           where m.company_id = $1 and u.last_name like 'Яценко %'`,
      [own.id, group.id],
    ],
    // Before all of them come one who has nothing to do with the course, and one who coaches it.
    [
      `update users set last_name = case id when $1 then 'Абакум' else 'Абетка' end where id in ($1, $2)`,
      [own.people.student.id, own.people.trainer.id],
    ],
  );
  const course = await own.aCourse({ group, coaches: [own.people.trainer] });
  const page = async (query: string) => {
    const { body } = await own.as('owner').get(`/accounts/user/?course=${course.id}&${query}`);
    expect(body.count).toBe(303);
    return body.results.map(({ id }: { id: number }) => id);
  };
  const all = await page('page_size=100');
  expect(all[0]).toBe(own.people.trainer.id);
  expect(await page('page_size=3')).toEqual(all.slice(0, 3));
  expect(await page('page_size=3&page=2')).toEqual(all.slice(3, 6));
});

test('a list of the people of a course counts whom it lists, whatever its size is kept by', async () => {
  const [own, other] = await Promise.all([aCompany(), aCompany()]);
  const { trainer, student, manager } = own.people;
  const [second, leaving] = [await own.aPerson('student'), await own.aPerson('student')];
  const group = await own.aGroup({ students: [student, trainer, leaving] });
  const course = await own.aCourse({ group, coaches: [trainer, manager] });
  await own.aCourse({ group, coaches: [second] });
  const listed = async (as: 'owner' | 'manager', more = '', of = course.id) => {
    const { body } = await own.as(as).get(`/accounts/user/?course=${of}${more}`);
    expect(body.results).toHaveLength(body.count);
    return body.results.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
  };
  const of = (...people: { id: number }[]) => people.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(await listed('owner')).toEqual(of(trainer, student, manager, leaving));
  expect(await listed('owner', '&user_type=manager')).toEqual(of(manager));
  expect(await listed('manager')).toEqual(of(trainer, student, manager, leaving));
  expect((await own.as('owner').delete(`/accounts/memberships/${leaving.id}/`)).status).toBe(204);
  expect(await listed('owner')).toEqual(of(trainer, student, manager));
  expect(await listed('owner', '', (await other.aCourse()).id)).toEqual([]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt, takeExam } from '../../factories/attempt.ts';
import type { Company } from '../../factories/company.ts';
import { xlsx } from '../../../tools/bench/files/xlsx.ts';
import { address, mailTo, registration, tokenIn } from '../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../support/api/world.ts';

/** Calls as a client makes them that knows the specification's list of calls and nothing else. */

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const raw = (
  as: 'owner' | 'student',
  path: string,
  init: { method?: string; body?: string | FormData; headers?: Record<string, string> } = {},
) =>
  world.fetch(`/api/v1${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${company.as(as).token}`, ...init.headers },
  });

describe('oneself', () => {
  test.each(['student', 'trainer', 'manager'] as const)('is read and changed by id as a %s', async (role) => {
    const person = company.people[role];
    const before = await person.client.get(`/accounts/user/${person.id}/`);
    expect(before.body).toMatchObject({ id: person.id, email: person.email });
    const { status } = await person.client.patch(`/accounts/user/${person.id}/`, {
      first_name: 'Ганна',
      last_name: 'Їжак',
      email: person.email,
      language: 'de',
    });
    expect(status).toBe(204);
    expect((await person.client.get('/accounts/user_info/')).body.language).toBe('de');
    const byOwner = (language: string) =>
      company.as('owner').patch(`/accounts/user/${person.id}/`, { language });
    expect((await byOwner('de')).status).toBe(204);
    expect((await byOwner('en')).body).toMatchObject({ code: 'person_fields_locked' });
    expect((await person.client.get(`/accounts/user/${person.id}/`)).body.last_name).toBe('Їжак');
    const memberships = await person.client.get(`/accounts/memberships/${person.id}/`);
    expect(memberships.body.results).toMatchObject([{ space: { id: company.id } }]);
  });

  test('changes their place in the company only where the role edits people', async () => {
    const { student, admin } = company.people;
    const place = { position: 'Директор' };
    expect((await student.client.patch(`/accounts/user/${student.id}/`, place)).status).toBe(403);
    expect((await admin.client.patch(`/accounts/user/${admin.id}/`, place)).status).toBe(204);
    await asSystem([
      "update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1",
      [admin.id],
    ]);
    const both = { position: 'Кухар', email: address('other') };
    expect((await admin.client.patch(`/accounts/user/${admin.id}/`, both)).status).toBe(403);
    expect((await admin.client.get(`/accounts/user/${admin.id}/`)).body.position).toBe('Директор');
  });

  test('asks for another e-mail by id as in the profile, after the password', async () => {
    const { student } = company.people;
    await asSystem([
      "update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1",
      [student.id],
    ]);
    const asked = await student.client.patch(`/accounts/user/${student.id}/`, { email: address('new') });
    expect(asked.body).toMatchObject({ code: 'password_confirmation_required' });
  });

  test('reaches nobody else that way', async () => {
    const { student, trainer } = company.people;
    expect((await student.client.get(`/accounts/user/${trainer.id}/`)).status).toBe(403);
    expect((await student.client.get(`/accounts/memberships/${trainer.id}/`)).status).toBe(403);
  });
});

test('people are brought into a group as students, where nothing is said of it', async () => {
  const group = await company.aGroup({ students: [] });
  const person = await company.aPerson('student');
  const owner = company.as('owner');
  const added = await owner.post('/study_group/group_member/', { group: group.id, user_ids: [person.id] });
  expect(added).toMatchObject({ status: 201, body: { added: 1 } });
  const { body } = await owner.get(`/study_group/group_member/?group=${group.id}&role=student`);
  expect(body.results).toMatchObject([{ id: person.id, role: 'student' }]);
});

test('a file of people without a query is imported', async () => {
  const email = address('imported');
  const form = new FormData();
  const sheet = xlsx([
    ['role', 'email', 'full_name'],
    ['student', email, 'Один Два'],
  ]);
  form.set('file', new File([sheet], 'people.xlsx'));
  const answer = await raw('owner', `/accounts/user_data/${company.id}/`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  const { body } = await company.as('owner').get(`/accounts/user/?search=${encodeURIComponent(email)}`);
  expect(body.count).toBe(1);
});

describe('the materials and forms of a course', () => {
  test('are listed, and a material is changed by POST as by PATCH', async () => {
    const course = await company.aCourse({ materials: 2 });
    const path = `/course/course/${course.id}/educational_material/`;
    const { body } = await company.as('owner').get(path);
    expect(body).toMatchObject({ count: 2, total_pages: 1 });
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual(course.materials);
    const one = `${path}${course.materials[0]}/`;
    expect((await company.as('owner').post(one, { name: 'Renamed' })).status).toBe(204);
    expect((await company.as('owner').get(one)).body.name).toBe('Renamed');
    expect((await company.as('owner').get(`${path}?page_size=1&page=2`)).body.results).toHaveLength(1);
  });

  test('a form’s questions are read by its editors by the form’s id', async () => {
    const exam = await company.anExam();
    const { body } = await company.as('owner').get(`/course/questions/${exam.form_id}/`);
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual(exam.questions.map(({ id }) => id));
    expect((await company.as('student').get(`/course/questions/${exam.form_id}/`)).status).toBe(403);
  });

  test('a form takes its kind, which never changes', async () => {
    const { course, form_id } = await company.anExam();
    const path = `/course/course/${course.id}/form/${form_id}/`;
    const owner = company.as('owner');
    expect((await owner.patch(path, { passing_score: 41, form_type: 2 })).status).toBe(200);
    expect((await owner.patch(path, { form_type: 1 })).body).toMatchObject({
      form_type: ['Not a valid choice'],
    });
    expect((await owner.get(path)).body).toMatchObject({ passing_score: 41, form_type: 2 });
  });

  test('a form has as many attempts as are told, where nothing is said of there being one', async () => {
    const { course, form_id } = await company.anExam();
    const owner = company.as('owner');
    const path = `/course/course/${course.id}/form/${form_id}/`;
    const settle = async (fields: object) => {
      await owner.patch(path, fields);
      const { attempt_limit, is_one_attempt_allowed } = (await owner.get(path)).body;
      return [attempt_limit, is_one_attempt_allowed];
    };
    expect(await settle({ is_one_attempt_allowed: true, attempt_limit: null })).toEqual([null, true]);
    expect(await settle({ attempt_limit: 3 })).toEqual([3, false]);
    expect(await settle({ is_one_attempt_allowed: true, attempt_limit: 3 })).toEqual([3, true]);
    expect(await settle({ attempt_limit: null })).toEqual([null, true]);
  });

  test('the forms of a course are listed', async () => {
    const exam = await company.anExam();
    const path = `/course/course/${exam.course.id}/form/`;
    const owner = company.as('owner');
    const draft = { name: 'Draft', type: 'practice' };
    const made = await owner.post(`/course/course/${exam.course.id}/educational_material/`, draft);
    const idsFor = async (query = '', client = owner) =>
      (await client.get(path + query)).body.results.map(({ id }: { id: number }) => id);
    expect(new Set(await idsFor())).toEqual(new Set([exam.form_id, made.body.form_id]));
    expect(await idsFor('?form_type=1')).toEqual([made.body.form_id]);
    expect(await idsFor('?page_size=1&page=3')).toEqual([]);
    // What is not published stands in no student's list.
    expect(await idsFor('', company.as('student'))).toEqual([exam.form_id]);
    expect((await (await aCompany()).as('owner').get(path)).status).toBe(404);
  });

  test('a form is given to an exam that has none, and a second one is a conflict', async () => {
    const exam = await company.anExam();
    const { id } = exam.course;
    const owner = company.as('owner');
    const { body: material } = await owner.post(`/course/course/${id}/educational_material/`, {
      name: 'Second',
      type: 'exam',
    });
    const give = (body: object) => owner.post(`/course/course/${id}/form/`, body);
    const conflict = { status: 409, body: { code: 'form_exists' } };
    expect(await give({ material_id: material.id })).toMatchObject(conflict);
    expect(await owner.post(`/course/course/${id}/form/${material.id}/`)).toMatchObject(conflict);
    await asSystem(['delete from forms where id = $1', [material.form_id]]);
    const given = await give({ material_id: material.id, passing_score: 40, form_type: 2 });
    expect(given.status).toBe(201);
    const { body } = await owner.get(`/course/course/${id}/form/${given.body.id}/`);
    expect(body).toMatchObject({ form_type: 2, passing_score: 40, material_id: material.id });
    const theory = await company.aCourse({ materials: 1 });
    const refused = await owner.post(`/course/course/${theory.id}/form/`, {
      material_id: theory.materials[0],
    });
    expect(refused.body).toEqual({ material_id: ['Only a practice or an exam has a form'] });
  });
});

describe('an id in the path instead of the body', () => {
  test('names who is kept out of a course', async () => {
    const course = await company.aCourse({ materials: 1 });
    const { student } = company.people;
    const path = `/course/course/${course.id}/blocked_user/`;
    expect((await company.as('owner').post(`${path}${student.id}/`)).status).toBe(204);
    const kept = { results: [{ id: student.id }], count: 1, total_pages: 1 };
    expect((await company.as('owner').get(path)).body).toMatchObject(kept);
    expect((await company.as('owner').get(`${path}?page=2`)).body).toEqual({ ...kept, results: [] });
    expect((await company.as('owner').get(`${path}?search=nobody`)).body.count).toBe(0);
    expect((await company.as('owner').get(`${path}${student.id}/`)).body).toMatchObject({ id: student.id });
    expect((await company.as('owner').delete(`${path}${student.id}/`)).status).toBe(204);
    expect((await company.as('owner').get(`${path}${student.id}/`)).status).toBe(404);
  });

  test('names the attempt that is saved', async () => {
    const exam = await company.anExam();
    const student = company.as('student');
    const { body } = await startAttempt(student, exam);
    const path = `/course/student_passed_form/${body.attempt_id}/`;
    const saved = await student.post(path, { holder: body.holder, answers: [] });
    expect(saved.body).toMatchObject({ deadline: body.deadline });
    expect((await student.post('/course/student_passed_form/x/', { holder: body.holder })).status).toBe(400);
  });

  test('names the person of a membership', async () => {
    const other = await aCompany();
    const { student } = other.people;
    const path = `/accounts/memberships/${student.id}/`;
    expect((await company.as('owner').post(path, { user_type: 'student' })).status).toBe(404);
  });
});

test('a category of courses is read by its id', async () => {
  const { body } = await company
    .as('owner')
    .post('/directory/course_category/', { name: address('Category') });
  const one = await company.as('student').get(`/directory/course_category/${body.id}/`);
  expect(one.body).toMatchObject({ id: body.id, courses: 0 });
});

describe('a call', () => {
  test('whose body is wholly optional takes none, and misses what it needs by name', async () => {
    const course = await company.aCourse({ materials: 1 });
    const path = `/course/course/${course.id}/educational_material/${course.materials[0]}/`;
    expect((await raw('owner', path, { method: 'PATCH' })).status).toBe(204);
    const missed = await raw('owner', '/study_group/study_group/', { method: 'POST' });
    expect(await missed.json()).toMatchObject({ name: [expect.stringMatching(/required/i)] });
    const typed = { method: 'POST', body: '<a/>', headers: { 'Content-Type': 'text/xml' } };
    expect((await raw('owner', '/study_group/study_group/', typed)).status).toBe(415);
  });

  test('blocks somebody who is named and nothing more', async () => {
    const person = await company.aPerson('student');
    const { status } = await company.as('owner').post('/accounts/blocking_membership/', {
      user_pk: person.id,
    });
    expect(status).toBe(204);
    expect((await person.client.get('/accounts/user_info/')).status).toBe(403);
  });

  test.each(['1', 'True', 'true', ''])('takes %j for a yes in its query, or for nothing', async (yes) => {
    const course = await company.aCourse({ materials: 1 });
    const path = `/course/course/${course.id}/dynamic_statistic/?only_recent=${yes}`;
    expect((await company.as('owner').get(path)).status).toBe(200);
    expect((await company.as('owner').get(`/course/appointed_form/?exam_time_end=`)).status).toBe(200);
  });

  test('says which parameter of its query is missing', async () => {
    const { body } = await company.as('owner').get('/study_group/group_member/');
    expect(body).toEqual({ group: [expect.stringMatching(/required/i)] });
  });

  test('takes a language as browsers name it', async () => {
    const { student } = company.people;
    expect((await student.client.patch('/accounts/user_info/', { language: 'en-US' })).status).toBe(204);
    expect((await student.client.get('/accounts/user_info/')).body.language).toBe('en');
  });

  test('of another method on a path that exists is told which ones it takes', async () => {
    const answer = await raw('owner', '/course/course/', { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await anonymous.get('/course/nothing/')).status).toBe(404);
  });
});

test('a webinar is by the clocks of the company where none are told', async () => {
  const own = await aCompany();
  await asSystem(["update companies set time_zone = 'Europe/Berlin' where id = $1", [own.id]]);
  const told = { name: address('Webinar'), starts_at: '2031-05-05T10:00:00Z', duration: 60 };
  const zoneOf = async (body: object) => {
    const made = await own.as('owner').post('/webinar/webinar/', body);
    return (await own.as('owner').get(`/webinar/webinar/${made.body.id}/`)).body.time_zone;
  };
  expect(await zoneOf(told)).toBe('Europe/Berlin');
  expect(await zoneOf({ ...told, name: address('Webinar'), time_zone: 'UTC' })).toBe('UTC');
});

test('whoever finds a weakness reads whom to tell', async () => {
  const answer = await world.fetch('/.well-known/security.txt', {});
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(Date.parse(/^Expires: (.+)$/m.exec(text)![1]!)).toBeGreaterThan(Date.now());
});

describe('people', () => {
  test('are found by the role that was given, or by what they can act as', async () => {
    const own = await aCompany();
    const ids = async (filter: string) => {
      const { body } = await own.as('owner').get(`/accounts/user/?page_size=100&${filter}`);
      return body.results.map(({ id }: { id: number }) => id) as number[];
    };
    const { student, trainer, manager, admin } = own.people;
    expect(await ids('user_type=student')).toEqual([student.id]);
    expect(await ids('user_type=trainer')).toEqual([trainer.id]);
    expect(await ids('user_type=admin')).toEqual([admin.id]);
    const able = await ids('can_act_as=trainer');
    expect(able).toEqual(expect.arrayContaining([trainer.id, manager.id, admin.id]));
    expect(able).not.toContain(student.id);
  });

  test('of several companies are told of as these companies know them', async () => {
    const own = await aCompany();
    const { trainer } = own.people;
    await own.as('owner').patch(`/accounts/user/${trainer.id}/`, { position: 'Майстер' });
    await trainer.client.get('/accounts/user_info/');
    const row = async () => {
      const { body } = await own.as('owner').get('/accounts/all_spaces_users/?page_size=100');
      return body.results.find(({ id }: { id: number }) => id === trainer.id);
    };
    await asSystem([`update users set middle_name = 'Іванівна' where id = $1`, [trainer.id]]);
    const named = { middle_name: 'Іванівна', user_full_info: 'Person Trainer Іванівна' };
    const { body } = await own.as('owner').get('/accounts/user/?user_type=trainer');
    expect(body.results).toMatchObject([named]);
    expect(await row()).toMatchObject({
      ...named,
      position: 'Майстер',
      user_types: ['trainer', 'student'],
      blocked: false,
      is_online: true,
    });
    await own.as('owner').post('/accounts/blocking_membership/', { user_pk: trainer.id });
    expect(await row()).toMatchObject({ blocked: true });
  });
});

describe('what is wrong', () => {
  /** Where §8 looks for the first message. */
  const KEYS = ['non_field_errors', 'email', 'photo', 'study_groups', 'name', 'new_password', 'old_password'];
  const first = (body: Record<string, unknown>) =>
    KEYS.map((key) => body[key])
      .filter(Array.isArray)
      .flat()[0];

  test('is found where the specification looks for it, whatever field it belongs to', async () => {
    const body = JSON.stringify({ first_name: 'А', last_name: 'Б', user_types: ['student'], phone: 'x' });
    const headers = { 'Content-Type': 'application/json' };
    const refused = await raw('owner', '/accounts/user/', { method: 'POST', body, headers });
    const told = await refused.json<Record<string, unknown>>();
    expect([refused.status, told['phone'], first(told)]).toEqual([
      400,
      ['Invalid phone format'],
      'Invalid phone format',
    ]);
    // Once, though two rules of the field say it.
    const day = await raw('owner', '/course/appointed_form/?exam_time_end=soon');
    expect(await day.json()).toMatchObject({ exam_time_end: ['Invalid value'] });
    const unknown = await raw('owner', '/course/course/2147483647/');
    expect([unknown.status, first(await unknown.json())]).toEqual([404, 'Not found.']);
  });

  test('with the groups of a course is told under both names, which are both taken', async () => {
    const group = await company.aGroup();
    const course = (study_groups: number[]) => ({ name: `Курс ${group.id}`, study_groups });
    const empty = await company.as('owner').post('/course/course/', course([]));
    const none = ['This list may not be empty.'];
    const refused = { status: 400, body: { group_ids: none, study_groups: none, groups: none } };
    expect(empty).toMatchObject(refused);
    expect(await company.as('owner').post('/course/course/', { name: 'Курс без груп' })).toMatchObject(
      refused,
    );
    const made = await company.as('owner').post('/course/course/', course([group.id]));
    expect(made.status).toBe(201);
    const both = { ...course([group.id]), group_ids: [group.id] };
    expect((await company.as('owner').post('/course/course/', both)).body).toMatchObject({
      study_groups: ['Unknown field'],
    });
    const last = await company.as('owner').patch(`/course/course/${made.body.id}/`, { study_groups: [] });
    expect(last.body.study_groups).toEqual(['This list may not be empty.']);
  });

  test('with a password that is set is told under new_password', async () => {
    const founding = {
      name: 'Завод',
      email: address('pw'),
      first_name: 'А',
      last_name: 'Б',
      privacy_policy: true,
    };
    const refused = (new_password: string) =>
      anonymous.post('/space/space_registration/', { ...founding, new_password });
    expect((await refused('1234')).body.new_password).toEqual(['This password is entirely numeric']);
    const again = await anonymous.post('/accounts/password_reset/confirm/', {
      token: 'x',
      password: 'Svitanok-2031',
    });
    expect(Object.keys(again.body)).not.toContain('password');
    expect((await refused('Ab\u0000defghij1')).body.new_password).toEqual([
      'The password did not pass validation',
    ]);
    expect((await refused(founding.email.toUpperCase())).body.new_password).toEqual([
      'The password is too similar to the email.',
    ]);
  });

  test('with who is looked up is told of them', async () => {
    const { manager } = company.people;
    expect((await manager.client.get('/accounts/user/2147483647/')).body.detail).toBe('Profile not found');
    const block = await manager.client.post('/accounts/blocking_membership/', { user_pk: 2147483647 });
    expect([block.status, block.body.detail]).toEqual([404, 'Account not found']);
  });

  test('with a name of one letter for a company is its length', async () => {
    const { body } = await company.as('owner').post('/space/new_space/', { name: 'Я' });
    expect(body.name).toEqual(['Insufficient length']);
  });
});

test('the profile tells who is signed in, under the names of the specification', async () => {
  const { admin } = company.people;
  expect((await admin.client.get('/accounts/user_info/')).body).toMatchObject({
    user_full_info: 'Person Admin',
    blocked: false,
    is_online: true,
    role: 'admin',
    company: expect.stringContaining('Company'),
  });
});

test('a program tells its webinars and its timeline, without what a student cannot have', async () => {
  const [owner, student] = [company.as('owner'), company.as('student')];
  const [open, draft] = [await company.aCourse(), await company.aCourse()];
  const program = await owner.post('/educational_program/educational_program/', {
    name: 'Програма',
    course_ids: [open.id, draft.id],
    group_ids: [open.group.id],
  });
  const at = `/educational_program/educational_program/${program.body.id}/`;
  const webinar = await owner.post('/webinar/webinar/', {
    name: 'Вебінар',
    starts_at: '2027-03-01T10:00:00Z',
    time_zone: 'Europe/Kyiv',
    duration: 30,
    join_url: 'https://example.com/room',
    program_ids: [program.body.id],
  });
  await owner.patch(`/course/course/${draft.id}/`, { published: false });
  const items = [{ course_id: open.id }, { course_id: draft.id }, { webinar_id: webinar.body.id }];
  expect((await owner.post(`${at}chronology/`, { stages: [{ items }] })).status).toBe(204);
  const shown = (await owner.get(at)).body;
  expect(shown.webinars).toMatchObject([{ id: webinar.body.id, name: 'Вебінар' }]);
  expect(shown.chronology).toMatchObject(items);
  const own = (await student.get(at)).body;
  expect(own.chronology).toMatchObject([{ course_id: open.id }, { webinar_id: webinar.body.id }]);
});

test('a course is live once it is made, unless a draft is asked for, of which nobody is told', async () => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const make = async (more: object) => {
    const body = { name: `Курс ${Object.keys(more).join()}`, study_groups: [group.id], ...more };
    return (await company.as('owner').post('/course/course/', body)).body.id as number;
  };
  const seen = async (id: number) => (await student.client.get(`/course/course/${id}/`)).status;
  const told = async () => (await student.client.get('/notifications/?kinds=course_assigned')).body.count;
  expect(await seen(await make({}))).toBe(200);
  expect(await told()).toBe(1);
  const draft = await make({ published: false });
  expect([await seen(draft), await told()]).toEqual([404, 1]);
  await company.as('owner').patch(`/course/course/${draft}/`, { published: true });
  expect([await seen(draft), await told()]).toEqual([200, 2]);
});

test('results of a form are filtered by the three statuses of the specification', async () => {
  const [done, running, idle] = [
    await company.aPerson('student'),
    await company.aPerson('student'),
    await company.aPerson('student'),
  ];
  const group = await company.aGroup({ students: [done, running, idle] });
  const exam = await company.anExam({ course: await company.aCourse({ group }) });
  await takeExam(done.client, exam);
  await startAttempt(running.client, exam);
  const at = `/course/course/${exam.course.id}/form/${exam.form_id}/attempts/`;
  const of = async (status: number) =>
    (await company.as('owner').get(`${at}?passed_form_status=${status}`)).body.results.map(
      ({ user }: { user: { id: number } }) => user.id,
    );
  expect(await of(1)).toEqual([running.id]);
  expect(await of(2)).toEqual([done.id]);
  expect(await of(3)).toEqual([idle.id]);
});

test('somebody who signs in by phone alone adds an e-mail by its link', async () => {
  const person = await company.aPerson('student');
  await asSystem([
    'update users set email = null, email_verified = false, phone = $2 where id = $1',
    [person.id, '+380671112244'],
  ]);
  const email = address('added');
  expect((await person.client.patch('/accounts/user_info/', { email })).status).toBe(204);
  const profile = async () => (await person.client.get('/accounts/user_info/')).body;
  expect((await profile()).email).toBe(null);
  const token = tokenIn(await mailTo(email));
  expect((await person.client.post('/accounts/change_email/', { token })).status).toBe(200);
  expect(await profile()).toMatchObject({ email, email_verified: true });
});

test('a time is taken as it is answered, and in the other spelling of UTC', async () => {
  const owner = company.as('owner');
  const { results } = (await owner.get('/history/history/?page_size=1')).body;
  const { id, created_at } = results[0];
  for (const at of [created_at, created_at.replace('Z', '+00:00')]) {
    const exact = encodeURIComponent(at);
    const filter = `created_at_after=${exact}&created_at_before=${exact}`;
    const { body } = await owner.get(`/history/history/?${filter}`);
    expect({ at, ids: body.results?.map((entry: { id: number }) => entry.id) }).toEqual({ at, ids: [id] });
  }
  const webinar = { name: 'Година', time_zone: 'Europe/Kyiv', duration: 60 };
  for (const [given, starts_at] of [
    ['2031-05-01T09:00:00+00:00', '2031-05-01T09:00:00.000Z'],
    ['2031-05-01T09:00:00.500000+00:00', '2031-05-01T09:00:00.500Z'],
  ]) {
    const made = await owner.post('/webinar/webinar/', { ...webinar, starts_at: given });
    expect([given, made.status]).toEqual([given, 201]);
    const { body } = await owner.get(`/webinar/webinar/${made.body.id}/`);
    expect(body.starts_at).toBe(starts_at);
  }
  for (const starts_at of ['tomorrow+00:00', '2031-05-01T12:00:00+03:00']) {
    const wrong = await owner.post('/webinar/webinar/', { ...webinar, starts_at });
    expect([wrong.status, wrong.body.starts_at]).toEqual([400, ['Invalid value']]);
  }
});

test('null is taken where the answer has it: of a phone, and of the e-mail of who is made without one', async () => {
  const [owner, own] = [company.as('owner'), await company.aPerson('trainer')];
  const at = `/space/space/${company.id}/`;
  await owner.patch(at, { phone: '+380445550142' });
  const none = { phone: null };
  expect((await owner.patch(at, none)).status).toBe(204);
  expect((await owner.get(at)).body).toMatchObject(none);
  expect((await own.client.patch('/accounts/user_info/', none)).status).toBe(204);
  expect((await own.client.patch(`/accounts/user/${own.id}/`, { ...none, email: null })).body.email).toEqual([
    'Required field',
  ]);
  const phone = `+38066${String(own.id).padStart(7, '0')}`;
  const invited = await owner.post('/accounts/invite_user/', { email: null, phone, user_type: 'student' });
  expect(invited.status).toBe(201);
  const person = `/accounts/user/${invited.body.id}/`;
  const read = (await owner.get(person)).body;
  expect(read).toMatchObject({ email: null, phone });
  const { email, first_name, language } = read;
  expect((await owner.patch(person, { email, phone, first_name, language })).status).toBe(204);
  expect((await owner.patch(person, none)).body.email).toEqual(['Enter an e-mail or a phone']);
  expect((await owner.patch(person, { email: address('later'), ...none })).status).toBe(204);
  expect((await owner.get(person)).body).toMatchObject(none);
  const made = { first_name: 'Є', user_types: ['student'], phone: null };
  const refused = await owner.post('/accounts/user/', { ...made, email: null });
  expect(refused.body.email).toEqual(['Enter an e-mail or a phone']);
  expect((await owner.post('/accounts/user/', { ...made, email: address('made') })).status).toBe(201);
  const founded = await anonymous.post('/space/space_registration/', registration({ phone: null }));
  expect(founded.status).toBe(201);
});

describe('what belongs to a thing is given under the names that its answer has', () => {
  test('to a group', async () => {
    const [owner, course] = [company.as('owner'), await company.aCourse()];
    const { manager, trainer, student } = company.people;
    const people = { managers: [manager.id], coaches: [trainer.id], students: [student.id] };
    const made = await owner.post('/study_group/study_group/', { name: 'Нова', ...people });
    expect(made.status).toBe(201);
    const at = `/study_group/study_group/${made.body.id}/`;
    expect((await owner.patch(at, { courses: [course.id] })).status).toBe(204);
    expect((await owner.get(at)).body).toMatchObject({
      managers: [{ id: manager.id }],
      coaches: [{ id: trainer.id }],
      students: [{ id: student.id }],
      courses: [{ id: course.id }],
    });
    const both = await owner.patch(at, { courses: [], course_ids: [] });
    expect(both.body.courses).toEqual(['Unknown field']);
    expect((await owner.patch(at, { courses: [2147483647] })).status).toBe(404);
  });

  test('to a program and a course', async () => {
    const [owner, group, other] = [company.as('owner'), await company.aGroup(), await company.aCourse()];
    const { trainer } = company.people;
    const programs = '/educational_program/educational_program/';
    const program = await owner.post(programs, { name: 'З курсом', courses: [other.id], groups: [group.id] });
    const named = { courses: [{ id: other.id }], groups: [{ id: group.id }] };
    expect((await owner.get(`${programs}${program.body.id}/`)).body).toMatchObject(named);
    const category = (await owner.post('/directory/course_category/', { name: 'Нова тека' })).body
      .id as number;
    const course = await owner.post('/course/course/', {
      name: 'Зі списків',
      groups: [group.id],
      coaches: [trainer.id],
      education_programs: [program.body.id],
      category,
    });
    expect(course.status).toBe(201);
    const at = `/course/course/${course.body.id}/`;
    const shown = { groups: [{ id: group.id }], coaches: [{ id: trainer.id }], category: { id: category } };
    expect((await owner.get(at)).body).toMatchObject({ ...shown, programs: [{ id: program.body.id }] });
    expect((await owner.patch(at, { category: null, coaches: [] })).status).toBe(204);
    expect((await owner.get(at)).body).toMatchObject({ category: null, coaches: [] });
  });

  test('to a webinar', async () => {
    const [owner, group] = [company.as('owner'), await company.aGroup()];
    const { trainer, admin } = company.people;
    const made = await owner.post('/webinar/webinar/', {
      name: 'Зустріч',
      starts_at: '2031-05-01T09:00:00Z',
      time_zone: 'Europe/Kyiv',
      duration: 60,
      host: trainer.id,
      cohosts: [admin.id],
      groups: [group.id],
    });
    expect((await owner.get(`/webinar/webinar/${made.body.id}/`)).body).toMatchObject({
      host: { id: trainer.id },
      cohosts: [{ id: admin.id }],
      groups: [{ id: group.id }],
    });
  });
});

import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../worker/app.ts';
import { reachOf, USER_TYPES } from '../../../worker/access/contract.ts';
import type { Endpoint } from '../../../worker/platform/contract.ts';
import { takeExam } from '../../factories/attempt.ts';
import type { Company } from '../../factories/company.ts';
import { accessOf, Client } from '../../factories/world.ts';
import {
  address,
  givePassword,
  mailTo,
  PASSWORD,
  registration,
  tokenIn,
} from '../../support/api/accounts.ts';
import { aMaterial, announced, bytes, MP4, of, uploader } from '../../support/api/files.ts';
import { PNG, uploadPhoto } from '../../support/api/photos.ts';
import { aCompany, anonymous, asSystem, world } from '../../support/api/world.ts';

/** What a client that knows the list of calls alone leaves out, spells otherwise, or puts elsewhere. */

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const { endpoints } = createApp();
const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '1');

/** Somebody who may call an endpoint: the first role that reaches anything by it. */
function tokenFor({ access }: Endpoint): string | null {
  if (access === 'public') return null;
  if (access === 'signed_in') return company.as('owner').token;
  return company.as(USER_TYPES.find((user_type) => reachOf(access, user_type) !== null)!).token;
}

const call = (endpoint: Endpoint, init: RequestInit = {}) => {
  const token = tokenFor(endpoint);
  return world.fetch(pathOf(endpoint), {
    method: endpoint.method,
    ...init,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string>),
    },
  });
};

const bodied = endpoints.filter(({ body, upload }) => body && !upload);
const takesNothing = ({ body }: Endpoint) => z.safeParse(body!, {}).success;
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe('without a body', () => {
  test('is each call that needs no field taken', async () => {
    const optional = bodied.filter(takesNothing);
    expect(optional.length).toBeGreaterThan(20);
    const refused: string[] = [];
    for (const endpoint of optional) {
      const bare = await call(endpoint);
      if (bare.status === 415 || /JSON/.test(await bare.text())) refused.push(nameOf(endpoint));
    }
    expect(refused).toEqual([]);
  });

  test('a webinar is called off', async () => {
    const webinar = await company.as('owner').post('/webinar/webinar/', {
      name: 'Безпека',
      starts_at: '2031-05-01T09:00:00Z',
      time_zone: 'Europe/Kyiv',
      duration: 60,
    });
    const path = `/webinar/webinar/${webinar.body.id}/`;
    expect((await company.as('owner').post(`${path}cancel/`)).status).toBe(204);
    expect((await company.as('owner').get(path)).body.state).toBe('canceled');
  });
});

describe('what is wrong is found where the specification looks for it', () => {
  /** Where §8 looks for the first message. */
  const KEYS = ['non_field_errors', 'email', 'photo', 'study_groups', 'name', 'new_password', 'old_password'];

  test('by each call without what it needs', async () => {
    const needing = bodied.filter((endpoint) => !takesNothing(endpoint));
    expect(needing.length).toBeGreaterThan(80);
    for (const endpoint of needing) {
      const refused = await call(endpoint, { body: '{}', headers: { 'Content-Type': 'application/json' } });
      const body = await refused.json<Record<string, unknown>>();
      const first = KEYS.map((key) => body[key]).find((messages) => messages !== undefined);
      expect({ of: nameOf(endpoint), status: refused.status, first }).toEqual({
        of: nameOf(endpoint),
        status: 400,
        first: expect.arrayContaining([expect.stringMatching(/\S/)]),
      });
    }
  });

  test('a password that is not taken, by each call that sets one', async () => {
    const { student } = company.people;
    await givePassword(student);
    const email = address('set');
    await company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    await anonymous.post('/accounts/password_reset/', { username: student.email });
    const names = { first_name: 'А', last_name: 'Б', privacy_policy: true };
    const calls: Record<string, (password: string) => ReturnType<Client['post']>> = {
      registration: (password) => anonymous.post('/space/space_registration/', registration({ password })),
      change: (new_password) =>
        student.client.post('/accounts/change_password/', { old_password: PASSWORD, new_password }),
    };
    const invitation = tokenIn(await mailTo(email, /Запрошення/));
    calls['invitation'] = (password) =>
      anonymous.post('/accounts/finish_registration/', { token: invitation, ...names, password });
    const reset = tokenIn(await mailTo(student.email, /Новий пароль/));
    calls['reset'] = (new_password) =>
      anonymous.post('/accounts/password_reset/confirm/', { token: reset, new_password });
    for (const [where, set] of Object.entries(calls)) {
      const told = async (password: string) => (await set(password)).body.new_password;
      // All digits before any other rule.
      expect({ where, said: await told('1234') }).toEqual({
        where,
        said: ['This password is entirely numeric'],
      });
      expect({ where, said: await told('Zo-2026') }).toEqual({
        where,
        said: ['The password must contain at least 8 characters'],
      });
    }
    const like = await calls['change']!(`${student.email.split('@')[0]!.toUpperCase()}-1`);
    expect(like.body.new_password).toEqual(['The password is too similar to the email.']);
    const wrong = await student.client.post('/accounts/change_password/', {
      old_password: 'Wrong-2026',
      new_password: 'Verboloz-2026',
    });
    expect(wrong.body.old_password).toEqual(['Wrong password']);
  });
});

describe('what the specification leaves open is taken in each way that clients have', () => {
  test('who signs in, by e-mail or phone', async () => {
    const person = await company.aPerson('student');
    await givePassword(person);
    const { email, id } = person;
    const phone = `+38067${String(id).padStart(7, '0')}`;
    await asSystem(['update users set phone = $2 where id = $1', [id, phone]]);
    const named = [{ username: email }, { email }, { username: phone }, { phone }];
    for (const name of named) {
      const { status, body } = await anonymous.post('/accounts/token/', { ...name, password: PASSWORD });
      expect({ name, status, access: typeof body.access }).toEqual({ name, status: 200, access: 'string' });
    }
    const twice = await anonymous.post('/accounts/token/', { email, phone, password: PASSWORD });
    expect(twice.status).toBe(400);
    expect((await anonymous.post('/accounts/token/', { password: PASSWORD })).body.email).toHaveLength(1);
    expect((await anonymous.post('/accounts/password_reset/', { email })).status).toBe(201);
    expect(tokenIn(await mailTo(email, /Новий пароль/))).toMatch(/\S/);
  });

  test('a call that is listed without a method, by either of two', () => {
    const both = endpoints
      .filter(({ alsoBy }) => alsoBy)
      .map(({ method, alsoBy, path }) => `${method} ${alsoBy} ${path}`);
    const calls = [
      'remove_photo',
      'remove_file/:fileId',
      'delete_file/:fileId',
      'leave_course',
      'update_materials_sequence',
    ];
    for (const name of calls) expect(both.filter((one) => one.endsWith(name))).not.toEqual([]);
  });

  test('a photo is removed by DELETE or POST', async () => {
    const { client, id } = company.people.student;
    const photo = async () => (await client.get('/accounts/user_info/')).body.photo;
    for (const method of ['POST', 'DELETE']) {
      expect((await uploadPhoto(client, `/accounts/user/${id}/upload_photo/`, PNG)).status).toBe(200);
      expect(await photo()).not.toBeNull();
      const { status } = await world.fetch(`/api/v1/accounts/user/${id}/remove_photo/`, {
        method,
        headers: { Authorization: `Bearer ${client.token}` },
      });
      expect({ method, status, photo: await photo() }).toEqual({ method, status: 204, photo: null });
    }
  });
});

test('another method on each path is told which ones it takes, with the last slash and without', async () => {
  const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  const patterns = endpoints.flatMap(({ path, alsoAt, method, alsoBy }) =>
    [path, ...(alsoAt ? [alsoAt] : [])].flatMap((one) =>
      [method, ...(alsoBy ? [alsoBy] : [])].map((by) => ({ pattern: patternOf(one), one, method: by })),
    ),
  );
  for (const { one } of patterns) {
    const path = one.replaceAll(/:\w+/g, '1');
    const taken = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    for (const slash of ['', '/']) {
      const answer = await world.fetch(path + slash, { method: 'PUT' });
      const allowed = new Set(answer.headers.get('allow')?.split(', '));
      expect({ path, status: answer.status, allowed }).toEqual({ path, status: 405, allowed: taken });
    }
  }
});

test('the yes of a query is one in each spelling, and so is the no', async () => {
  const exam = await company.anExam();
  const student = company.as('student');
  for (const right of [0, 3]) await takeExam(student, exam, right);
  const path = `/course/course/${exam.course.id}/dynamic_statistic/`;
  const ended = async (query: string) => {
    const { body } = await company.as('owner').get(path + query);
    return (body.points as { completed: number }[]).reduce((sum, { completed }) => sum + completed, 0);
  };
  for (const yes of ['true', 'True', 'TRUE', '1']) expect(await ended(`?only_recent=${yes}`)).toBe(1);
  for (const no of ['', '?only_recent=', '?only_recent=false', '?only_recent=False', '?only_recent=0'])
    expect(await ended(no)).toBe(2);
});

test.each([
  ['attachment; filename="plan.png"', 'plan.png'],
  [`attachment; filename="x.png"; filename*=UTF-8''${encodeURIComponent('Схема 1.png')}`, 'Схема 1.png'],
  ['attachment; filename=plain.png', 'plain.png'],
])('a file that comes as it is is named by %s', async (disposition, name) => {
  const course = await company.aCourse();
  const theory = await aMaterial(company, course, 'theory');
  const sent = await world.fetch(`${uploader(course, theory)}upload_file/`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${company.as('owner').token}`,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': disposition,
    },
    body: PNG,
  });
  expect(sent.status).toBe(201);
  const { files } = (await company.as('owner').get(of(course, theory))).body;
  expect(files.map((file: { name: string }) => file.name)).toEqual([name]);
});

test('somebody of another company of one’s own is invited by the id in the path', async () => {
  const other = await aCompany();
  const { owner } = company.people;
  await asSystem([
    `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{admin,manager,trainer,student}')`,
    [other.id, owner.id],
  ]);
  const there = new Client(
    world,
    await accessOf(world, { session: owner.session, user: owner.id, company: other.id, user_type: 'admin' }),
  );
  const { student } = company.people;
  const added = await there.post(`/accounts/memberships/${student.id}/`, { user_type: 'student' });
  expect(added.status).toBe(201);
  const { body } = await student.client.get('/accounts/invitations/');
  expect(body).toMatchObject([{ space: { id: other.id } }]);
});

test.each(USER_TYPES)('a person in the role %s changes their e-mail by their own id', async (user_type) => {
  const person = await company.aPerson(user_type);
  const email = address('own');
  const at = `/accounts/user/${person.id}/`;
  expect((await person.client.patch(at, { email })).status).toBe(204);
  expect((await person.client.get(at)).body.email).toBe(person.email);
  expect((await mailTo(person.email)).text).toContain(email);
  const token = tokenIn(await mailTo(email));
  expect((await person.client.post('/accounts/change_email/', { token })).status).toBe(200);
  expect((await person.client.get(at)).body).toMatchObject({ email, email_verified: true });
});

test('whoever is kept out of a course reads that the account is blocked there', async () => {
  const course = await company.aCourse({ materials: 1 });
  const { student } = company.people;
  await company.as('owner').post(`/course/course/${course.id}/blocked_user/${student.id}/`);
  const refused = { status: 403, body: { detail: 'Account is blocked in this course' } };
  expect(await student.client.get(of(course, course.materials[0]!))).toMatchObject(refused);
});

test.each([
  ['/accounts/user/', 16, 'users'],
  ['/accounts/all_spaces_users/', 16, 'users'],
  ['/study_group/study_group/', 10, 'groups'],
  ['/educational_program/educational_program/', 10, 'programs'],
  ['/course/course/', 10, 'courses'],
  ['/webinar/webinar/', 10, 'webinars'],
  ['/history/history/', 10, 'changes'],
  ['/directory/course_tags/', 10, 'tags'],
  ['/directory/educational_program_tags/', 10, 'tags'],
] as const)('a page of %s has %i', async (path, size, things) => {
  const own = await aCompany();
  const { owner } = own.people;
  if (things === 'users') for (let one = 0; one < 15; one += 1) await own.aPerson('student');
  if (things === 'changes') for (let one = 0; one < 11; one += 1) await own.aGroup();
  const rows: Partial<Record<typeof things, string>> = {
    groups: `insert into study_groups (company_id, name) select $1, 'G' || n from generate_series(1, 17) n`,
    programs: `insert into programs (company_id, name) select $1, 'P' || n from generate_series(1, 17) n`,
    courses: `insert into courses (company_id, name) select $1, 'C' || n from generate_series(1, 17) n`,
    webinars: `insert into webinars (company_id, name, host_id, starts_at, time_zone, duration)
      select $1, 'W' || n, ${owner.id}, '2031-05-01T09:00:00Z', 'Europe/Kyiv', 60 from generate_series(1, 17) n`,
    tags: `with courses as (insert into courses (company_id, name, tags) select $1, 'C' || n, array['c' || n] from generate_series(1, 17) n)
      insert into programs (company_id, name, tags) select $1, 'P' || n, array['p' || n] from generate_series(1, 17) n`,
  };
  if (rows[things]) await asSystem([rows[things], [own.id]]);
  const { body } = await owner.client.get(path);
  expect(body.results).toHaveLength(size);
  expect(body.count).toBeGreaterThan(size);
  expect(body.total_pages).toBe(Math.ceil(body.count / size));
});

describe('the list of calls', () => {
  interface Operation {
    operationId: string;
    parameters: { name: string; explode?: boolean; schema: { type?: string; items?: { enum?: string[] } } }[];
    requestBody?: { content: Record<string, { schema?: { required?: string[] } }> };
    responses: Record<string, { $ref?: string }>;
  }
  let operations: Record<string, Record<string, Operation>>;
  let schemas: Record<string, { properties: Record<string, object>; required?: string[] }>;
  let text: string;
  beforeAll(async () => {
    text = await (await world.fetch('/api/v1/openapi.json', {})).text();
    const document = JSON.parse(text) as {
      paths: typeof operations;
      components: { schemas: typeof schemas };
    };
    operations = document.paths;
    schemas = document.components.schemas;
  });

  test('names each', () => {
    const names = Object.values(operations).flatMap((path) =>
      Object.values(path).map((each) => each.operationId),
    );
    expect(names).toHaveLength(endpoints.length);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(operations['/api/v1/study_group/study_group']!.get!.operationId).toBe('listGroups');
  });

  test('says once what shapes have in common, and what it refers to is there', () => {
    const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect(referred).toEqual(new Set(Object.keys(schemas)));
    expect(text).not.toMatch(/\$defs|\$schema/);
    const listed = { type: 'array', items: { $ref: '#/components/schemas/ListGroupsRow' } };
    expect(schemas['ListGroupsAnswer']!.properties).toMatchObject({ results: listed });
    const { managers, created_at } = schemas['GetGroupAnswer']!.properties;
    expect(managers).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Person' } });
    expect(created_at).toEqual({ type: 'string', format: 'date-time' });
  });

  test('tells a field that may be left out on the way in from one that always comes back', () => {
    expect(schemas['Hotspot']!.required).toContain('places');
    expect(schemas['HotspotGiven']!.required ?? []).not.toContain('places');
    expect(schemas['Question']!.properties).toMatchObject({
      hotspot: { $ref: '#/components/schemas/Hotspot' },
    });
  });

  test('says of each what a refusal is', async () => {
    const each = Object.values(operations).flatMap((path) => Object.values(path));
    expect(
      each.filter(({ responses }) => responses.default?.$ref !== '#/components/responses/Refused'),
    ).toEqual([]);
    const { body } = await (await aCompany()).as('student').get('/accounts/user/');
    const unknown = Object.keys(body).filter((name) => !(name in schemas['Refusal']!.properties));
    expect([Object.keys(body).length > 0, unknown]).toEqual([true, []]);
  });

  test('says by what a list can be sorted', () => {
    const { parameters } = operations['/api/v1/study_group/study_group']!.get!;
    const ordering = parameters.find(({ name }) => name === 'ordering')!;
    expect(ordering).toMatchObject({ explode: false, schema: { type: 'array' } });
    expect(ordering.schema.items!.enum).toEqual(expect.arrayContaining(['name', '-name']));
  });

  test.each([
    '/api_uploader/v1/course/course/{id}/educational_material/{materialId}/upload_file',
    '/api_uploader/v1/webinar/webinar/{id}/upload_file',
    '/api/v1/course/questions/{id}/upload_files',
  ])('says of %s how a file of any size is announced', (path) => {
    const { content } = operations[path]!.post!.requestBody!;
    expect(Object.keys(content)).toEqual([
      'application/json',
      'multipart/form-data',
      'application/octet-stream',
    ]);
    expect(content['application/json']!.schema!.required).toEqual(['name', 'size']);
  });
});

test('the role of a person is given alone, as an invitation has it, or among several', async () => {
  const owner = company.as('owner');
  const typesOf = async (id: number) => (await owner.get(`/accounts/user/${id}/`)).body.user_types;
  const person = { first_name: 'Оля', last_name: 'Яворська', email: address('alone') };
  const made = await owner.post('/accounts/user/', { ...person, user_type: 'trainer' });
  expect([made.status, await typesOf(made.body.id)]).toEqual([201, ['trainer', 'student']]);
  const changed = await owner.patch(`/accounts/user/${made.body.id}/`, { user_type: 'student' });
  expect([changed.status, await typesOf(made.body.id)]).toEqual([204, ['student']]);
  const both = { ...person, user_type: 'student', user_types: ['trainer'] };
  expect(await owner.post('/accounts/user/', both)).toMatchObject({
    status: 400,
    body: { user_type: ['Unknown field'] },
  });
  expect((await owner.post('/accounts/user/', person)).body).toEqual({
    user_types: ['Required field'],
    user_type: ['Required field'],
  });
});

test('the showing of right answers is set by either name that the specification has for it', async () => {
  const exam = await company.anExam();
  const [owner, path] = [company.as('owner'), `/course/course/${exam.course.id}/form/${exam.form_id}/`];
  for (const show_correct_answers of [true, false]) {
    expect((await owner.patch(path, { show_correct_answers })).status).toBe(200);
    expect((await owner.get(path)).body.show_right_answers).toBe(show_correct_answers);
  }
});

test('what a list cannot be sorted by is refused under the field itself', async () => {
  expect(await company.as('owner').get('/study_group/study_group/?ordering=name,nothing')).toMatchObject({
    status: 400,
    body: { ordering: ['Not a valid choice'] },
  });
});

test('a file is announced with its name, size and type alone', async () => {
  const course = await company.aCourse();
  const theory = await aMaterial(company, course, 'theory');
  const file = { name: 'plan.pdf', size: 12_000_000, content_type: 'application/pdf' };
  expect(await company.as('owner').post(`${uploader(course, theory)}upload_file/`, file)).toMatchObject({
    status: 201,
    body: { upload: { method: 'PUT' } },
  });
});

describe('a file of which nothing but name, size and type is told', () => {
  const PDF = bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF');
  const filesOf = async (course: { id: number }, material: number) =>
    (await company.as('owner').get(of(course, material))).body.files.map(
      ({ name, kind }: { name: string; kind: string }) => [name, kind],
    );

  test('is what the material shows, and stands beside it once there is one', async () => {
    const course = await company.aCourse();
    const material = await aMaterial(company, course, 'video');
    const send = (name: string, content: Uint8Array<ArrayBuffer>) =>
      announced(company, course, material, { name, bytes: content, kind: null });
    // Given up, and two at once.
    await send('given up.mp4', MP4);
    const [first, second] = [await send('first.mp4', MP4), await send('second.mp4', MP4)];
    for (const { complete } of [await send('script.pdf', PDF), first, second])
      expect((await complete!()).status).toBe(200);
    expect(await filesOf(course, material)).toEqual([
      ['script.pdf', 'attachment'],
      ['first.mp4', 'main'],
      ['second.mp4', 'attachment'],
    ]);
  });

  test('is it too where it comes with the call, so that a student can finish the material', async () => {
    const course = await company.aCourse();
    const material = await aMaterial(company, course, 'pdf');
    const sent = await world.fetch(`${uploader(course, material)}upload_file/?name=plan.pdf`, {
      method: 'POST',
      body: PDF,
      headers: { Authorization: `Bearer ${company.as('owner').token}`, 'Content-Type': 'application/pdf' },
    });
    expect(sent.status).toBe(201);
    expect(await filesOf(course, material)).toEqual([['plan.pdf', 'main']]);
    const student = company.as('student');
    await student.get(of(course, material));
    expect((await student.post(`${of(course, material)}finish/`)).status).toBe(204);
  });
});

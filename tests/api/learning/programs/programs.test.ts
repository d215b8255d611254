import { beforeAll, describe, expect, test } from 'vitest';
import { unique, type Company } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { DRAWINGS } from '../../../fixtures/drawings.ts';
import { aCompany, world } from '../../../support/api/world.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const PROGRAM = '/educational_program/educational_program/';
const TAGS = '/directory/educational_program_tags/';
const GROUP_MISSING = { status: 400, body: { group_ids: ['This list may not be empty.'] } };
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

async function aProgram(fields: Record<string, unknown> = {}, by: Client = company.as('owner')) {
  const name = unique('Програма');
  const { status, body } = await by.post(PROGRAM, { name, ...fields });
  expect(status).toBe(201);
  return { id: body.id as number, name, path: `${PROGRAM}${body.id}/` };
}

describe('an educational program', () => {
  test('is made whole, changed in part and deleted', async () => {
    const owner = company.as('owner');
    const [first, second] = [await company.aCourse(), await company.aCourse()];
    const { path, name, id } = await aProgram({
      internal_name: 'ПР-01',
      description: 'Коротко',
      detailed_description: '<p onclick="a()">Докладно<script>a()</script></p>',
      tags: ['Безпека'],
      course_ids: [second.id, first.id],
      group_ids: [first.group.id],
    });
    expect((await owner.get(path)).body).toMatchObject({
      name,
      internal_name: 'ПР-01',
      description: 'Коротко',
      detailed_description: '<p>Докладно</p>',
      tags: ['Безпека'],
      courses: [
        { id: second.id, state: null, percent: null },
        { id: first.id, state: null, percent: null },
      ],
      groups: [{ id: first.group.id }],
      students: 1,
      photo: null,
      may_edit: true,
    });
    expect((await owner.patch(path, { description: '' })).status).toBe(204);
    expect((await owner.get(path)).body).toMatchObject({ name, description: '', internal_name: 'ПР-01' });
    expect((await owner.delete(path)).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.patch(path, { description: 'a' })).status).toBe(404);
    expect(idsOf((await owner.get(`${PROGRAM}?page_size=100`)).body.results)).not.toContain(id);
  });

  test('keeps its name to itself, whatever case and blanks, until it is deleted', async () => {
    const owner = company.as('owner');
    const { name, path } = await aProgram();
    const twin = { name: ` ${name.toUpperCase()} ` };
    const taken = { status: 400, body: { name: ['Educational program with this name already exists'] } };
    expect(await owner.post(PROGRAM, twin)).toMatchObject(taken);
    expect(await owner.patch((await aProgram()).path, twin)).toMatchObject(taken);
    await owner.delete(path);
    expect((await owner.post(PROGRAM, twin)).status).toBe(201);
  });

  test('is made once for one idempotency key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const name = unique('Раз');
    const answers = await Promise.all(
      [1, 2, 3].map(() => company.as('owner').post(PROGRAM, { name }, headers)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  });

  test('has its courses in the order given, also after others joined and one left', async () => {
    const owner = company.as('owner');
    const courses = idsOf(await Promise.all([1, 2, 3].map(() => company.aCourse())));
    const [a, b, c] = courses as [number, number, number];
    const { path } = await aProgram({ course_ids: [c, a] });
    const order = async () => idsOf((await owner.get(path)).body.courses);
    expect(await order()).toEqual([c, a]);
    for (const course_ids of [[b, c, a], [a, b], [b, a, b], []]) {
      expect((await owner.patch(path, { course_ids })).status).toBe(204);
      expect(await order()).toEqual([...new Set(course_ids)]);
    }
  });

  test('does not bring back by lists read before what another took out since, and says who is in the middle', async () => {
    const owner = company.as('owner');
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const [kept, taken, added] = [
      await company.aCourse({ materials: 2 }),
      await company.aCourse({ group, materials: 2 }),
      await company.aCourse(),
    ];
    await student.client.get(`/course/course/${taken.id}/educational_material/${taken.materials[0]}/`);
    const { path } = await aProgram({ course_ids: [kept.id, taken.id], group_ids: [group.id] });
    const { revision, courses } = (await owner.get(path)).body;
    expect(courses).toMatchObject([{ in_progress: 0 }, { in_progress: 1 }]);
    expect((await student.client.get(path)).body).toMatchObject({
      revision: null,
      courses: [{ in_progress: null }, { in_progress: null }],
    });
    expect((await owner.patch(path, { course_ids: [kept.id], revision })).status).toBe(204);
    const stale = { course_ids: [kept.id, taken.id, added.id], revision };
    expect(await owner.patch(path, stale)).toMatchObject({ status: 409, body: { code: 'program_changed' } });
    expect(idsOf((await owner.get(path)).body.courses)).toEqual([kept.id]);
    const read = (await owner.get(path)).body.revision;
    expect((await owner.patch(path, { course_ids: [kept.id, added.id], revision: read })).status).toBe(204);
    expect((await owner.patch(path, { group_ids: [], revision: read })).status).toBe(409);
  });

  test('keeps each tag once whatever its case, and refuses the eleventh', async () => {
    const alone = await aCompany();
    const owner = alone.as('owner');
    const { path } = await aProgram({ tags: ['Каса', 'КАСА', ' каса ', 'Їжа'] }, owner);
    await aProgram({ tags: ['їЖА'] }, owner);
    expect((await owner.get(path)).body.tags).toEqual(['Каса', 'Їжа']);
    expect(namesOf((await owner.get(TAGS)).body.results).map((name) => name.toLowerCase())).toEqual([
      'їжа',
      'каса',
    ]);
    expect(namesOf((await owner.get(`${TAGS}?search=КА`)).body.results)).toEqual(['Каса']);
    const tags = Array.from({ length: 11 }, (_, index) => `тег ${index}`);
    expect(await owner.patch(path, { tags })).toMatchObject({
      status: 400,
      body: { tags: ['No more than 10 active tags may be added'] },
    });
    expect((await owner.patch(path, { tags: tags.slice(1) })).status).toBe(204);
    expect((await owner.patch(path, { tags: ['т'.repeat(41)] })).status).toBe(400);
  });

  test('is found by group, course, tag, name and internal name', async () => {
    const owner = company.as('owner');
    const course = await company.aCourse();
    const internal_name = unique('Шифр');
    const { id, name } = await aProgram({
      internal_name,
      tags: ['Мерчандайзинг'],
      course_ids: [course.id],
      group_ids: [course.group.id],
    });
    for (const query of [
      `group=${course.group.id}`,
      `course=${course.id}`,
      `tag=${encodeURIComponent('мерчандайзинг')}`,
      `search=${encodeURIComponent(name.toUpperCase())}`,
      `search=${encodeURIComponent(internal_name)}`,
    ])
      expect([query, idsOf((await owner.get(`${PROGRAM}?${query}`)).body.results)]).toEqual([query, [id]]);
  });

  test('is listed ten a page in the order asked for', async () => {
    const alone = await aCompany();
    const owner = alone.as('owner');
    for (let place = 0; place < 12; place += 1) await aProgram({}, owner);
    const page = async (query: string) => (await owner.get(`${PROGRAM}?${query}`)).body;
    expect(await page('')).toMatchObject({ count: 12, total_pages: 2 });
    expect((await page('')).results).toHaveLength(10);
    const all = idsOf((await page('ordering=created_at&page_size=100')).results);
    expect(idsOf((await page('ordering=-created_at&page_size=100')).results)).toEqual(all.toReversed());
    expect((await owner.get(`${PROGRAM}?ordering=internal_name`)).status).toBe(400);
  });
});

describe('who may do what with a program', () => {
  test('a manager names a group of theirs, and loses no sight of what they made', async () => {
    const manager = company.as('manager');
    const group = await company.aGroup();
    expect(await manager.post(PROGRAM, { name: unique('x') })).toMatchObject(GROUP_MISSING);
    expect(await manager.post(PROGRAM, { name: unique('x'), group_ids: [] })).toMatchObject(GROUP_MISSING);
    const { path } = await aProgram({ group_ids: [group.id] }, manager);
    expect((await manager.get(path)).body.may_edit).toBe(true);
    expect((await manager.patch(path, { name: unique('y') })).status).toBe(204);
    const stranger = await company.aPerson('manager');
    for (const answer of [
      await stranger.client.get(path),
      await stranger.client.patch(path, { name: unique('z') }),
      await stranger.client.delete(path),
    ])
      expect(answer.status).toBe(404);
  });

  test('a manager names no group or course out of their reach, and takes away none they do not see', async () => {
    const manager = company.as('manager');
    const hidden = await company.aCourse({ group: await company.aGroup({ managers: [], students: [] }) });
    const group = await company.aGroup();
    for (const fields of [
      { group_ids: [hidden.group.id] },
      { group_ids: [group.id, hidden.group.id] },
      { group_ids: [group.id], course_ids: [hidden.id] },
    ])
      expect((await manager.post(PROGRAM, { name: unique('x'), ...fields })).status).toBe(404);
    const { path } = await aProgram({ group_ids: [group.id, hidden.group.id] });
    expect((await manager.patch(path, { course_ids: [hidden.id] })).status).toBe(404);
    const second = await company.aGroup();
    expect(idsOf((await manager.get(path)).body.groups)).toEqual([group.id]);
    // How many others that concerns is told to who may change it, not who they are.
    const [student, shared] = [await company.aPerson('student'), company.people.student];
    await company.as('owner').patch(`/study_group/study_group/${hidden.group.id}/`, {
      student_ids: [student.id, shared.id],
    });
    for (const at of [path, `${path}chronology/`]) {
      expect((await manager.get(at)).body.elsewhere).toEqual({ groups: 1, students: 1 });
      for (const role of ['owner', 'student'] as const)
        expect((await company.as(role).get(at)).body.elsewhere).toBeNull();
    }
    expect((await manager.patch(path, { group_ids: [second.id] })).status).toBe(204);
    const { groups } = (await company.as('owner').get(path)).body;
    expect(new Set(idsOf(groups))).toEqual(new Set([second.id, hidden.group.id]));
  });

  test('trainers and students change nothing', async () => {
    const course = await company.aCourse();
    const { path } = await aProgram({ course_ids: [course.id], group_ids: [course.group.id] });
    for (const role of ['trainer', 'student'] as const) {
      const client = company.as(role);
      expect((await client.get(path)).body.may_edit).toBe(false);
      expect((await client.post(PROGRAM, { name: unique('x') })).status).toBe(403);
      expect((await client.patch(path, { name: unique('x') })).status).toBe(403);
      expect((await client.delete(path)).status).toBe(403);
    }
  });

  test('the internal name, the number of students and drafts are kept from students', async () => {
    const course = await company.aCourse({ materials: 1 });
    const internal_name = unique('Таємниця');
    const { id, path, name } = await aProgram({
      internal_name,
      course_ids: [course.id],
      group_ids: [course.group.id],
    });
    const student = company.as('student');
    expect((await student.get(path)).body).toMatchObject({
      internal_name: null,
      students: null,
      courses: [{ id: course.id, state: 'new', percent: 0 }],
    });
    const { results } = (await student.get(`${PROGRAM}?search=${encodeURIComponent(name)}`)).body;
    expect(results).toMatchObject([{ id, internal_name: null, students: null, progress: 0 }]);
    expect((await student.get(`${PROGRAM}?search=${encodeURIComponent(internal_name)}`)).body.count).toBe(0);
    expect((await company.as('trainer').get(path)).body).toMatchObject({ internal_name });
  });

  test('another company’s programs, courses and groups answer as missing', async () => {
    const owner = company.as('owner');
    const foreign = await other.aCourse();
    const { path, id } = await aProgram({ tags: ['Чуже'] }, other.as('owner'));
    for (const answer of [
      await owner.get(path),
      await owner.patch(path, { name: unique('x') }),
      await owner.delete(path),
      await upload(owner, id, PNG),
      await owner.delete(`${path}remove_photo/`),
      await owner.post(PROGRAM, { name: unique('x'), course_ids: [foreign.id] }),
      await owner.post(PROGRAM, { name: unique('x'), group_ids: [foreign.group.id] }),
      await owner.patch((await aProgram()).path, { course_ids: [foreign.id] }),
    ])
      expect(answer.status).toBe(404);
    expect(namesOf((await owner.get(`${TAGS}?page_size=100`)).body.results)).not.toContain('Чуже');
  });
});

const decoded = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
const PNG = decoded(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
const GIF = decoded('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');
const SVG = new TextEncoder().encode(DRAWINGS.illustrator);

async function upload(client: Client, program: number, file: Uint8Array, name = 'picture.png') {
  const body = new FormData();
  body.set('photo', new File([new Uint8Array(file)], name));
  const response = await world.fetch(`/api/v1${PROGRAM}${program}/upload_photo/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}` },
    body,
  });
  return { status: response.status, body: await response.json<Record<string, string>>() };
}

const media = (address: string) =>
  world.fetch(address, { headers: { Authorization: `Bearer ${company.as('owner').token}` } });

describe('the picture of a program', () => {
  test.each([
    ['a PNG', PNG, 'image/png'],
    ['a GIF', GIF, 'image/gif'],
    ['an SVG', SVG, 'image/svg+xml; charset=utf-8'],
  ])('is %s, whatever its name says', async (_, file, type) => {
    const { id, path } = await aProgram();
    const { status, body } = await upload(company.as('owner'), id, file, 'picture.html');
    expect(status).toBe(200);
    expect((await company.as('owner').get(path)).body.photo).toBe(body['photo']);
    const stored = await media(body['photo']!);
    expect(stored.headers.get('Content-Type')).toBe(type);
    expect(stored.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(stored.headers.get('Content-Security-Policy')).toContain('sandbox');
  });

  test('is stored without what could run', async () => {
    const { id } = await aProgram();
    const hostile =
      '<svg onload="a()" xmlns="http://www.w3.org/2000/svg"><script>a()</script><g id="kept"/></svg>';
    const { body } = await upload(company.as('owner'), id, new TextEncoder().encode(hostile));
    const text = await (await media(body['photo']!)).text();
    expect(text).toContain('id="kept"');
    expect(text).not.toMatch(/script|onload/);
  });

  test.each([
    ['a page named as a picture', '<html><body><svg onload="a()"></svg></body></html>'],
    ['a drawing with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
    ['nothing', ''],
  ])('is not %s', async (_, text) => {
    const { id, path } = await aProgram();
    const answer = await upload(company.as('owner'), id, new TextEncoder().encode(text), 'picture.svg');
    expect(answer.status).toBe(400);
    expect((await company.as('owner').get(path)).body.photo).toBeNull();
  });

  test('is at most 500 KB, is replaced with its file, and removed', async () => {
    const owner = company.as('owner');
    const { id, path } = await aProgram();
    expect(
      await upload(
        owner,
        id,
        Uint8Array.from({ length: 500 * 1024 + 1 }, (_, at) => PNG[at] ?? 0),
      ),
    ).toMatchObject({
      status: 400,
      body: { photo: ['max file size exceeded'] },
    });
    const first = await upload(owner, id, PNG);
    const second = await upload(owner, id, GIF);
    expect((await media(first.body['photo']!)).status).toBe(404);
    expect((await media(second.body['photo']!)).status).toBe(200);
    expect((await owner.delete(`${path}remove_photo/`)).status).toBe(204);
    expect((await media(second.body['photo']!)).status).toBe(404);
    expect((await owner.get(path)).body.photo).toBeNull();
  });
});

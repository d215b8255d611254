import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { type Company, type Course, type Person } from '../../../factories/company.ts';
import { aPackage } from '../../../fixtures/packages.ts';
import { of, ofCourse } from '../../../support/api/files.ts';
import {
  aPackageMaterial,
  committed,
  content,
  opened,
  uploadedPackage,
} from '../../../support/api/packages.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

let company: Company;
let course: Course;
beforeEach(async () => {
  company = await aCompany();
  course = await company.aCourse({ materials: 0 });
});

const items = [
  { id: 'one', title: 'Вступ', href: 'one.html' },
  { id: 'two', title: 'Перевірка', href: 'two.html' },
];
const SAID = {
  'cmi.core.lesson_status': 'passed',
  'cmi.core.score.raw': '80',
  'cmi.suspend_data': 'my own words',
  'cmi.interactions.0.id': 'q1',
  'cmi.interactions.0.student_response': 'my own answer',
  'cmi.interactions.0.result': 'correct',
};

/** A package with the try of a student who said something in its second item. */
async function aTry(student: Person = company.people.student) {
  const { material, key } = await aPackageMaterial(company, course, await aPackage({ items }));
  const { root } = await opened(student.client, course, material);
  expect((await committed(root, 1, 1, SAID, 'two')).status).toBe(200);
  return { material, key, root };
}

const keysOf = (whose: { id: number }) =>
  asSystem<{ key: string }>([
    'select d.key from packages p join media d on d.id = p.media_id where p.company_id = $1 order by p.number',
    [whose.id],
  ]);

test('staff read each answer with the section that asked it, also when a newer version has it no more', async () => {
  const { material } = await aTry();
  await uploadedPackage(company, course, material, await aPackage({ items: items.slice(0, 1) }));
  const at = `${of(course, material)}package/`;
  const trainer = company.as('trainer');
  const [{ id }] = (await trainer.get(`${at}tries/`)).body.results;
  expect((await trainer.get(`${at}tries/${id}/`)).body.interactions).toMatchObject([
    { item: 'Перевірка', name: 'q1', response: 'my own answer', result: 'correct' },
  ]);
  expect((await trainer.get(`${at}answers/`)).body.questions).toMatchObject([
    { item: 'Перевірка', right: 1 },
  ]);
});

test('history tells who uploaded a package and who replaced it', async () => {
  const { material } = await aTry();
  const replaced = await aPackage({ title: 'Друга', items });
  const trainer = company.people.trainer;
  const at = `/api_uploader/v1${of(course, material)}package/`;
  const begun = await trainer.client.post(at, { name: 'newer.zip', size: replaced.length });
  const [row] = await asSystem<{ key: string }>(['select key from media where id = $1', [begun.body.id]]);
  await env.FILES.put(row!.key, replaced);
  expect((await trainer.client.post(`${at}${begun.body.id}/complete/`, {})).status).toBe(200);
  const owner = company.as('owner');
  type Entry = { id: number; author: { id: number }; part: { label: string; effect: string } | null };
  const { body } = await owner.get(`${ofCourse(course)}/history/`);
  const told = (body.results as Entry[]).filter(({ part }) => part).slice(0, 2);
  expect(told.map(({ author }) => author.id)).toEqual([trainer.id, company.people.owner.id]);
  const entries = (await owner.get(`/history/history/${told[0]!.id}/entries/`)).body.results as Entry[];
  expect(entries.map(({ author, part }) => [author.id, part?.effect, part?.label])).toEqual([
    [trainer.id, 'removed', 'a.zip'],
    [trainer.id, 'added', 'newer.zip'],
    [trainer.id, 'added', 'Друга'],
  ]);
});

test('a course of the library is cloned with its package by reference, and takes its newer version over', async () => {
  const library = await aCompany();
  await asSystem(['update companies set is_library = id = $1 where is_library or id = $1', [library.id]]);
  const original = await library.aCourse({ materials: 0 });
  const first = await aPackageMaterial(library, original, await aPackage({ title: 'Перша', items }));
  const group = await company.aGroup();
  const owner = company.as('owner');
  const copied = await owner.post(`/library/library/${original.id}/clone_course/`, { group_ids: [group.id] });
  expect(copied.status).toBe(201);
  const copy = { id: copied.body.id as number };
  const [{ id: material }] = (await owner.get(`${ofCourse(copy)}/`)).body.education_materials;
  // The same bytes, and no second archive.
  expect(await keysOf(company)).toEqual([{ key: first.key }]);
  const student = company.as('student');
  const begun = await opened(student, copy, material);
  expect(begun.told).toMatchObject({ title: 'Перша', items: [{ id: 'one' }, { id: 'two' }] });
  expect((await content(`${begun.root}files/two.html`)).status).toBe(200);

  const next = await aPackage({ title: 'Друга', items });
  const second = await uploadedPackage(library, original, first.material, next);
  const at = `${ofCourse(copy)}/library_changes/`;
  expect((await owner.get(at)).body.changes).toMatchObject([{ material_id: material, kind: 'changed' }]);
  const decisions = [{ origin_material_id: first.material, decision: 'accept' }];
  expect((await owner.post(at, { decisions })).status).toBe(204);
  expect(await keysOf(company)).toEqual([{ key: first.key }, { key: second.key }]);
  expect((await owner.get(`${of(copy, material)}package/`)).body).toMatchObject({
    version: 2,
    title: 'Друга',
  });
  // Whoever was in the middle ends what they began.
  const later = await opened(student, copy, material);
  expect(later.told).toMatchObject({ title: 'Перша' });
  expect((await content(`${later.root}files/one.html`)).status).toBe(200);
  await committed(later.root, 2, 1, SAID, 'one');
  await committed(later.root, 2, 2, SAID, 'two');
});

test('the archive of a company holds its packages with their bytes, tries and answers; a person’s own what they did', async () => {
  const { key } = await aTry();
  const { token } = company.as('owner');
  const response = await world.fetch(`/api/v1/space/space/${company.id}/export/`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await new Response(response.body!.pipeThrough(new DecompressionStream('gzip'))).text();
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table?: string; row?: Record<string, unknown> });
  const of_table = (table: string) => rows.filter((one) => one.table === table).map(({ row }) => row!);
  const [kept] = of_table('packages');
  expect(kept).toMatchObject({ standard: '1.2', number: 1, title: 'Безпека на складі' });
  const [file] = of_table('media').filter(({ id }) => id === kept!.media_id);
  expect(decodeURIComponent(String(file!.url))).toContain(key);
  expect(of_table('package_tries')).toMatchObject([
    { number: 1, status: 'incomplete', score: 80, state: { two: { elements: SAID } } },
  ]);
  expect(of_table('package_interactions')).toMatchObject([{ name: 'q1', response: 'my own answer' }]);

  const own = await company.as('student').get('/accounts/export/');
  expect(own.body.companies[0].packages).toMatchObject([
    { course: course.name, number: 1, score: 80, answers: [{ question: 'q1', response: 'my own answer' }] },
  ]);
});

test('whoever is erased leaves how they did, and no word of theirs; whoever deletes a course keeps no way into it', async () => {
  const person = await company.aPerson('student');
  await asSystem([
    'insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, $4)',
    [company.id, course.group.id, person.id, 'student'],
  ]);
  const { material, root } = await aTry(person);
  expect((await person.client.post('/accounts/erasure/', { address: person.email })).status).toBe(204);
  const left = await asSystem<{ text: string; score: number; success: string }>([
    'select to_jsonb(t)::text as text, score::float8 as score, success from package_tries t where material_id = $1',
    [material],
  ]);
  expect(left).toMatchObject([{ score: 80 }]);
  expect(left[0]!.text).not.toContain('my own');
  expect(await asSystem(['select from package_interactions where company_id = $1', [company.id]])).toEqual(
    [],
  );
  expect((await committed(root, 1, 2, SAID, 'two')).status).toBe(401);

  const other = await opened(company.as('student'), course, material);
  expect((await company.as('owner').delete(of(course, material))).status).toBe(204);
  expect((await committed(other.root, 1, 1, SAID, 'two')).status).toBe(404);
  expect((await content(`${other.root}try`, { method: 'POST' })).status).toBe(404);
});

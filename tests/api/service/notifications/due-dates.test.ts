import { beforeAll, describe, expect, test } from 'vitest';
import { notificationMails } from '../../../../worker/service/notifications/mails.ts';
import { type Company, type Person, unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** The minute's job, after the hour between two looks for what is due. */
const sweep = () =>
  asSystem(
    [`delete from job_heartbeats where name = 'due_soon'`],
    ['update notifications set mailed_at = now() where mailed_at is null and company_id <> $1', [company.id]],
    ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
  );

/** What somebody was told of due dates, with the days in the company's zone. */
async function toldTo({ client }: Person) {
  const { body } = await client.get('/notifications/?page_size=100&kinds=due_soon&ordering=created_at');
  return (body.results as { path: string; params: Record<string, string | null> }[]).map(
    ({ path, params: { event, due_was, due_at } }) => ({
      path,
      event,
      was: due_was && dayOf(due_was),
      due: due_at && dayOf(due_at),
    }),
  );
}
/** The day that ends with a moment, wherever the company is. */
const dayOf = (instant: string) =>
  new Date(Date.parse(instant) - 12 * 60 * 60_000).toISOString().slice(0, 10);

const subjectsTo = async ({ email }: Person) =>
  (
    await asSystem<{ subject: string }>([
      `select subject from mails where recipient = $1 and kind = 'due_soon' order by id`,
      [email],
    ])
  ).map(({ subject }) => subject);

async function aCourse() {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group, materials: 1 });
  const [material] = course.materials as [number];
  const path = `/course/${course.id}`;
  const finish = () =>
    student.client.post(`/course${path}/educational_material/${material}/finish/`, undefined);
  return { student, group, course, path, finish };
}

describe('a due date that moves is told to who has not done what is due', () => {
  test('of a course: the last one, from the first, and nothing once it is undone', async () => {
    const { student, group, course, path, finish } = await aCourse();
    const due = async (body: object) =>
      expect(
        (
          await company
            .as('owner')
            .post(`/course/course/${course.id}/due_date/`, { group_ids: [group.id], user_ids: [], ...body })
        ).status,
      ).toBe(200);
    // That it is due at all is told when it is due soon.
    await due({ due_on: day(20) });
    expect(await toldTo(student)).toEqual([]);
    await due({ due_on: day(30), dry_run: true });
    expect(await toldTo(student)).toEqual([]);
    await due({ due_on: day(30) });
    await due({ due_on: day(40) });
    expect(await toldTo(student)).toEqual([{ path, event: 'moved', was: day(20), due: day(40) }]);
    await due({ due_on: day(20) });
    expect(await toldTo(student)).toEqual([]);
    // What has been mailed, or read, is told anew.
    await due({ due_on: day(30) });
    await sweep();
    await due({});
    expect(await toldTo(student)).toEqual([{ path, event: 'undated', was: day(30), due: null }]);
    await sweep();
    const shown = day(30).split('-').toReversed().join('.');
    expect(await subjectsTo(student)).toEqual([
      `Термін змінено на ${shown}: ${course.name}`,
      `Термін скасовано: ${course.name}`,
    ]);
    await due({ due_on: day(50) });
    await finish();
    await due({ due_on: day(60) });
    expect(await toldTo(student)).toHaveLength(1);
  });

  test('of a step: of what is open alone, and not once more that it is due soon', async () => {
    const { student, group, course, path, finish } = await aCourse();
    const later = await company.aCourse({ group: await company.aGroup({ students: [] }), materials: 1 });
    const owner = company.as('owner');
    const { body } = await owner.post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: [course.id, later.id],
    });
    const program = `/educational_program/educational_program/${body.id}/`;
    const timeline = async (days: number) => {
      const due = { due: 'date', due_on: day(days) };
      const stages = [
        { items: [{ course_id: course.id, ...due }] },
        { items: [{ course_id: later.id, access_rule: 'previous_done', ...due }] },
      ];
      expect((await owner.post(`${program}chronology/preview/`, { stages })).status).toBe(200);
      expect((await owner.post(`${program}chronology/`, { stages })).status).toBe(204);
    };
    await timeline(20);
    await owner.patch(program, { group_ids: [group.id] });
    await timeline(1);
    await sweep();
    await sweep();
    expect(await toldTo(student)).toEqual([{ path, event: 'moved', was: day(20), due: day(1) }]);
    await finish();
    await timeline(40);
    expect(await toldTo(student)).toMatchObject([
      { path },
      { path: `/course/${later.id}`, event: 'moved', was: day(1), due: day(40) },
    ]);
  });
});

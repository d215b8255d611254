import { beforeAll, describe, expect, test } from 'vitest';
import { notificationMails } from '../../../../worker/service/notifications/mails.ts';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

/** The minute's job, after the hour between two looks. */
const sweep = () =>
  asSystem(
    [`delete from job_heartbeats where name = 'due_soon'`],
    ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
  );

/** A webinar of a group that everybody was invited to; `ended` so many hours ago. */
async function aWebinar(students: Person[]) {
  const owner = company.as('owner');
  const group = await company.aGroup({ students });
  const name = unique('Webinar');
  const { body } = await owner.post('/webinar/webinar/', {
    name,
    starts_at: inHours(5),
    time_zone: 'Europe/Kyiv',
    duration: 60,
    host_id: company.people.trainer.id,
    group_ids: [group.id],
  });
  const id: number = body.id;
  const ended = (hours: number) =>
    asSystem([
      `update webinars set starts_at = now() - make_interval(secs => $2::float8 * 3600) where id = $1`,
      [id, hours + 1],
    ]);
  const record = () => owner.patch(`/webinar/webinar/${id}/`, { recording_url: 'https://example.com/film' });
  const attend = ({ id: user }: Person, status: string) =>
    asSystem([
      `insert into webinar_attendance (company_id, webinar_id, user_id, joined_at, source, status)
         select company_id, id, $2, starts_at, 'manual', $3 from webinars where id = $1`,
      [id, user, status],
    ]);
  return { id, name, group, ended, record, attend };
}

const toldTo = async ({ id }: Person) =>
  (
    await asSystem<{ path: string }>([
      `select path from notifications where user_id = $1 and params->>'event' = 'recorded' order by id`,
      [id],
    ])
  ).map(({ path }) => path);

describe('the recording of a webinar', () => {
  test('is told once to those who were invited and not there', async () => {
    const [missed, there, noted, late] = await Promise.all(
      [1, 2, 3, 4].map(() => company.aPerson('student')),
    );
    const webinar = await aWebinar([missed!, there!, noted!]);
    await webinar.ended(2);
    await webinar.attend(there!, 'attended');
    await webinar.attend(noted!, 'absent');
    // Who came to the group afterwards missed nothing.
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, webinar.group.id, late!.id],
    ]);
    await sweep();
    expect(await toldTo(missed!)).toEqual([]);
    expect((await webinar.record()).status).toBe(204);
    await sweep();
    await sweep();
    const path = `/webinar/${webinar.id}`;
    for (const [person, told] of [
      [missed!, [path]],
      [noted!, [path]],
      [there!, []],
      [late!, []],
      [company.people.trainer, []],
    ] as const)
      expect(await toldTo(person)).toEqual(told);
    const mails = await asSystem<{ subject: string }>([
      `select subject from mails where recipient = $1 and kind = 'webinar' order by id`,
      [missed!.email],
    ]);
    expect(mails.at(-1)!.subject).toBe(`Запис вебінару: ${webinar.name}`);
  });

  test('is no news before the end, of one that was called off, or after a month', async () => {
    const students = await Promise.all([1, 2, 3].map(() => company.aPerson('student')));
    const [live, off, old] = await Promise.all(students.map((student) => aWebinar([student])));
    for (const each of [live, off, old]) await each!.record();
    await live!.ended(-0.5);
    await off!.ended(2);
    await asSystem([
      `update webinars set canceled_at = starts_at - interval '1 hour' where id = $1`,
      [off!.id],
    ]);
    await old!.ended(24 * 31);
    await sweep();
    for (const student of students) expect(await toldTo(student)).toEqual([]);
  });
});

import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../../../worker/app.ts';
import { type ExamClock, scheduleEnd } from '../../../worker/exams/attempts/exam-clock.ts';
import { runJobs } from '../../../worker/jobs.ts';
import type { Env } from '../../../worker/platform/context.ts';
import { Db } from '../../../worker/platform/database/database.ts';
import { asked } from '../../../worker/platform/database/queries.ts';
import { ROUND, sendDueMails } from '../../../worker/platform/mail.ts';
import { answersOf, startAttempt } from '../../factories/attempt.ts';
import { Client, type World } from '../../factories/world.ts';
import { someThings } from './access/access-calls.ts';
import { unique } from '../../factories/company.ts';
import { address } from '../../support/api/accounts.ts';
import { ownerSql } from '../../support/api/owner.ts';
import { aCompany, asSystem, world } from '../../support/api/world.ts';
import { heldUntilAwaited } from '../../support/api/held.ts';

afterEach(() => vi.restoreAllMocks());

const sentMails = (to: string) => env.MAIL.sent(to);

/** The product in the same isolate, with something of its surroundings away. */
function productWith(changed: Partial<Env>): World {
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  return {
    ...world,
    fetch: async (path, init) =>
      createApp().hono.fetch(
        new Request(`https://osnova.test${path}`, init),
        { ...env, ...changed },
        context,
      ),
  };
}

const gone = () => Promise.reject(new Error('the storage is away'));
const FILES = {
  get: gone,
  head: gone,
  put: gone,
  delete: gone,
  createMultipartUpload: gone,
} as unknown as R2Bucket;

test('without the storage files say so, and exams go on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const company = await aCompany();
  const things = await someThings(company, company.people);
  const exam = await company.anExam();
  const away = productWith({ FILES });
  const owner = new Client(away, company.as('owner').token);
  const unavailable = { status: 503, body: { code: 'unavailable' } };
  expect(await owner.get(`/media/${things.photo}/`)).toMatchObject(unavailable);
  const uploads = `/api_uploader/v1/course/course/${things.course}/educational_material/${things.material}/upload_file/`;
  const large = { name: 'a.mp4', size: 60_000_000, kind: 'attachment' };
  expect(await owner.post(uploads, large)).toMatchObject(unavailable);

  const student = new Client(away, company.as('student').token);
  const attempt = await startAttempt(student, exam);
  const saved = await attempt.save(answersOf(exam.questions));
  const finished = await attempt.finish([]);
  expect([saved.status, finished.status, finished.body.percent]).toEqual([200, 200, 100]);
  // Nothing was left half done: the same upload begins once the storage is back.
  expect((await company.as('owner').post(uploads, { ...large, size: 1000, name: 'a.pdf' })).status).toBe(201);
});

test('without mail the outbox keeps them, and sends each once when it is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const recipient = address('patient');
  await asSystem([
    `insert into mails (recipient, subject, text, html) select $1, 'No ' || n, 't', 'h' from generate_series(1, 3) n`,
    [recipient],
  ]);
  // Only these meet the outage: mails of other tests go out.
  const MAIL = {
    send: (mail: { to: string }) =>
      mail.to === recipient ? Promise.reject(new Error('away')) : env.MAIL.send(mail as never),
  } as unknown as Env['MAIL'];
  const db = new Db(env);
  await sendDueMails({ ...env, MAIL }, db, 20);
  const waiting = () =>
    asSystem([
      `select count(*)::integer as mails, min(tries) as tries, bool_and(next_try_at > now()) as later, count(sent_at)::integer as sent
         from mails where recipient = $1`,
      [recipient],
    ]);
  expect(await waiting()).toEqual([{ mails: 3, tries: 1, later: true, sent: 0 }]);
  expect(await sentMails(recipient)).toEqual([]);

  await asSystem([`update mails set next_try_at = now() where recipient = $1`, [recipient]]);
  await Promise.all([sendDueMails(env, db, 20), sendDueMails(env, new Db(env), 20)]);
  expect(await waiting()).toMatchObject([{ mails: 3, sent: 3 }]);
  expect((await sentMails(recipient)).map(({ subject }) => subject).sort()).toEqual(['No 1', 'No 2', 'No 3']);
});

test('mails that are taken back while they are being sent wait for no sender that waits for them', async () => {
  const recipient = address('recalled');
  await asSystem([
    `insert into mails (recipient, subject, text, html)
       select $1, 'No ' || n, 't', 'h' from generate_series(1, $2::integer) n`,
    [recipient, 2 * ROUND],
  ]);
  const own = `from mails where recipient = '${recipient}'`;
  /** Holds a mail that has just left, and takes the one due last once its sender waits for the first. */
  const takenBack = (subject: string) =>
    heldUntilAwaited(
      `${own} and subject = '${subject}' for update`,
      // A deadlock would be thrown back and done again: who has taken others by now is told of at once.
      `if exists (select from pg_locks w join pg_locks l on l.pid = w.pid and l.locktype = 'advisory' and l.granted
                    where not w.granted and pg_backend_pid() = any (pg_blocking_pids(w.pid))) then
         raise exception 'others were taken before it was noted what was sent';
       end if;
       perform ${own} and sent_at is null order by id desc limit 1 for update`,
    );
  const isHeld = (subject: string) =>
    asSystem([`select id ${own} and subject = '${subject}' for update skip locked`]).then(
      (free) => free.length === 0,
    );
  let taking: Promise<unknown> | undefined;
  let begun: Promise<void> | undefined;
  // Of this sender: another one, which a test before has left, may have taken the first of all.
  const begin = async (subject: string) => {
    taking = takenBack(subject);
    await expect.poll(() => isHeld(subject)).toBe(true);
  };
  const MAIL = {
    send: async (mail: { to: string; subject: string }) => {
      if (mail.to === recipient) await (begun ??= begin(mail.subject));
      return env.MAIL.send(mail as never);
    },
  } as unknown as Env['MAIL'];
  await sendDueMails({ ...env, MAIL }, new Db(env), 20);
  await taking;
  const sent = () =>
    asSystem(['select count(sent_at)::integer as sent from mails where recipient = $1', [recipient]]);
  await expect.poll(sent).toEqual([{ sent: 2 * ROUND }]);
});

test('what a deadlock threw back is done once more, and told when that is thrown back as well', async () => {
  const sequence = unique('thrown_back').replaceAll(/\W/g, '_');
  await ownerSql.query(`create sequence ${sequence}`);
  await ownerSql.query(`grant usage on sequence ${sequence} to public`);
  // A sequence goes on over what is undone.
  const thrownBackUntil = (times: number) =>
    asked(
      `do $$ begin
         if nextval('${sequence}') < ${times} then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       end $$`,
      [],
      (row) => row,
    );
  const db = new Db(env);
  await db.system(thrownBackUntil(2));
  expect(await ownerSql.query(`select last_value::integer as calls from ${sequence}`)).toEqual([
    { calls: 2 },
  ]);
  await expect(db.system(thrownBackUntil(9))).rejects.toMatchObject({ code: '40P01' });
  expect(await ownerSql.query(`select last_value::integer as calls from ${sequence}`)).toEqual([
    { calls: 4 },
  ]);
  await ownerSql.query(`drop sequence ${sequence}`);
});

test('the minute’s work that was missing for an hour, and then runs twice at once, doubles nothing', async () => {
  const company = await aCompany();
  const student = company.people.student;
  const course = await company.aCourse();
  const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true } });
  await startAttempt(student.client, exam);
  const webinar = await company.as('owner').post('/webinar/webinar/', {
    name: 'Webinar',
    starts_at: new Date(Date.now() + 26 * 3_600_000).toISOString(),
    time_zone: 'Europe/Kyiv',
    duration: 60,
    course_ids: [course.id],
  });
  expect(webinar.status).toBe(201);
  // As an hour later: the hour before the webinar has begun, and the attempt's time is over.
  await asSystem(
    [`update webinars set starts_at = now() + interval '40 minutes' where id = $1`, [webinar.body.id]],
    [
      `update attempts set started_at = started_at - interval '1 hour', deadline = deadline - interval '1 hour',
              due_at = due_at - interval '1 hour' where form_id = $1`,
      [exam.form_id],
    ],
  );
  await Promise.all([runJobs(env), runJobs(env)]);
  await Promise.all([runJobs(env), runJobs(env)]);
  const doubled = await asSystem([
    `select recipient, subject, count(*)::integer from mails
       where recipient in (select u.email from memberships m join users u on u.id = m.user_id where m.company_id = $1)
       group by recipient, subject having count(*) > 1`,
    [company.id],
  ]);
  expect(doubled).toEqual([]);
  const [row] = await asSystem<Record<string, number>>([
    `select (select count(*)::integer from mails where recipient = $2 and text like '%Webinar%') as reminders,
            (select count(*)::integer from attempts where form_id = $1 and status = 'completed') as ended,
            (select count(*)::integer from gradings g join attempts t on t.id = g.attempt_id where t.form_id = $1) as gradings`,
    [exam.form_id, student.email],
  ]);
  expect(row).toMatchObject({ ended: 1, gradings: 1 });
  expect(row!['reminders']).toBeGreaterThan(0);
  const [beat] = await asSystem<{ late: number }>([
    `select max(extract(epoch from now() - ran_at))::integer as late from job_heartbeats where name in ('sweep', 'mails', 'webinar_reminders')`,
  ]);
  expect(beat!.late).toBeLessThan(60);
});

test('what guards an account is mailed before whatever else waits', async () => {
  const recipient = address('hurried');
  await asSystem([
    `insert into mails (recipient, subject, text, html, user_id, company_id, kind, next_try_at)
       select $1, 'Course ' || n, 't', 'h', null, null, 'course_assigned', now() - interval '1 hour' from generate_series(1, 60) n`,
    [recipient],
  ]);
  await asSystem([
    `insert into mails (recipient, subject, text, html) values ($1, 'New password', 't', 'h')`,
    [recipient],
  ]);
  await sendDueMails(env, new Db(env));
  expect((await sentMails(recipient)).map(({ subject }) => subject)).toContain('New password');
  await sendDueMails(env, new Db(env), 20);
  await expect.poll(async () => (await sentMails(recipient)).length).toBe(61);
});

test.each<[how: string, restart: (clock: DurableObjectStub<ExamClock>) => Promise<void>]>([
  ['put to sleep', (clock) => evictDurableObject(clock)],
  ['restarted', () => abortAllDurableObjects()],
])('an exam clock that is %s alone before it rings ends the attempt all the same', async (_, restart) => {
  const company = await aCompany();
  const exam = await company.anExam();
  const student = company.as('student');
  const { attempt_id, save } = await startAttempt(student, exam);
  await save(answersOf(exam.questions));
  const second = Math.ceil(Date.now() / 1000) + 5;
  await asSystem([
    `update attempts set started_at = started_at - (due_at - to_timestamp($2)),
            deadline = deadline - (due_at - to_timestamp($2)), due_at = to_timestamp($2) where id = $1`,
    [attempt_id, second],
  ]);
  await scheduleEnd(env, new Date(second * 1000).toISOString());
  // A stub to an instance that was aborted stays broken, so each call gets its own.
  const clock = () => (env.EXAM_CLOCK as DurableObjectNamespace<ExamClock>).getByName(String(second * 1000));
  // A mark in its memory, by which another instance is known.
  await runInDurableObject(clock(), (instance) => void Object.assign(instance, { marked: true }));
  const isMarked = () => runInDurableObject(clock(), (instance) => 'marked' in instance);
  expect(await isMarked()).toBe(true);
  await restart(clock());
  // From here on nobody calls it, and no minute's job runs.
  const stored = async () => {
    const [row] = await asSystem<Record<string, unknown>>([
      `select t.status, t.finished_by, t.finished_at = t.deadline as in_time, count(g.id)::integer as gradings,
              max(g.percent)::float8 as percent
         from attempts t left join gradings g on g.attempt_id = t.id where t.id = $1 group by t.id`,
      [attempt_id],
    ]);
    return row!;
  };
  expect(await stored()).toMatchObject({ status: 'running' });
  await expect.poll(async () => (await stored())['status'], { timeout: 30_000 }).toBe('completed');
  expect(await stored()).toMatchObject({ finished_by: 'timer', in_time: true, gradings: 1, percent: 100 });
  expect(await isMarked()).toBe(false);
});

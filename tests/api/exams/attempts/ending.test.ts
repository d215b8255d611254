import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { sweepAttempts } from '../../../../worker/exams/attempts/service.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { tellLeft } from '../../../../worker/platform/http/operations.ts';
import { startAttempt } from '../../../factories/attempt.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

const PLACE = 'end of an attempt';

/** What a broken version comes to: its questions have no numbers. It is mended before anybody else can see it. */
const BREAK = `update form_versions set questions = (select jsonb_agg(q || '{"id": "broken"}') from jsonb_array_elements(questions) q)
  where form_id = $1`;
const MEND = 'update form_versions set questions = $2 where form_id = $1';
const DUE = `update attempts set due_at = now() - interval '1 second' where id = any ($1::integer[])`;

/** Running attempts of as many students of a company, at one exam. */
async function someRunning(students: number) {
  const company = await aCompany();
  const people = await Promise.all(Array.from({ length: students }, () => company.aPerson('student')));
  const course = await company.aCourse({ group: await company.aGroup({ students: people }) });
  const exam = await company.anExam({ course });
  const started = await Promise.all(people.map(({ client }) => startAttempt(client, exam)));
  const [version] = await asSystem<{ questions: unknown }>([
    'select questions from form_versions where form_id = $1',
    [exam.form_id],
  ]);
  return {
    form_id: exam.form_id,
    ids: started.map(({ attempt_id }) => attempt_id),
    mend: [MEND, [exam.form_id, JSON.stringify(version!.questions)]] as [string, unknown[]],
  };
}

const statusOf = (ids: number[]) =>
  `select array_agg(status order by id) as statuses from attempts where id in (${ids.join()})`;

test('what cannot be ended is left, counted and told, and everybody else’s attempt ends', async () => {
  const [broken, whole] = [await someRunning(1), await someRunning(4)];
  const [attempt] = broken.ids as [number];
  const [row] = await asSystem<{
    left: { place: string; what: string }[];
    broken: string[];
    whole: string[];
  }>([BREAK, [broken.form_id]], [DUE, [[...whole.ids, ...broken.ids]]], ['select sweep()'], broken.mend, [
    `select (select jsonb_agg(l) from left_failed() l) as left,
              (${statusOf(broken.ids)}) as broken, (${statusOf(whole.ids)}) as whole`,
  ]);
  expect(row).toEqual({
    left: [{ place: PLACE, what: `attempt ${attempt}: 22P02` }],
    broken: ['running'],
    whole: Array.from({ length: 4 }, () => 'completed'),
  });
  expect(() => tellLeft(row!.left)).toThrow(`${PLACE}: attempt ${attempt}: 22P02`);
  // What was mended ends like any other.
  await sweepAttempts(new Db(env));
  expect(await asSystem([statusOf(broken.ids)])).toEqual([{ statuses: ['completed'] }]);
});

test('of one assignment it is an error: nothing is decided by an attempt that could not be ended', async () => {
  const { form_id, ids } = await someRunning(1);
  const ending = asSystem(
    [BREAK, [form_id]],
    [DUE, [ids]],
    ['select end_due_attempts(assignment_id) from attempts where id = $1', ids],
  );
  await expect(ending).rejects.toMatchObject({ code: '22P02' });
});

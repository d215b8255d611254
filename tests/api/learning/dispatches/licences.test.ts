import { beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../../worker/platform/secrets/hash.ts';
import type { Company, Course } from '../../../factories/company.ts';
import { address } from '../../../support/api/accounts.ts';
import { aDispatch, at, launch, learner } from '../../../support/api/dispatches.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

let company: Company;
let course: Course;
let dispatch: Awaited<ReturnType<typeof aDispatch>>;
beforeEach(async () => {
  company = await aCompany();
  course = await company.aCourse({ materials: 1 });
  dispatch = await aDispatch(world, company, course);
});

const owner = () => company.as('owner');
const change = (fields: object) => owner().patch(at(course, dispatch.id), fields);
const aPhone = () => `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
const NONE_LEFT = { status: 400, body: { non_field_errors: ['No free licences left'] } };

/** Comes by the dispatch, whose number in the company is told. */
async function comes(id: string) {
  const { client } = await learner(world, anonymous, dispatch, id);
  return { client, id: (await client.get('/accounts/user_info/')).body.id as number };
}
async function seats() {
  const { licences } = (await owner().get('/accounts/user_info/')).body;
  return licences as { used: number; pending: number };
}
const limitedTo = (limit: number | null) =>
  asSystem(['update companies set licence_limit = $2 where id = $1', [company.id, limit]]);
async function newest(where: string, id: number) {
  const [entry] = await asSystem<{ id: number }>([
    `select max(id) as id from history where company_id = $1 and ${where} = $2`,
    [company.id, id],
  ]);
  return `/history/history/${entry!.id}/`;
}
const undo = async (where: string, id: number) => owner().get(`${await newest(where, id)}restore/`);
const TAKING_OUT = "object_model = 'membership' and object_id";
/** Comes by the dispatch and is taken out: the number of the record that stays. */
async function takenOut(learner_id: string) {
  const { id } = await comes(learner_id);
  expect((await owner().delete(`/accounts/memberships/${id}/`)).status).toBe(204);
  const [kept] = await asSystem<{ user_id: number }>([
    'select user_id from dispatch_learners where company_id = $1 and learner_id = $2',
    [company.id, learner_id],
  ]);
  return kept!.user_id;
}
const DISPATCH = "relation = 'dispatches' and (new_object->'id')::integer";
const undoDispatch = () => undo(DISPATCH, dispatch.id);

describe('a dispatch that is over', () => {
  test('takes no licences, until it is opened again', async () => {
    const free = (await seats()).used;
    const { id } = await comes('u-1');
    await comes('u-2');
    const taken = free + 2;
    expect((await seats()).used).toBe(taken);
    await change({ withdrawn: true });
    expect((await seats()).used).toBe(free);
    await limitedTo(taken - 1);
    expect(await change({ withdrawn: false })).toMatchObject(NONE_LEFT);
    expect((await launch(anonymous, dispatch, 'u-1')).status).toBe(403);
    await limitedTo(taken);
    expect((await change({ withdrawn: false })).status).toBe(204);
    expect((await seats()).used).toBe(taken);
    await comes('u-1');
    await asSystem([`update dispatches set ends_at = now() - interval '1 day' where id = $1`, [dispatch.id]]);
    expect((await seats()).used).toBe(free);
    await limitedTo(taken - 1);
    expect(await change({ ends_at: null })).toMatchObject(NONE_LEFT);
    await limitedTo(taken);
    expect((await change({ ends_at: null })).status).toBe(204);
    // A mailbox of their own is another way in.
    await asSystem(['update users set email = $2 where id = $1', [id, address('own')]]);
    await owner().delete(`/course/course/${course.id}/`);
    expect((await seats()).used).toBe(free + 1);
    const restored = () => asSystem(['update courses set deleted_at = null where id = $1', [course.id]]);
    await limitedTo(free + 1);
    await expect(restored()).rejects.toThrow('licences_exhausted');
    await limitedTo(taken);
    await restored();
    expect((await seats()).used).toBe(taken);
  });

  test('is opened by the history only while there are licences, and closed by it at once', async () => {
    const { client } = await comes('u-1');
    await change({ withdrawn: true });
    await limitedTo((await seats()).used);
    const preview = await owner().get(`${await newest(DISPATCH, dispatch.id)}restore_preview/`);
    expect(preview.body).toMatchObject({ refusal: 'licences_exhausted' });
    expect(await undoDispatch()).toMatchObject(NONE_LEFT);
    expect((await launch(anonymous, dispatch, 'u-1')).status).toBe(403);
    await limitedTo((await seats()).used + 1);
    expect((await undoDispatch()).status).toBe(200);
    const again = await comes('u-1');
    // Undoing that withdraws it once more.
    expect((await undoDispatch()).status).toBe(200);
    for (const each of [client, again.client])
      expect((await each.get(`/course/course/${course.id}/`)).status).toBe(401);
  });

  test('lets in again whom the company blocked, without a licence, also by the history', async () => {
    const { id } = await comes('u-1');
    const block = (blocked: boolean) =>
      owner().post('/accounts/blocking_membership/', { user_pk: id, blocked });
    expect((await block(true)).status).toBe(204);
    await change({ withdrawn: true });
    await limitedTo(1);
    const { used } = await seats();
    expect((await block(false)).status).toBe(204);
    expect((await block(true)).status).toBe(204);
    expect((await undo("object_model = 'membership' and object_id", id)).status).toBe(200);
    expect((await seats()).used).toBe(used);
    // Opened again it asks for the seat of whoever is let in, and of nobody who is blocked.
    expect(await change({ withdrawn: false })).toMatchObject(NONE_LEFT);
    expect((await block(true)).status).toBe(204);
    expect((await change({ withdrawn: false })).status).toBe(204);
    expect(await block(false)).toMatchObject(NONE_LEFT);
  });

  test('asks for nothing where what it gives back is nothing', async () => {
    await change({ withdrawn: true });
    await limitedTo(1);
    expect((await seats()).used).toBeGreaterThan(1);
    expect((await change({ withdrawn: false, name: 'Інша' })).status).toBe(204);
    expect((await change({ withdrawn: true })).status).toBe(204);
  });
});

describe('whoever came by it', () => {
  test('is given a mailbox or phone by no staff, and by nothing without a free licence', async () => {
    const { id } = await comes('u-1');
    await change({ withdrawn: true });
    await limitedTo((await seats()).used);
    for (const fields of [{ email: address('given') }, { phone: aPhone() }])
      expect((await owner().patch(`/accounts/user/${id}/`, fields)).body).toMatchObject({
        code: 'person_fields_locked',
      });
    // Whatever function writes it.
    for (const column of ['email', 'phone'])
      await expect(
        asSystem([`update users set ${column} = $2 where id = $1`, [id, address('any')]]),
      ).rejects.toThrow('licences_exhausted');
    await limitedTo((await seats()).used + 1);
    const { used } = await seats();
    await asSystem(['update users set email = $2 where id = $1', [id, address('any')]]);
    expect((await seats()).used).toBe(used + 1);
  });

  test('has no sheet to sign in by, and nothing to send one to', async () => {
    const { id } = await comes('u-1');
    expect(await owner().post('/accounts/sign_in_sheets/', { user_ids: [id] })).toMatchObject({
      status: 400,
      body: { user_ids: ['This person has neither an e-mail nor a phone to sign in with'] },
    });
    const sent = await owner().post('/accounts/user/bulk/', { action: 'send_credentials', user_ids: [id] });
    expect(sent.body).toMatchObject({ done: [], refused: [{ id }], need_sheet: [] });
  });

  test('counts from when they are brought back, and once', async () => {
    const record = await takenOut('u-1');
    await change({ withdrawn: true });
    const before = await seats();
    await limitedTo(before.used + before.pending);
    expect(await undo(TAKING_OUT, record)).toMatchObject(NONE_LEFT);
    await limitedTo(before.used + before.pending + 1);
    expect((await undo(TAKING_OUT, record)).status).toBe(200);
    expect(await seats()).toMatchObject({ used: before.used, pending: before.pending + 1 });
    expect((await owner().patch(`/accounts/user/${record}/`, { phone: aPhone() })).status).toBe(204);
    expect((await owner().post('/accounts/sign_in_sheets/', { user_ids: [record] })).status).toBe(200);
    await asSystem([
      'update one_time_tokens set token_hash = $2 where user_id = $1 and used_at is null',
      [record, sha256(`sheet-${record}`)],
    ]);
    const registered = await anonymous.post('/accounts/finish_registration/', {
      token: `sheet-${record}`,
      first_name: 'A',
      last_name: 'B',
      password: 'Nova-storinka-9',
      privacy_policy: true,
    });
    expect([registered.status, registered.text]).toEqual([200, expect.any(String)]);
    expect(await seats()).toMatchObject({ used: before.used + 1, pending: before.pending });
  });

  test('comes by it again when they are brought back', async () => {
    const record = await takenOut('u-1');
    expect((await launch(anonymous, dispatch, 'u-1')).body).toMatchObject({ code: 'account_blocked' });
    await undo(TAKING_OUT, record);
    const taken = await seats();
    const { client } = await comes('u-1');
    expect((await client.get(`/course/course/${course.id}/`)).status).toBe(200);
    expect(await seats()).toMatchObject({ used: taken.used + 1, pending: taken.pending - 1 });
    // Whom the company has invited since answers for themselves.
    const other = await takenOut('u-2');
    await undo(TAKING_OUT, other);
    await owner().patch(`/accounts/user/${other}/`, { email: address('invited') });
    expect((await launch(anonymous, dispatch, 'u-2')).body).toMatchObject({ code: 'account_blocked' });
  });
});

import { describe, expect, test } from 'vitest';
import { assignableTo, USER_TYPES } from '../../../../worker/access/contract.ts';
import { accessOf, Client } from '../../../factories/world.ts';
import {
  acceptInvitation,
  address,
  aRegisteredOwner,
  givePassword,
  mailTo,
  PASSWORD,
  signIn,
  tokenIn,
} from '../../../support/api/accounts.ts';
import { letIn } from '../../../support/api/somebody.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

const block = (client: Client, user_pk: number, blocked = true) =>
  client.post('/accounts/blocking_membership/', { user_pk, blocked });

/** A person who belongs to both companies, as different roles, with one session. */
async function inBoth(
  first: { id: number },
  second: { id: number },
  person: { id: number },
  types: string[],
) {
  await asSystem([
    'insert into memberships (company_id, user_id, user_types) values ($1, $2, $3::text[])',
    [second.id, person.id, `{${types.join(',')}}`],
  ]);
  return { first, second };
}

describe('blocking a person', () => {
  test('counts on the very next request, with the specified message, in this company only', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = own.people;
    await inBoth(own, other, student, ['trainer', 'student']);
    const there = new Client(
      world,
      await accessOf(world, {
        session: student.session,
        user: student.id,
        company: other.id,
        user_type: 'trainer',
      }),
    );
    expect((await block(own.as('owner'), student.id)).status).toBe(204);
    expect(await own.as('student').get('/course/course/')).toMatchObject({
      status: 403,
      body: { detail: 'Account is blocked', code: 'account_blocked' },
    });
    expect((await there.get('/course/course/')).status).toBe(200);
    expect((await there.get('/accounts/user_info/')).body.spaces).toMatchObject([{ id: other.id }]);
    expect((await block(own.as('owner'), student.id)).status).toBe(204);
    expect((await block(own.as('owner'), student.id, false)).status).toBe(204);
    const [changes] = await asSystem<{ actions: string[] }>([
      `select array_agg(action order by id) as actions from history
         where company_id = $1 and object_model = 'membership' and object_id = $2 and action like '%blocked'`,
      [own.id, student.id],
    ]);
    expect(changes!.actions).toEqual(['blocked', 'unblocked']);
  });

  test('ends the sessions there: who is let in again signs in, and may sign out meanwhile', async () => {
    const own = await aCompany();
    const [{ student, trainer }, owner] = [own.people, own.as('owner')];
    await givePassword(student);
    const before = new Client(world, (await signIn(student.email)).body.access);
    for (const { id } of [student, trainer]) expect((await block(owner, id)).status).toBe(204);
    expect((await trainer.client.post('/accounts/logout/')).status).toBe(204);
    expect((await trainer.client.get('/accounts/user_info/')).body.code).toBe('session_ended');
    for (const { id } of [student, trainer]) expect((await block(owner, id, false)).status).toBe(204);
    for (const client of [before, student.client, trainer.client])
      expect(await client.get('/accounts/user_info/')).toMatchObject({
        status: 401,
        body: { code: 'session_ended' },
      });
    const again = new Client(world, (await signIn(student.email)).body.access);
    expect((await again.get('/accounts/user_info/')).status).toBe(200);
  });

  test.each(['the person', 'the company'])(
    'leaves their other company open, where %s is blocked',
    async (who) => {
      const [own, other] = await Promise.all([aCompany(), aCompany()]);
      const { trainer } = own.people;
      await inBoth(own, other, trainer, ['student']);
      const set = (blocked: boolean) =>
        who === 'the person'
          ? block(own.as('owner'), trainer.id, blocked)
          : asSystem([
              'update companies set blocked_at = case when $2 then now() end where id = $1',
              [own.id, blocked],
            ]);
      const into = ({ id }: { id: number }, client = trainer.client) =>
        client.post('/space/change_current_space/', { space_pk: id });
      await set(true);
      expect((await trainer.client.get('/accounts/user_info/')).body.code).toBe('account_blocked');
      expect((await into(own)).status).toBe(404);
      const moved = await into(other);
      expect(moved.status).toBe(200);
      const there = new Client(world, moved.body.access);
      expect((await there.get('/accounts/user_info/')).body).toMatchObject({
        spaces: [{ id: other.id }],
        current_login_info: { space_pk: other.id },
      });
      expect((await into(own, there)).status).toBe(404);
      await set(false);
      // What went on in the other company goes on there.
      expect((await there.get('/accounts/user_info/')).body.spaces).toHaveLength(2);
      await there.post('/accounts/logout/');
      expect((await into(other)).body.code).toBe('session_ended');
    },
  );

  test('everywhere refuses every company and every sign-in', async () => {
    const own = await aCompany();
    const { student } = own.people;
    await givePassword(student);
    await asSystem(['update users set blocked_at = now() where id = $1', [student.id]]);
    expect((await own.as('student').get('/accounts/user_info/')).body.code).toBe('account_blocked');
    expect((await own.as('student').post('/space/change_current_space/', { space_pk: own.id })).status).toBe(
      404,
    );
    expect(await signIn(student.email)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  });

  test('with the last membership blocked refuses to sign in, and says why', async () => {
    const own = await aCompany();
    const { student } = own.people;
    await givePassword(student);
    await block(own.as('admin'), student.id);
    expect(await signIn(student.email)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    expect((await signIn(student.email, 'Wrong-2026')).status).toBe(401);
  });

  test('needs an activated account, and a free licence on the way back', async () => {
    const own = await aCompany();
    const email = address('invited');
    const invited = await own.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    expect(await block(own.as('owner'), invited.body.id)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['This person has not activated the account yet'] },
    });
    await block(own.as('owner'), own.people.student.id);
    await asSystem(['update companies set licence_limit = 5 where id = $1', [own.id]]);
    expect(await block(own.as('owner'), own.people.student.id, false)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['No free licences left'] },
    });
  });

  test('follows the hierarchy of roles: nobody blocks who is above them, nor themselves, nor the founder', async () => {
    const own = await aCompany();
    await own.aGroup({ students: [own.people.trainer, own.people.student, own.people.admin] });
    const expected = {
      owner: { admin: 204, manager: 204, trainer: 204, student: 204, owner: 403 },
      admin: { owner: 403, admin: 403, manager: 204, trainer: 204, student: 204 },
      manager: { owner: 404, admin: 403, manager: 403, trainer: 204, student: 204 },
      trainer: { owner: 403, admin: 403, manager: 403, trainer: 403, student: 403 },
      student: { owner: 403, admin: 403, manager: 403, trainer: 403, student: 403 },
    };
    const actual: Record<string, Record<string, number>> = {};
    for (const caller of USER_TYPES) {
      actual[caller] = {};
      for (const target of USER_TYPES) {
        const { id } = own.people[target];
        actual[caller][target] = (await block(own.as(caller), id)).status;
        await letIn(id);
      }
    }
    expect(actual).toEqual(expected);
    expect(assignableTo('manager')).toEqual(['manager', 'trainer', 'student']);
  });

  test('of another company’s person answers as if there were none', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const foreign = await block(own.as('owner'), other.people.student.id);
    const missing = await block(own.as('owner'), 2_000_000_000);
    expect(foreign).toEqual(missing);
    expect(foreign.status).toBe(404);
    expect((await other.as('student').get('/course/course/')).status).toBe(200);
  });
});

describe('a membership', () => {
  test('that is taken away ends at once, leaves lists and groups, and comes back with an invitation', async () => {
    const own = await aCompany();
    const { student } = own.people;
    await givePassword(student);
    const group = await own.aGroup();
    const remove = (id: number) => own.as('owner').delete(`/accounts/memberships/${id}/`);
    expect((await remove(student.id)).status).toBe(204);
    expect((await own.as('student').get('/accounts/user_info/')).body.code).toBe('session_ended');
    expect((await remove(student.id)).status).toBe(404);
    expect((await signIn(student.email)).body.code).toBe('no_company');
    const people = await own.as('owner').get('/accounts/user/');
    expect(people.body.results.map(({ id }: { id: number }) => id)).not.toContain(student.id);
    const members = await own.as('owner').get(`/study_group/group_member/?group=${group.id}&role=student`);
    expect(members.body.count).toBe(0);
    await own.as('owner').post('/accounts/invite_user/', { email: student.email, user_type: 'trainer' });
    expect((await signIn(student.email)).body.code).toBe('no_company');
    const invitation = tokenIn(await mailTo(student.email, /Запрошення/));
    const back = await anonymous.post('/accounts/token/', {
      username: student.email,
      password: PASSWORD,
      invitation,
    });
    expect((await new Client(world, back.body.access).get('/accounts/user_info/')).body).toMatchObject({
      id: student.id,
      user_types: ['trainer', 'student'],
    });
  });

  test('of a manager or above, or one’s own, is not taken away', async () => {
    const own = await aCompany();
    for (const target of ['owner', 'admin', 'manager'] as const) {
      const answer = await own.as('owner').delete(`/accounts/memberships/${own.people[target].id}/`);
      expect({ target, code: answer.body?.code }).toEqual({ target, code: 'user_not_manageable' });
    }
    expect((await own.as('trainer').delete(`/accounts/memberships/${own.people.student.id}/`)).status).toBe(
      403,
    );
  });

  test('is seen by its person, by their company, and nowhere else', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = own.people;
    await inBoth(own, other, student, ['student']);
    const mine = await own.as('student').get('/accounts/memberships/');
    const spaces = mine.body.results.map(({ space }: { space: { id: number } }) => space.id);
    expect(spaces).toEqual([own.id, other.id].toSorted((one, another) => one - another));
    const theirs = await own.as('owner').get(`/accounts/memberships/${student.id}/`);
    expect(theirs.body).toMatchObject({
      results: [{ space: { id: own.id }, user_types: ['student'], blocked: false }],
      count: 1,
      total_pages: 1,
    });
    const second = await own.as('student').get('/accounts/memberships/?page_size=1&page=2&ordering=-id');
    expect(second.body).toMatchObject({ results: [{ space: { id: Math.min(own.id, other.id) } }], count: 2 });
    expect((await own.as('owner').get(`/accounts/memberships/${other.people.trainer.id}/`)).status).toBe(404);
    expect((await own.as('manager').get(`/accounts/memberships/${student.id}/`)).status).toBe(404);
  });

  test('can be given to a person of another company that one administers, and to nobody else', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { admin } = own.people;
    await inBoth(own, other, admin, ['admin', 'trainer', 'student']);
    const add = (user_pk: number, user_type = 'student') =>
      own.as('admin').post('/accounts/memberships/', { user_pk, user_type });
    const { id } = other.people.student;
    expect(await add(id, 'owner')).toMatchObject({ status: 403, body: { code: 'user_type_not_assignable' } });
    expect((await add(id)).status).toBe(201);
    expect((await own.as('admin').get(`/accounts/user/${id}/`)).status).toBe(404);
    expect(await add(id)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['This person already belongs to the company'] },
    });
    const third = await aCompany();
    expect((await add(third.people.student.id)).status).toBe(404);
    const there = await acceptInvitation(other.as('student'), own);
    expect((await there.get('/accounts/user_info/')).body.current_login_info).toEqual({
      type_user: 'student',
      space_pk: own.id,
    });
    const visible = await own.as('admin').get(`/accounts/memberships/${id}/`);
    expect(visible.body.count).toBe(2);
  });
});

test('one person in two companies: each token sees its own company’s data and is refused in the other', async () => {
  const [own, other] = await Promise.all([aCompany(), aCompany()]);
  const { trainer } = own.people;
  await inBoth(own, other, trainer, ['student']);
  const [ownCourse, otherCourse] = [await own.aCourse(), await other.aCourse()];
  const switched = await own.as('trainer').post('/space/change_current_space/', { space_pk: other.id });
  const there = new Client(world, switched.body.access);
  expect((await there.get('/accounts/user_info/')).body).toMatchObject({
    user_types: ['student'],
    current_login_info: { type_user: 'student', space_pk: other.id },
  });
  expect((await there.get(`/course/course/${ownCourse.id}/`)).status).toBe(404);
  expect((await own.as('trainer').get(`/course/course/${otherCourse.id}/`)).status).toBe(404);
  expect((await own.as('trainer').get(`/course/course/${ownCourse.id}/`)).status).toBe(200);
  expect((await there.get('/accounts/user/')).status).toBe(403);
});

test('the next sign-in begins in the company and role of the last one', async () => {
  const { email, confirmed } = await aRegisteredOwner();
  const here = new Client(world, confirmed.body.access);
  await here.post('/accounts/change_current_user_type/', { user_type: 'student' });
  const { body } = await anonymous.post('/accounts/token/', { username: email, password: PASSWORD });
  expect(
    (await new Client(world, body.access).get('/accounts/user_info/')).body.current_login_info.type_user,
  ).toBe('student');
});

import { describe, expect, test } from 'vitest';
import { takeExam } from '../../../factories/attempt.ts';
import { Client } from '../../../factories/world.ts';
import {
  acceptInvitation,
  address,
  finishRegistration,
  givePassword,
  mailTo,
  PASSWORD,
  register,
  registration,
  sentMails,
  signIn,
  tokenIn,
} from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

const aPhone = () => `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

/** As the product runs: without the setting by which tests lay people down. */
const asProduct = (query: string, params: unknown[]) =>
  asSystem(["select set_config('app.consenting', '', true)"], [query, params]);

const spacesOf = async (client: Client): Promise<number[]> =>
  (await client.get('/accounts/user_info/')).body.spaces.map(({ id }: { id: number }) => id);

describe('a sheet', () => {
  test('is not printed for somebody with an e-mail, and ends where one is written down', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    const add = async (body: object) =>
      (await owner.post('/accounts/user/', { user_types: ['student'], ...body })).body.id as number;
    const mailed = await add({ email: address('ceo') });
    expect(await owner.post('/accounts/sign_in_sheets/', { user_ids: [mailed] })).toMatchObject({
      status: 400,
      body: { user_ids: ['This person has an e-mail'] },
    });
    const printed = await add({ phone: aPhone() });
    expect((await owner.post('/accounts/sign_in_sheets/', { user_ids: [printed] })).status).toBe(200);
    await owner.patch(`/accounts/user/${printed}/`, { email: address('later') });
    const open = await asSystem([
      'select from one_time_tokens where user_id = $1 and used_at is null',
      [printed],
    ]);
    expect(open).toEqual([]);
  });

  test('that was kept as open all the same opens nothing once there is an e-mail', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    const { body } = await owner.post('/accounts/user/', { phone: aPhone(), user_types: ['admin'] });
    const token = 'printed-before-the-address';
    await asSystem(
      [
        `insert into one_time_tokens (purpose, token_hash, user_id, company_id, expires_at)
           values ('invitation', encode(sha256(convert_to($1, 'UTF8')), 'hex'), $2, $3, now() + interval '1 day')`,
        [token, body.id, own.id],
      ],
      ['update users set email = $2 where id = $1', [body.id, address('ceo')]],
    );
    expect((await finishRegistration(token)).status).toBe(400);
  });
});

describe('a phone', () => {
  test('that a stranger has taken brings them into no company', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const phone = aPhone();
    const stranger = other.as('student');
    expect((await stranger.patch('/accounts/user_info/', { phone })).status).toBe(204);
    const owner = own.as('owner');
    const created = await owner.post('/accounts/user/', {
      email: address('hire'),
      phone,
      user_types: ['admin'],
    });
    expect(created.status).toBe(201);
    const invited = await owner.post('/accounts/invite_user/', { phone: aPhone(), user_type: 'admin' });
    expect(invited.status).toBe(201);
    const imported = await owner.post(`/accounts/user_data/${own.id}/rows/`, {
      dry_run: false,
      rows: [{ row: 2, cells: { role: 'admin', full_name: 'A B', email: address('else'), phone: aPhone() } }],
    });
    expect(imported.body.totals).toMatchObject({ create: 1 });
    expect(await spacesOf(stranger)).toEqual([other.id]);
    expect((await stranger.get('/accounts/invitations/')).body).toEqual([]);
  });

  test('that two accounts have signs in to the one whose password it is', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const phone = aPhone();
    const both = [own.people.student, other.people.student];
    for (const person of both) {
      await givePassword(person);
      await person.client.patch('/accounts/user_info/', { phone });
    }
    await both[1]!.client.post('/accounts/change_password/', {
      old_password: PASSWORD,
      new_password: 'Verboloz-2026',
    });
    const idOf = async (password: string) => {
      const { body } = await signIn(phone, password);
      return (await new Client(world, body.access).get('/accounts/user_info/')).body.id;
    };
    expect(await idOf(PASSWORD)).toBe(both[0]!.id);
    expect(await idOf('Verboloz-2026')).toBe(both[1]!.id);
    expect((await signIn(phone, 'Neither-2026')).status).toBe(401);
  });
});

describe('a registration whose mailbox is not proved', () => {
  test('keeps no password that was chosen before, unless it is typed again', async () => {
    const body = registration();
    await register(body);
    const token = tokenIn(await mailTo(body.email));
    const confirmed = await anonymous.post('/accounts/email_confirmation/', { token });
    expect(confirmed.status).toBe(200);
    expect((await signIn(body.email)).status).toBe(401);
    const renewed = await anonymous.post('/accounts/password_reset/', { username: body.email });
    expect(renewed.status).toBe(201);
    const link = tokenIn(await mailTo(body.email, /Новий пароль/));
    const reset = await anonymous.post('/accounts/password_reset/confirm/', {
      token: link,
      new_password: 'Verboloz-2026',
    });
    expect(reset.status).toBe(200);
  });

  test('is void when a company invites the address meanwhile', async () => {
    const body = registration();
    await register(body);
    const token = tokenIn(await mailTo(body.email));
    const own = await aCompany();
    await own.as('owner').post('/accounts/invite_user/', { email: body.email, user_type: 'admin' });
    const confirmed = await anonymous.post('/accounts/email_confirmation/', { token, password: PASSWORD });
    expect(confirmed.status).toBe(400);
    await anonymous.post('/accounts/password_reset/', { username: body.email });
    expect((await signIn(body.email)).status).toBe(401);
    // Asking for a password mails the invitation once more.
    const invitation = tokenIn(await mailTo(body.email, /Завершіть реєстрацію/));
    const accepted = await finishRegistration(invitation, { password: 'Verboloz-2026' });
    expect(await spacesOf(new Client(world, accepted.body.access))).toEqual([own.id]);
    expect((await signIn(body.email)).status).toBe(401);
  });
});

describe('a membership', () => {
  test('begins with nobody’s consent but the person’s: the company sees what it typed until then', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = other.people;
    const owner = own.as('owner');
    const { body } = await owner.post('/accounts/user/', { email: student.email, user_types: ['admin'] });
    expect(body).toMatchObject({ invitation: { outcome: 'queued', next_at: null } });
    expect(body.id).not.toBe(student.id);
    const seen = await owner.get(`/accounts/user/${body.id}/`);
    expect(seen.body).toMatchObject({ first_name: '', activated: false, email: student.email, phone: null });
    expect(await spacesOf(student.client)).toEqual([other.id]);
    expect((await owner.get(`/accounts/user/${student.id}/`)).status).toBe(404);
    const again = await owner.post('/accounts/invite_user/', { email: student.email, user_type: 'admin' });
    expect(again.body.invitation).toMatchObject({ outcome: 'already_invited' });
    const inside = await acceptInvitation(student.client, own);
    expect((await inside.get('/accounts/user_info/')).body.user_types).toEqual(
      ['admin', 'manager', 'trainer', 'student'].filter((each) => each !== 'manager'),
    );
  });

  test('is left by its person, of whom the company keeps what it knew', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = own.people;
    await asSystem([
      `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{student}')`,
      [other.id, student.id],
    ]);
    const phone = aPhone();
    await student.client.patch('/accounts/user_info/', { phone });
    expect((await own.as('owner').post('/accounts/leave_company/')).body).toMatchObject({
      code: 'owner_stays',
    });
    const left = await student.client.post('/accounts/leave_company/');
    expect(left.status).toBe(200);
    const there = new Client(world, left.body.access);
    expect(await spacesOf(there)).toEqual([other.id]);
    await there.patch('/accounts/user_info/', { phone: aPhone(), first_name: 'Renamed' });
    const former = await own.as('owner').get('/accounts/former_users/');
    expect(former.body.results).toMatchObject([{ first_name: 'Student', phone, email: student.email }]);
    expect(former.body.results[0].id).not.toBe(student.id);
  });

  test('that was the last leaves an account that founds a company of its own, once', async () => {
    const own = await aCompany();
    const { student } = own.people;
    await givePassword(student);
    expect((await student.client.post('/accounts/leave_company/')).body).toEqual({ access: null });
    const credentials = { username: student.email, password: PASSWORD };
    expect(await anonymous.post('/accounts/token/', credentials)).toMatchObject({
      status: 403,
      body: { code: 'no_company' },
    });
    const found = () => anonymous.post('/accounts/token/', { ...credentials, new_space: 'Next' });
    const twice = await Promise.all([found(), found()]);
    for (const answer of twice) {
      const { body } = await new Client(world, answer.body.access).get('/accounts/user_info/');
      expect(body).toMatchObject({ spaces: [{ name: 'Next' }], current_login_info: { type_user: 'owner' } });
    }
  });

  test('found no company with a wrong password, nor beside one they have', async () => {
    const own = await aCompany();
    const { student } = own.people;
    await givePassword(student);
    const sent = { username: student.email, new_space: 'Second' };
    expect((await anonymous.post('/accounts/token/', { ...sent, password: 'Zorepad-2027' })).status).toBe(
      401,
    );
    const answer = await anonymous.post('/accounts/token/', { ...sent, password: PASSWORD });
    expect(await spacesOf(new Client(world, answer.body.access))).toEqual([own.id]);
  });

  test('that ends brings results back with the same person, and to nobody else', async () => {
    const own = await aCompany();
    const { student } = own.people;
    const exam = await own.anExam();
    const attempt_id = await takeExam(student.client, exam, 0);
    const owner = own.as('owner');
    await owner.delete(`/accounts/memberships/${student.id}/`);
    const rows = () =>
      asSystem<{ user_id: number }>(['select user_id from attempts where id = $1', [attempt_id]]);
    const [kept] = await rows();
    expect(kept!.user_id).not.toBe(student.id);
    await owner.post('/accounts/invite_user/', { email: student.email, user_type: 'student' });
    // The mailbox has passed to somebody else meanwhile.
    await asSystem(['update users set email = $2 where id = $1', [student.id, address('moved')]]);
    const token = tokenIn(await mailTo(student.email, /Запрошення/));
    const newcomer = await finishRegistration(token);
    expect(newcomer.status).toBe(200);
    expect((await rows())[0]!.user_id).toBe(kept!.user_id);

    await asSystem([
      'update users set email = $2, email_verified = true where id = $1',
      [student.id, address('old')],
    ]);
    const [{ email }] = (await asSystem<{ email: string }>([
      'select email from users where id = $1',
      [student.id],
    ])) as [{ email: string }];
    await givePassword(student);
    await owner.post('/accounts/invite_user/', { email, user_type: 'student' });
    const back = await anonymous.post('/accounts/token/', {
      username: email,
      password: PASSWORD,
      invitation: tokenIn(await mailTo(email, /Запрошення/)),
    });
    expect(back.status).toBe(200);
    expect((await rows())[0]!.user_id).toBe(student.id);
  });

  test('is refused by the database wherever nobody consented', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const { student } = other.people;
    const { body } = await own
      .as('owner')
      .post('/accounts/user/', { phone: aPhone(), user_types: ['student'] });
    const refused = async (query: string, params: unknown[]) =>
      expect(asProduct(query, params)).rejects.toThrow(/consent|record/);
    await refused("insert into memberships (company_id, user_id, user_types) values ($1, $2, '{admin}')", [
      own.id,
      student.id,
    ]);
    await refused('update memberships set user_id = $2 where company_id = $1 and user_id = $3', [
      own.id,
      student.id,
      body.id,
    ]);
    await refused('update memberships set deleted_at = now() where company_id = $1 and user_id = $2', [
      other.id,
      student.id,
    ]);
    await refused('update users set record_of = null, activated_at = now() where id = $1', [body.id]);
    await refused('update users set record_of = $2 where id = $1', [student.id, own.id]);
    await refused('insert into memberships (company_id, user_id, user_types) values ($1, $2, $3)', [
      other.id,
      body.id,
      '{admin}',
    ]);
    await refused("insert into credentials (user_id, password_hash) values ($1, 'x')", [body.id]);
    await refused('insert into sessions (user_id, expires_at) values ($1, now())', [body.id]);
    await refused('update users set email_verified = true where id = $1', [body.id]);
  });
});

const WRITTEN = [
  [
    'uk',
    {
      invites: 'Person Owner запрошує до навчання в компанії',
      waits: 'На вас чекають курси:',
      groups: 'групи:',
      more: 'та ще 1',
      until: (day: string) => `Посилання діє до ${day}.`,
    },
  ],
  [
    'en',
    {
      invites: 'Person Owner invites you to the training of',
      waits: 'Waiting for you – courses:',
      groups: 'groups:',
      more: 'and 1 more',
      until: (day: string) => `The link works until ${day}.`,
    },
  ],
  [
    'de',
    {
      invites: 'Person Owner lädt Sie zu den Schulungen von',
      waits: 'Auf Sie warten Kurse:',
      groups: 'Gruppen:',
      more: 'und 1 mehr',
      until: (day: string) => `Der Link gilt bis ${day}.`,
    },
  ],
] as const;

describe('an invitation', () => {
  test('is declined by its link or by the account, and stops the company’s mails where it is unknown', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const owner = own.as('owner');
    const invite = (email: string) => owner.post('/accounts/invite_user/', { email, user_type: 'student' });
    const email = address('nobody');
    const { body } = await invite(email);
    const mail = await mailTo(email, /Запрошення/);
    expect(mail.text).toContain('Person Owner');
    const token = tokenIn(mail);
    const decline = (unknown_company: boolean) =>
      anonymous.post('/accounts/invitation/decline/', { token, unknown_company });
    expect((await decline(true)).status).toBe(204);
    expect((await decline(true)).status).toBe(400);
    expect((await finishRegistration(token)).status).toBe(400);
    expect((await owner.get(`/accounts/user/${body.id}/`)).body.declined).toBe(true);
    await asSystem([
      "update invited_addresses set invited_at = now() - interval '2 days' where company_id = $1",
      [own.id],
    ]);
    expect((await invite(email)).body.invitation).toMatchObject({ outcome: 'stopped' });
    const { student } = other.people;
    await invite(student.email);
    const [waiting] = (await student.client.get('/accounts/invitations/')).body;
    expect(waiting).toMatchObject({
      space: { id: own.id },
      user_types: ['student'],
      inviter: 'Person Owner',
    });
    const stranger = other.as('trainer');
    expect((await stranger.post(`/accounts/invitations/${waiting.id}/decline/`, {})).status).toBe(404);
    expect((await stranger.post(`/accounts/invitations/${waiting.id}/accept/`)).status).toBe(404);
    expect((await student.client.post(`/accounts/invitations/${waiting.id}/decline/`, {})).status).toBe(204);
    expect((await student.client.get('/accounts/invitations/')).body).toEqual([]);
    expect(await sentMails(email)).toHaveLength(1);
  });

  test.each(WRITTEN)('in %s says who invites, what waits and until when', async (language, words) => {
    const own = await aCompany();
    const owner = own.as('owner');
    // It is tomorrow there for most of the day.
    const zone = 'Pacific/Kiritimati';
    await asSystem(
      ['update users set language = $2 where id = $1', [own.people.owner.id, language]],
      ['update companies set time_zone = $2 where id = $1', [own.id, zone]],
    );
    const group = await own.aGroup({ students: [] });
    const course = await own.aCourse({ group });
    const draft = { name: 'Draft', group_ids: [group.id], published: false };
    expect((await owner.post('/course/course/', draft)).status).toBe(201);
    const names = ['A & B', 'C', 'D', 'E <i>'];
    const more = await Promise.all(
      names.map(async (name) => (await owner.post('/study_group/study_group/', { name })).body.id as number),
    );
    const invited = async (group_ids: number[]) => {
      const email = address('written-to');
      await owner.post('/accounts/invite_user/', { email, user_type: 'student', group_ids });
      const [mail] = await asSystem<{ text: string; html: string }>([
        'select text, html from mails where recipient = $1',
        [email],
      ]);
      return mail!;
    };
    const until = new Date(Date.now() + 7 * 86_400_000);
    const day = until.toLocaleDateString('de-DE', {
      timeZone: zone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    });
    const alone = await invited([]);
    expect(alone.text).toContain(words.invites);
    expect(alone.text).toContain(words.until(day));
    expect(alone.text).not.toContain(words.waits);
    const few = await invited([group.id]);
    expect(few.text).toContain(`\n\n${words.waits} ${course.name}; ${words.groups} ${group.name}.\n\n`);
    const many = await invited([group.id, ...more]);
    const all = `${words.waits} ${course.name}; ${words.groups} A & B, C, D, E <i>; ${words.more}.`;
    expect(many.text).toContain(all);
    expect(many.html).toContain('A &amp; B, C, D, E &lt;i&gt;');
  });

  test('by e-mail reaches no further than the hand of who invites', async () => {
    const own = await aCompany();
    const { student, trainer } = own.people;
    const group = await own.aGroup({ students: [] });
    const course = await own.aCourse({ group });
    const invite = (as: 'manager' | 'trainer', body: object) =>
      own.as(as).post('/accounts/invite_user/', body);
    const refused = { status: 403, body: { code: 'already_in_company' } };
    expect(
      await invite('manager', { email: student.email, user_type: 'student', group_ids: [group.id] }),
    ).toMatchObject(refused);
    expect(
      await invite('trainer', { email: student.email, user_type: 'trainer', course_ids: [course.id] }),
    ).toMatchObject(refused);
    const second = await own.aPerson('manager');
    expect(
      await invite('manager', { email: second.email, user_type: 'manager', group_ids: [group.id] }),
    ).toMatchObject(refused);
    expect((await own.as('manager').get(`/accounts/user/${student.id}/`)).status).toBe(404);
    expect(
      await own
        .as('manager')
        .post('/study_group/group_member/', { group: group.id, role: 'student', emails: [student.email] }),
    ).toMatchObject(refused);
    // A block is lifted by those who may.
    await own.as('admin').post('/accounts/blocking_membership/', { user_pk: trainer.id, blocked: true });
    await own
      .as('manager')
      .post('/accounts/user/', { email: trainer.email, user_types: ['student'], group_ids: [group.id] });
    expect((await own.as('owner').get(`/accounts/user/${trainer.id}/`)).body.blocked).toBe(true);
  });
});

test('whoever left every company sets a new password, and comes back with it', async () => {
  const own = await aCompany();
  const { student } = own.people;
  await givePassword(student);
  await student.client.post('/accounts/leave_company/');
  await anonymous.post('/accounts/password_reset/', { username: student.email });
  const reset = await anonymous.post('/accounts/password_reset/confirm/', {
    token: tokenIn(await mailTo(student.email, /Новий пароль/)),
    new_password: 'Verboloz-2026',
  });
  expect(reset).toMatchObject({ status: 403, body: { code: 'no_company' } });
  await own.as('owner').post('/accounts/invite_user/', { email: student.email, user_type: 'student' });
  const back = await anonymous.post('/accounts/token/', {
    username: student.email,
    password: 'Verboloz-2026',
    invitation: tokenIn(await mailTo(student.email, /Запрошення/)),
  });
  expect(back.status).toBe(200);
});

describe('one’s own e-mail', () => {
  test('becomes another one by the link that was mailed there, used where one is signed in', async () => {
    const own = await aCompany();
    const { student, trainer } = own.people;
    const email = address('new');
    expect((await student.client.patch('/accounts/user_info/', { email })).status).toBe(204);
    expect((await student.client.get('/accounts/user_info/')).body.email).toBe(student.email);
    expect((await mailTo(student.email)).text).toContain(email);
    const token = tokenIn(await mailTo(email));
    const use = (client: Client) => client.post('/accounts/change_email/', { token });
    expect((await use(anonymous)).status).toBe(401);
    expect((await use(trainer.client)).status).toBe(400);
    expect((await use(student.client)).body).toEqual({ email });
    expect((await use(student.client)).status).toBe(400);
    expect((await student.client.get('/accounts/user_info/')).body).toMatchObject({
      email,
      email_verified: true,
    });
  });

  test('is added to an account without one, and is not taken from anybody', async () => {
    const own = await aCompany();
    const { student, trainer } = own.people;
    await asSystem([
      'update users set email = null, email_verified = false, phone = $2 where id = $1',
      [student.id, aPhone()],
    ]);
    const email = address('first');
    await student.client.patch('/accounts/user_info/', { email });
    await student.client.post('/accounts/change_email/', { token: tokenIn(await mailTo(email)) });
    expect((await student.client.get('/accounts/user_info/')).body).toMatchObject({
      email,
      email_verified: true,
    });
    expect((await trainer.client.patch('/accounts/user_info/', { email })).status).toBe(204);
    expect((await mailTo(email, /вже має/)).links[0]).toContain('/login');
    expect((await trainer.client.get('/accounts/user_info/')).body.email).toBe(trainer.email);
  });

  test('is asked for soon after the password was given only', async () => {
    const own = await aCompany();
    const { student } = own.people;
    await asSystem([
      "update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1",
      [student.id],
    ]);
    expect((await student.client.patch('/accounts/user_info/', { email: address('x') })).body.code).toBe(
      'password_confirmation_required',
    );
  });
});

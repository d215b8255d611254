import { afterEach, beforeAll, expect, test } from 'vitest';
import { ROUND } from '../../worker/platform/mail.ts';
import { aCompany, unique, type Company } from '../factories/company.ts';
import { asSystem, Client, takeBackMails, type World } from '../factories/world.ts';
import { mailTo } from '../support/mail.ts';
import { productWorld, together } from '../support/product-world.ts';

const MANY = 1000;
const address = (name: string) => `${unique(name).replace(/\s/g, '-')}@strangers.example`;

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
  await asSystem(world, ['select vouch_company($1)', [company.id]]);
});

// What is not sent yet would be late for whoever asks for health.
afterEach(() => takeBackMails(world, [company.id]));

test('a confirmation leaves at once while a thousand invitations of another company are being sent', async () => {
  const [queued] = await asSystem<{ count: number }>(world, [
    `select count(*) filter (where q.id is not null)::integer as count from generate_series(1, $2::integer) n,
            lateral queue_invitation_mail($1::integer, 'invited-' || n || '@strangers.example', '{"subject":"s","text":"t","html":"h"}') q`,
    [company.id, MANY],
  ]);
  expect(queued!.count).toBe(MANY);
  // Each of these calls sends what is due after its answer, as many people at work would have it.
  const busy = together(8, () =>
    company.as('owner').post('/accounts/invite_user/', { email: address('more'), user_type: 'student' }),
  );
  const email = address('owner');
  const registered = await new Client(world, null).post('/space/space_registration/', {
    name: unique('Company'),
    email,
    first_name: 'Олена',
    last_name: 'Коваль',
    password: 'Zorepad-2026',
    privacy_policy: true,
  });
  expect(registered.status).toBe(201);
  const [answered] = await asSystem<{ at: string }>(world, ['select clock_timestamp()::text as at']);
  await busy;
  await mailTo(email);
  const [found] = await asSystem<{ between: number; waiting: number }>(world, [
    `select count(*) filter (where i.taken_at > $3 and i.taken_at < c.taken_at)::integer as between,
            count(*) filter (where i.taken_at is null)::integer as waiting
       from mails c, mails i where c.recipient = $2 and i.company_id = $1 group by c.id`,
    [company.id, email, answered!.at],
  ]);
  // The one round that was being taken when the confirmation was queued; each later one takes it first.
  expect(found!.between).toBeLessThanOrEqual(ROUND);
  expect(found!.waiting).toBeGreaterThan(MANY / 4);
});

test('no mail is sent twice or left over by many senders at once', async () => {
  const other = await aCompany(world);
  await asSystem(world, ['select vouch_company($1)', [other.id]]);
  const people = Array.from({ length: 40 }, () => address('one'));
  const answers = await together(people.length, (index) =>
    other.as('owner').post('/accounts/invite_user/', { email: people[index], user_type: 'student' }),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
  for (const email of people) await mailTo(email, { patience: 20_000 });
  const [row] = await asSystem<{ taken: number; twice: number }>(world, [
    'select count(*)::integer as taken, count(*) filter (where tries > 1)::integer as twice from mails where company_id = $1',
    [other.id],
  ]);
  expect(row).toEqual({ taken: people.length, twice: 0 });
});

import { generate } from 'otplib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../worker/platform/secrets/hash.ts';
import { newToken, type StoredPurpose } from '../../worker/platform/secrets/tokens.ts';
import { aCompany, type Company, type Person } from '../factories/company.ts';
import { longPauses, noPauses } from '../factories/pauses.ts';
import { asSystem, Client, type Answer, type World } from '../factories/world.ts';
import { hashOf } from '../support/product-hash.ts';
import { productWorld, together } from '../support/product-world.ts';

const MANY = 50;
const PASSWORD = 'Zorepad-2026';

let world: World;
let company: Company;
let anonymous: Client;
let hash: string;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
  anonymous = new Client(world, null);
  hash = await hashOf(PASSWORD);
});

async function aStudent(): Promise<Person> {
  const person = await company.aPerson('student');
  await asSystem(world, [
    'insert into credentials (user_id, password_hash) values ($1, $2)',
    [person.id, hash],
  ]);
  return person;
}

/** A live token for a person, as a mail or a sign-in would have given it. */
async function aToken(person: Person, purpose: StoredPurpose): Promise<string> {
  const { secret, kept } = newToken(purpose);
  const place = purpose === 'invitation' ? company.id : null;
  // An invitation proves the mailbox that it was mailed to.
  await asSystem(world, [
    `select keep_token($1::jsonb, $2, $3,
       case when $3::integer is null then '{}'
         else (select jsonb_build_object('mailbox', email) from users where id = $2) end)`,
    [JSON.stringify(kept), person.id, place],
  ]);
  return secret;
}

async function withTotp(person: Person) {
  const { body } = await person.client.post('/accounts/totp/create/');
  const { secret } = body as { secret: string };
  const now = Math.floor(Date.now() / 1000);
  // A code of the half minute before would be refused as soon as the next one begins.
  const verified = await person.client.post('/accounts/totp/verify/', {
    code: await generate({ secret, epoch: now }),
  });
  expect(verified.status).toBe(200);
  return {
    code: await generate({ secret, epoch: now + 30 }),
    recovery: verified.body.recovery_codes as string[],
  };
}

const sessions = async ({ id }: Person) =>
  (await asSystem(world, ['select id from sessions where user_id = $1', [id]])).length;

/** What comes of many uses at once: how many succeed, how many are refused, and the sessions more than before. */
async function outcomeOf(person: Person, use: (index: number) => Promise<Answer>) {
  const before = await sessions(person);
  const answers = await together(MANY, use);
  const count = (...statuses: number[]) => answers.filter(({ status }) => statuses.includes(status)).length;
  const others = answers.filter(({ status }) => ![200, 400, 429].includes(status)).map(({ text }) => text);
  return {
    others,
    succeeded: count(200),
    refused: count(400, 429),
    sessions: (await sessions(person)) - before,
  };
}
const ONE = { others: [], succeeded: 1, refused: MANY - 1, sessions: 1 };

// The throttle alone would let few of them through; the rule has to hold without it.
const unthrottled = async <T>(work: () => Promise<T>): Promise<T> => {
  const restore = await noPauses(world);
  try {
    return await work();
  } finally {
    await restore();
  }
};

test.each(['with one ticket', 'with a ticket each'])(
  'one code of an authenticator app lets in once, %s',
  async (how) => {
    const person = await aStudent();
    const { code } = await withTotp(person);
    const tickets = await Promise.all(Array.from({ length: MANY }, () => aToken(person, 'second_factor')));
    const ticketOf = (index: number) => tickets[how === 'with one ticket' ? 0 : index]!;
    const outcome = await unthrottled(() =>
      outcomeOf(person, (index) =>
        anonymous.post('/accounts/totp/login/', { ticket: ticketOf(index), code }),
      ),
    );
    expect(outcome).toEqual(ONE);
  },
);

test('one recovery code lets in once, with a ticket each', async () => {
  const person = await aStudent();
  const { recovery } = await withTotp(person);
  const tickets = await Promise.all(Array.from({ length: MANY }, () => aToken(person, 'second_factor')));
  const outcome = await unthrottled(() =>
    outcomeOf(person, (index) =>
      anonymous.post('/accounts/totp/login/', { ticket: tickets[index], code: recovery[0] }),
    ),
  );
  expect(outcome).toEqual(ONE);
});

test('one link for a new password is taken once', async () => {
  const person = await aStudent();
  const token = await aToken(person, 'password_reset');
  const outcome = await outcomeOf(person, (index) =>
    anonymous.post('/accounts/password_reset/confirm/', { token, new_password: `Nova-storinka-${index}` }),
  );
  expect(outcome).toEqual(ONE);
});

test('one invitation is accepted once', async () => {
  const invited = await company.as('owner').post('/accounts/invite_user/', {
    email: `invited-${Date.now()}@example.com`,
    user_type: 'student',
  });
  const person = { id: invited.body.id } as Person;
  const token = await aToken(person, 'invitation');
  const outcome = await outcomeOf(person, (index) =>
    anonymous.post('/accounts/finish_registration/', {
      token,
      first_name: `Name ${index}`,
      last_name: 'Person',
      password: 'Nova-storinka-9',
      privacy_policy: true,
    }),
  );
  expect(outcome).toEqual(ONE);
});

test('the last free licence goes to one, of many invitations and a person let in again', async () => {
  const other = await aCompany(world);
  await other
    .as('owner')
    .post('/accounts/blocking_membership/', { user_pk: other.people.student.id, blocked: true });
  await asSystem(world, ['update companies set licence_limit = 5 where id = $1', [other.id]]);
  const answers = await together(20, (index) =>
    index === 7
      ? other
          .as('owner')
          .post('/accounts/blocking_membership/', { user_pk: other.people.student.id, blocked: false })
      : other.as('owner').post('/accounts/invite_user/', {
          email: `seat-${Date.now()}-${index}@example.com`,
          user_type: 'student',
        }),
  );
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const [seats] = await asSystem<{ taken: number }>(world, [
    'select used + pending as taken from licences($1)',
    [other.id],
  ]);
  expect(seats!.taken).toBe(5);
});

test('many wrong passwords at once are a few guesses', async () => {
  const person = await aStudent();
  onTestFinished(await longPauses(world));
  const answers = await together(MANY, (index) =>
    anonymous.post('/accounts/token/', { username: person.email, password: `Guess-${index}` }),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  const [row] = await asSystem<{ failures: number }>(world, [
    'select failures from sign_in_failures where key = $1',
    [`account:${sha256(person.email)}`],
  ]);
  expect(row!.failures).toBe(5);
});

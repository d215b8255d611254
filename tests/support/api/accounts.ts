import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { hashPassword, type HashSettings } from '../../../worker/platform/secrets/hash.ts';
import { unique, type Person } from '../../factories/company.ts';
import { Client, type Answer } from '../../factories/world.ts';
import { anonymous, asSystem, world } from './world.ts';

interface SentMail {
  subject: string;
  text: string;
  links: string[];
}
interface TestEnv extends HashSettings {
  MAIL: { sent(to: string): Promise<SentMail[]>; send(mail: object): Promise<unknown> };
  MAIL_FROM: string;
}
const settings = env as unknown as TestEnv;
const { MAIL, MAIL_FROM } = settings;

interface QueuedMail {
  id: number;
  subject: string;
  text: string;
  html: string;
}

/** Sends what is due to an address, whatever of others is queued before it; what is on its way arrives. */
async function drain(to: string): Promise<void> {
  const due = await asSystem<QueuedMail>(
    // As the product's senders take turns.
    [`select pg_advisory_xact_lock(hashtext('take_mails'), 0)`],
    [
      `update mails set tries = tries + 1, taken_at = clock_timestamp(), next_try_at = now() + interval '1 minute'
      where recipient = $1 and sent_at is null and next_try_at <= clock_timestamp() and tries < 12
      returning id, subject, text, html`,
      [to],
    ],
  );
  for (const { id, subject, text, html } of due) {
    await MAIL.send({ from: MAIL_FROM, to, subject, text, html });
    await asSystem(['update mails set sent_at = now() where id = $1', [id]]);
  }
  await expect
    .poll(
      () =>
        asSystem([
          `select id from mails where recipient = $1 and sent_at is null and taken_at is not null`,
          [to],
        ]),
      {
        timeout: 30_000,
      },
    )
    .toEqual([]);
}

/** Mails to an address, the newest first. */
export async function sentMails(to: string): Promise<SentMail[]> {
  await drain(to);
  return MAIL.sent(to);
}

/** The newest mail to an address whose subject fits; some are queued after the answer. */
export async function mailTo(to: string, subject = /(?:)/): Promise<SentMail> {
  const newest = async () => (await sentMails(to)).find((each) => subject.test(each.subject));
  await expect.poll(newest, { timeout: 30_000 }).toBeDefined();
  return (await newest())!;
}

export const tokenIn = (mail: SentMail) => new URL(mail.links[0]!).searchParams.get('token')!;
export const address = (name: string) => `${unique(name).replace(/\s/g, '-')}@example.com`;

export const PASSWORD = 'Zorepad-2026';

export const registration = (change: object = {}) => ({
  name: unique('Company'),
  email: address('owner'),
  first_name: 'Олена',
  last_name: 'Коваль',
  password: PASSWORD,
  privacy_policy: true,
  ...change,
});
export const register = (body: object) => anonymous.post('/space/space_registration/', body);
export const signIn = (username: string, password = PASSWORD) =>
  anonymous.post('/accounts/token/', { username, password });
export const profileOf = (answer: Answer) =>
  new Client(world, answer.body.access).get('/accounts/user_info/');

/** Somebody who registered a company and confirmed the address, through the product. */
export async function aRegisteredOwner(change: object = {}) {
  const body = registration(change);
  expect(await register(body)).toMatchObject({ status: 201, body: { email: body.email } });
  const confirmed = await anonymous.post('/accounts/email_confirmation/', {
    token: tokenIn(await mailTo(body.email)),
    password: body.password,
  });
  expect(confirmed.status).toBe(200);
  return { ...body, confirmed };
}

/** Accepts the invitation that waits for somebody's mailbox, as they would in their profile. */
export async function acceptInvitation(client: Client, space: { id: number }): Promise<Client> {
  const { body } = await client.get('/accounts/invitations/');
  const invitation = body.find((each: { space: { id: number } }) => each.space.id === space.id);
  const accepted = await client.post(`/accounts/invitations/${invitation.id}/accept/`);
  expect(accepted.status).toBe(200);
  return new Client(world, accepted.body.access);
}

/** Makes an account by the link of an invitation. */
export const finishRegistration = (token: string, change: object = {}) =>
  anonymous.post('/accounts/finish_registration/', {
    token,
    first_name: 'Іван',
    last_name: 'Ґава',
    password: PASSWORD,
    privacy_policy: true,
    ...change,
  });

let hash: Promise<string> | undefined;

/** Gives a person of a factory the password `PASSWORD`. */
export async function givePassword(person: Person): Promise<void> {
  hash ??= hashPassword(PASSWORD, settings);
  await asSystem([
    'insert into credentials (user_id, password_hash) values ($1, $2)',
    [person.id, await hash],
  ]);
}

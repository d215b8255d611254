import { sql } from 'drizzle-orm';
import { ASSIGNABLE_BY, assignableTo, IMPLIED_TYPES } from '../access/contract.ts';
import { invitationMails } from '../accounts/mails.ts';
import { LANGUAGES, type Language } from '../accounts/contract.ts';
import { productOf } from '../accounts/service.ts';
import { AppError } from '../errors/app-error.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { BodyOf } from '../platform/contract.ts';
import { ids, json, remembered, statement, texts, type Db } from '../platform/database.ts';
import { sendDueMails } from '../platform/mail.ts';
import { newToken } from '../platform/tokens.ts';
import type * as contract from './contract.ts';

/** The role in a group that comes with a role in the company. */
const GROUP_ROLE = {
  owner: 'manager',
  admin: 'manager',
  manager: 'manager',
  trainer: 'coach',
  student: 'student',
} as const;

/**
 * Invites a person by e-mail (§7 accounts/invite_user); groups and courses must lie in the caller's reach.
 * Two round trips: the company's name for the mail, then everything else as one.
 * Errors: user_type_not_assignable (§6, hierarchy), licences_exhausted, not_found for a group or course out of reach.
 */
export async function inviteUser(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.inviteUser>,
  later: (work: Promise<unknown>) => void,
) {
  const { email, user_type, first_name = '', last_name = '', group_ids = [], course_ids = [] } = body;
  if (!ASSIGNABLE_BY[user_type].includes(scope.user_type)) {
    throw new AppError('user_type_not_assignable', { field: 'user_type' });
  }
  const [[inviter]] = await db.run(
    { ...scope, idempotency: null },
    statement<{ company: string; language: Language }>(sql`
      select c.name as company, u.language from companies c join users u on u.id = ${scope.user_id}
        where c.id = ${scope.company_id}`),
  );
  const { secret, kept } = newToken('invitation');
  const mails = invitationMails(productOf(env), inviter!.company, secret);
  const language = LANGUAGES.includes(inviter!.language) ? inviter!.language : 'uk';
  const [[invited]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select invite_person(${email}, ${json({ first_name, last_name })}, ${texts(IMPLIED_TYPES[user_type])}, ${GROUP_ROLE[user_type]},
          ${ids(group_ids)}, ${ids(course_ids)}, ${json(kept)}, ${json(mails)}, ${language}) as id
      )${remembered(scope)} select id from created`),
  );
  later(sendDueMails(env, db));
  return invited!;
}

/**
 * Blocks a person in this company, or lets them in again (§7 blocking_membership): a state, so that repeating it changes
 * nothing. Counts on the person's very next request. Errors: not_found, user_not_manageable, user_not_activated,
 * licences_exhausted when letting in.
 */
export async function blockMembership(
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.blockMembership>,
): Promise<undefined> {
  const { user_pk, blocked } = body;
  const assignable = texts(assignableTo(scope.user_type));
  await db.run(scope, statement(sql`select block_membership(${user_pk}, ${blocked}, ${assignable})`));
}

/**
 * Takes a person out of the company; only those who are neither manager nor above (§6, row actions). Results and history
 * stay. Errors: not_found, user_not_manageable.
 */
export async function deleteMembership(db: Db, scope: Scope, user_id: number): Promise<undefined> {
  await db.run(scope, statement(sql`select remove_membership(${user_id}, ${texts(['trainer', 'student'])})`));
}

/**
 * Brings a person of another company that the caller owns or administers into this one.
 * Errors: user_type_not_assignable, not_found, already_member, licences_exhausted.
 */
export async function createMembership(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.createMembership>,
  later: (work: Promise<unknown>) => void,
) {
  const { user_pk, user_type } = body;
  if (!ASSIGNABLE_BY[user_type].includes(scope.user_type)) {
    throw new AppError('user_type_not_assignable', { field: 'user_type' });
  }
  const [[company]] = await db.run(
    { ...scope, idempotency: null },
    statement<{ name: string }>(sql`select name from companies where id = ${scope.company_id}`),
  );
  const mails = json(invitationMails(productOf(env), company!.name, '').known);
  const [[added]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (select add_membership(${user_pk}, ${texts(IMPLIED_TYPES[user_type])}, ${mails}) as id)
        ${remembered(scope)} select id from created`),
  );
  later(sendDueMails(env, db));
  return added!;
}

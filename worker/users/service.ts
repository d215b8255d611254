import { sql } from 'drizzle-orm';
import { ASSIGNABLE_BY, IMPLIED_TYPES } from '../access/contract.ts';
import { invitationMails } from '../accounts/mails.ts';
import { LANGUAGES, type Language } from '../accounts/contract.ts';
import { AppError } from '../errors/app-error.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { BodyOf } from '../platform/contract.ts';
import { ids, json, remembered, statement, type Db } from '../platform/database.ts';
import { randomToken, sha256 } from '../platform/hash.ts';
import { sendDueMails } from '../platform/mail.ts';
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
  const token = randomToken();
  const mails = invitationMails({ name: env.PRODUCT_NAME, url: env.APP_URL }, inviter!.company, token);
  const language = LANGUAGES.includes(inviter!.language) ? inviter!.language : 'uk';
  const types = `{${IMPLIED_TYPES[user_type].join(',')}}`;
  const [[invited]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select invite_person(${email}, ${json({ first_name, last_name })}, ${types}::text[], ${GROUP_ROLE[user_type]},
          ${ids(group_ids)}, ${ids(course_ids)}, ${sha256(token)}, ${json(mails)}, ${language}) as id
      )${remembered(scope)} select id from created`),
  );
  later(sendDueMails(env, db));
  return invited!;
}

import { sql } from 'drizzle-orm';
import { ASSIGNABLE_BY, IMPLIED_TYPES, USER_TYPES, type UserType } from '../../access/contract.ts';
import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { credentialsMails } from '../../identity/accounts/mails.ts';
import { productOf } from '../../identity/accounts/service.ts';
import { AppError } from '../../errors/app-error.ts';
import { invitationMails } from '../invitations/mails.ts';
import type { Env, Scope } from '../../platform/context.ts';
import { ids, statement, type Db } from '../../platform/database.ts';
import { newToken } from '../../platform/tokens.ts';

/** Stands in a mail for the secret of each person's own link. */
const SECRET = '{token}';

interface Inviter {
  company: string;
  inviter: string;
  /** Names of the groups, courses and programs asked for. */
  places: string[];
  language: Language;
}

interface Places {
  group_ids?: readonly number[];
  course_ids?: readonly number[];
  program_ids?: readonly number[];
}

/** Who invites into which places of which company, and in which language somebody unknown is written to. */
export async function inviterOf(
  db: Db,
  scope: Scope,
  { group_ids = [], course_ids = [], program_ids = [] }: Places = {},
): Promise<Inviter> {
  const [[inviter]] = await db.run(
    { ...scope, idempotency: null },
    statement<Inviter>(sql`
      select c.name as company, concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as inviter, u.language,
             array(select name from programs where id = any (${ids(program_ids)}) union all
                   select name from courses where id = any (${ids(course_ids)}) union all
                   select name from study_groups where id = any (${ids(group_ids)})) as places
        from companies c join users u on u.id = ${scope.user_id} where c.id = ${scope.company_id}`),
  );
  const { language, ...rest } = inviter!;
  return { ...rest, language: LANGUAGES.includes(language) ? language : 'uk' };
}

/**
 * What the database needs to invite people by e-mail into a role: a link for each address and the mails around it.
 * Without addresses it asks nothing of the database. Errors: user_type_not_assignable.
 */
export async function newInvitations(
  env: Env,
  db: Db,
  scope: Scope,
  user_type: UserType,
  emails: readonly string[],
  places: Places = {},
) {
  const types = withImplied([user_type]);
  if (emails.length === 0) return { types, language: 'uk' as Language, tokens: {}, mails: {} };
  requireAssignable(scope, [user_type], 'role');
  const inviter = await inviterOf(db, scope, places);
  return {
    types,
    language: inviter.language,
    tokens: linksFor(emails),
    mails: invitationMails(productOf(env), inviter, SECRET),
  };
}

/** What the database needs to send people their credentials: a link for each, and the mails around it. */
export async function newCredentials(env: Env, db: Db, scope: Scope, user_ids: readonly number[]) {
  const inviter = await inviterOf(db, scope);
  const product = productOf(env);
  return {
    tokens: linksFor(user_ids),
    mails: {
      invitation: invitationMails(product, inviter, SECRET),
      credentials: credentialsMails(product, inviter.company),
    },
  };
}

const linksFor = (people: readonly (string | number)[]): Record<string, ReturnType<typeof newToken>> =>
  Object.fromEntries(people.map((each) => [each, newToken('invitation')]));

/** Refuses roles that the caller's role may not give (§6, hierarchy). */
export function requireAssignable(scope: Scope, user_types: readonly UserType[], field: string): void {
  if (user_types.some((user_type) => !ASSIGNABLE_BY[user_type].includes(scope.user_type))) {
    throw new AppError('user_type_not_assignable', { field });
  }
}

/** Roles with those that come along, strongest first. */
export function withImplied(user_types: readonly UserType[]): UserType[] {
  const held = new Set(user_types.flatMap((user_type) => IMPLIED_TYPES[user_type]));
  return USER_TYPES.filter((user_type) => held.has(user_type));
}

import { sql } from 'drizzle-orm';
import { ASSIGNABLE_BY, IMPLIED_TYPES, USER_TYPES, type UserType } from '../access/contract.ts';
import { LANGUAGES, type Language } from '../accounts/contract.ts';
import { credentialsMails, invitationMails } from '../accounts/mails.ts';
import { productOf } from '../accounts/service.ts';
import { AppError } from '../errors/app-error.ts';
import type { Env, Scope } from '../platform/context.ts';
import { statement, type Db } from '../platform/database.ts';
import { newToken } from '../platform/tokens.ts';

/** Stands in a mail for the secret of each person's own link. */
const SECRET = '{token}';

interface Inviter {
  company: string;
  language: Language;
}

/** The company that invites, and the language of who does it, in which somebody unknown is written to. */
export async function inviterOf(db: Db, scope: Scope): Promise<Inviter> {
  const [[inviter]] = await db.run(
    { ...scope, idempotency: null },
    statement<Inviter>(sql`
      select c.name as company, u.language from companies c join users u on u.id = ${scope.user_id}
        where c.id = ${scope.company_id}`),
  );
  const { company, language } = inviter!;
  return { company, language: LANGUAGES.includes(language) ? language : 'uk' };
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
) {
  const types = withImplied([user_type]);
  if (emails.length === 0) return { types, language: 'uk' as Language, tokens: {}, mails: {} };
  requireAssignable(scope, [user_type], 'role');
  const { company, language } = await inviterOf(db, scope);
  return {
    types,
    language,
    tokens: linksFor(emails),
    mails: invitationMails(productOf(env), company, SECRET),
  };
}

/** What the database needs to send people their credentials: a link for each, and the mails around it. */
export async function newCredentials(env: Env, db: Db, scope: Scope, user_ids: readonly number[]) {
  const { company } = await inviterOf(db, scope);
  const product = productOf(env);
  return {
    tokens: linksFor(user_ids),
    mails: {
      invitation: invitationMails(product, company, SECRET).new,
      credentials: credentialsMails(product, company),
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

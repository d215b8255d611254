import { productOf } from '../../platform/mail.ts';
import { eq } from 'drizzle-orm';
import { ASSIGNABLE_BY, IMPLIED_TYPES, USER_TYPES, type UserType } from '../../access/contract.ts';
import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { credentialsMails } from '../../identity/accounts/mails.ts';
import { fullName } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies } from '../../identity/companies/tables.ts';
import { AppError } from '../../errors/app-error.ts';
import { invitationMails } from '../invitations/mails.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { newToken } from '../../platform/secrets/tokens.ts';

/** Stands in a mail for the secret of each person's own link. */
const SECRET = '{token}';

const inviter = prepared((given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({
      company: companies.name,
      inviter: fullName,
      language: users.language,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, given.user_id))
    .where(eq(companies.id, given.company_id)),
);

/** Who invites into which company, and in which language somebody unknown is written to. */
export async function inviterOf(db: Db, scope: Scope) {
  const { company_id, user_id } = scope;
  const [[found]] = await db.run({ ...scope, idempotency: null }, inviter({ company_id, user_id }));
  const { language, ...rest } = found!;
  return { ...rest, language: LANGUAGES.includes(language) ? language : ('uk' as const) };
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
  const from = await inviterOf(db, scope);
  return {
    types,
    language: from.language,
    tokens: linksFor(emails),
    mails: invitationMails(productOf(env), from, SECRET),
  };
}

/** What the database needs to send people their credentials: a link for each, and the mails around it. */
export async function newCredentials(env: Env, db: Db, scope: Scope, user_ids: readonly number[]) {
  const from = await inviterOf(db, scope);
  const product = productOf(env);
  return {
    tokens: linksFor(user_ids),
    mails: {
      invitation: invitationMails(product, from, SECRET),
      credentials: credentialsMails(product, from.company),
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

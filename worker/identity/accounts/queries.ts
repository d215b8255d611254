import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { permissionsOf, reachOf } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { sha256 } from '../../platform/secrets/hash.ts';
import { build, firstOf, gathered, type Given, photoOf, prepared } from '../../platform/database/queries.ts';
import { companies, memberships } from '../companies/tables.ts';
import type * as contract from './contract.ts';
import { HINTS, type Hint } from './contract.ts';
import {
  companiesOfResetLink,
  confirmation,
  firstSteps,
  licences,
  ownInvitationsCount,
  ownRunningAttempt,
  ownSecondFactorMissing,
  ownSessions,
  namelessAddress,
  ownSpaces,
  passwordResetLink,
  personOf,
  ranked,
} from './functions.ts';
import { users } from './tables.ts';

type UserInfo = ResponseOf<typeof contract.userInfo>;

/** What a person is called, over `users`: family name first, as everywhere. */
export const fullName = sql<string>`concat_ws(' ', nullif(${users.last_name}, ''), nullif(${users.first_name}, ''))`;

const NAMED = { id: users.id, first_name: users.first_name, last_name: users.last_name };

/** A person as others name them, over `users`. */
export const personNamed = personOf(NAMED).getSQL();

/** The same as columns. */
export const namedColumns = { ...NAMED, address: namelessAddress(NAMED).getSQL() };

/** A person with a photo, as lists name them, over `users`. */
export const personColumns = { ...namedColumns, photo: photoOf(users.photo_id) };

const space = relation(ownSpaces({}), 'space');
const spaces = build
  .select({ id: space.id, name: space.name, user_types: space.user_types })
  .from(space)
  .orderBy(space.id);

const licence = relation(licences({ company: memberships.company_id }), 'licence');
const licencesOf = build
  .select({ used: licence.used, pending: licence.pending, limit: licence.limit })
  .from(licence);

const ofCompany = <F extends PgColumn>(column: F) =>
  build.select({ column }).from(companies).where(eq(companies.id, memberships.company_id));

/** What only those who administer a company are told of it. */
const administered = (administers: boolean) => ({
  erase_at: administers ? sql<string | null>`${ofCompany(companies.erase_at)}` : sql<string | null>`null`,
  first_steps: administers
    ? sql<UserInfo['first_steps']>`${firstSteps({})}`
    : sql<UserInfo['first_steps']>`null`,
  licences: administers ? firstOf(licencesOf) : sql<UserInfo['licences']>`null`,
});

const profile = prepared(
  (given: Given<{ company_id: number; user_id: number }>, administers: boolean, student: boolean) =>
    build
      .select({
        id: users.id,
        first_name: users.first_name,
        last_name: users.last_name,
        middle_name: users.middle_name,
        email: users.email,
        email_verified: users.email_verified,
        phone: users.phone,
        language: users.language,
        dismissed_hints: users.dismissed_hints,
        photo: photoOf(users.photo_id),
        position: memberships.position,
        subdivision: memberships.subdivision,
        comment: memberships.comment,
        proposed_name: memberships.proposed_name,
        user_types: ranked({ types: memberships.user_types }).getSQL(),
        spaces: gathered(spaces),
        invitations: ownInvitationsCount({}).getSQL(),
        running_attempt: student
          ? ownRunningAttempt({}).getSQL()
          : sql<UserInfo['running_attempt']>`null::jsonb`,
        second_factor_missing: ownSecondFactorMissing({}).getSQL(),
        space_photo: photoOf(sql<number | null>`${ofCompany(companies.photo_id)}`),
        ...administered(administers),
      })
      .from(users)
      .innerJoin(
        memberships,
        and(eq(memberships.company_id, given.company_id), eq(memberships.user_id, users.id)),
      )
      .where(eq(users.id, given.user_id)),
);

const isHint = (word: string): word is Hint => (HINTS as readonly string[]).includes(word);

/** The profile of the person who calls, with companies, roles and permissions, in one round trip. */
export async function profileOf(db: Db, scope: Scope): Promise<UserInfo> {
  const { company_id, user_id, user_type } = scope;
  const administers = reachOf('editCompany', user_type) !== null;
  const [[row]] = await db.run(scope, profile({ company_id, user_id }, administers, user_type === 'student'));
  const { last_name, first_name, middle_name, spaces: held } = row!;
  return {
    ...row!,
    // One that has gone since is no hint any more.
    dismissed_hints: row!.dismissed_hints.filter(isHint),
    user_full_info: [last_name, first_name, middle_name].filter(Boolean).join(' '),
    blocked: false,
    is_online: true,
    company: held.find(({ id }) => id === company_id)?.name ?? '',
    role: user_type,
    current_login_info: { type_user: user_type, space_pk: company_id },
    permissions: permissionsOf(user_type),
  };
}

/** Whose registration a link confirms. Errors: token_incorrect for a used, replaced, expired or unknown one. */
export async function registrationOf(db: Db, token: string) {
  const [[found]] = await db.system(confirmation({ token_hash: sha256(token) }));
  if (!found) throw new AppError('token_incorrect', { field: 'token' });
  return found;
}

/**
 * Whose password a link resets, with the names of their companies.
 * Errors: reset_link_invalid for a used, replaced, expired or unknown one.
 */
export async function passwordOwnerOf(db: Db, token: string) {
  const token_hash = sha256(token);
  const [[person], [names = []]] = await db.system(
    passwordResetLink({ token_hash }),
    companiesOfResetLink({ token_hash }),
  );
  if (!person) throw new AppError('reset_link_invalid', { field: 'token' });
  return { person, companies: names };
}

/** Where the caller is signed in. */
export async function sessionsOf(db: Db, scope: Scope) {
  const [rows] = await db.run(scope, ownSessions({}));
  return rows;
}

/** Says how long a throttled try has to wait. */
export function refuseLocked(locked_until: string | null | undefined): void {
  const seconds = locked_until ? Math.ceil((Date.parse(locked_until) - Date.now()) / 1000) : 0;
  if (seconds > 60) throw new AppError('too_many_attempts', { params: { minutes: Math.ceil(seconds / 60) } });
  if (seconds > 0) throw new AppError('slow_down', { params: { seconds } });
}

/** The help widget's product for a language; null where none is configured. */
export function widgetProductOf(env: Env, language: string): string | null {
  const { SLEEKPLAN_KEY: key, SLEEKPLAN_PRODUCT_UK: uk, SLEEKPLAN_PRODUCT_OTHER: other } = env;
  return (key && (language === 'uk' ? uk : other)) || null;
}

/** In which language somebody is spoken to. */
export const languageOf = prepared((given: Given<{ user_id: number }>) =>
  build.select({ language: users.language }).from(users).where(eq(users.id, given.user_id)),
);

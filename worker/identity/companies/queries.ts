import { and, eq, isNull, sql } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, photoOf, prepared, type Given } from '../../platform/database/queries.ts';
import { users } from '../accounts/tables.ts';
import { mailAllowance } from './functions.ts';
import { companies } from './tables.ts';

/** How the invitations of the current company get on. */
export async function mailAllowanceOf(db: Db, scope: Scope) {
  const [[allowance]] = await db.run(scope, mailAllowance({}));
  return allowance!;
}

const company = prepared((given: Given<{ id: number }>, administers: boolean) =>
  build
    .select({
      id: companies.id,
      name: companies.name,
      email: companies.email,
      phone: companies.phone,
      website: companies.website,
      facebook: companies.facebook,
      instagram: companies.instagram,
      linkedin: companies.linkedin,
      description: companies.description,
      time_zone: companies.time_zone,
      photo: photoOf(companies.photo_id),
      owner: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      second_factor_required: administers
        ? sql<boolean | null>`${companies.second_factor_required}`
        : sql<boolean | null>`null::boolean`,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.owner_id))
    .where(and(eq(companies.id, given.id), isNull(companies.deleted_at))),
);

/** The current company; any other id answers as a missing one. */
export async function spaceOf(db: Db, scope: Scope, id: number) {
  const administers = reachOf('editCompany', scope.user_type) !== null;
  const [[row]] = await db.run(scope, company({ id }, administers));
  if (!row) throw new AppError('not_found');
  return row;
}

/** What the caller's company is called, and in which language they read. */
export const ownCompanyAndLanguage = prepared((given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({ company: companies.name, language: users.language })
    .from(companies)
    .innerJoin(users, eq(users.id, given.user_id))
    .where(eq(companies.id, given.company_id)),
);

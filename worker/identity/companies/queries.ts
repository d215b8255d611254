import { sql } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { photoOf, statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

/** How the invitations of the current company get on. */
export async function mailAllowanceOf(db: Db, scope: Scope) {
  type Allowance = ResponseOf<typeof contract.getMailAllowance>;
  const [[row]] = await db.run(
    scope,
    statement<{ allowance: Allowance }>(sql`select mail_allowance() as allowance`),
  );
  return row!.allowance;
}

/** The current company; any other id answers as a missing one. */
export async function spaceOf(db: Db, scope: Scope, id: number) {
  const administers = reachOf('editCompany', scope.user_type) !== null;
  const [[row]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.getSpace>>(sql`
      select c.id, c.name, c.email, c.phone, c.website, c.facebook, c.instagram, c.linkedin, c.description, c.time_zone,
             ${photoOf(sql`c.photo_id`)} as photo,
             jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as owner,
             ${administers ? sql`c.second_factor_required` : sql`null::boolean`} as second_factor_required
        from companies c join users u on u.id = c.owner_id
        where c.id = ${id} and c.deleted_at is null`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

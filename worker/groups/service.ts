import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import type { Scope } from '../platform/context.ts';
import type { BodyOf } from '../platform/contract.ts';
import { ids, remembered, statement, type Db } from '../platform/database.ts';
import type * as contract from './contract.ts';

/** Creates a study group; a manager becomes its manager. Errors: group_name_taken, not_found for a manager. */
export async function createGroup(db: Db, scope: Scope, body: BodyOf<typeof contract.createGroup>) {
  const { name, description = '', manager_ids = [] } = body;
  const managers =
    scope.user_type === 'manager' ? [...new Set([...manager_ids, scope.user_id])] : manager_ids;
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        insert into study_groups (company_id, name, description) values (${scope.company_id}, ${name}, ${description})
          returning id
      ), managers as (
        insert into group_members (company_id, group_id, user_id, role)
          select ${scope.company_id}, created.id, user_id, 'manager' from created, unnest(${ids(managers)}) user_id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/** Changes a group in reach; `manager_ids` replaces its managers. Errors: not_found, group_name_taken. */
export async function updateGroup(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateGroup>,
): Promise<undefined> {
  const { name = null, description = null, manager_ids } = body;
  await db.run(
    scope,
    statement(sql`
      with changed as (
        update study_groups g set name = coalesce(${name}, name), description = coalesce(${description}, description)
          where g.company_id = ${scope.company_id} and g.id = ${id} and g.deleted_at is null
            and ${inReach(scope, 'groups', sql`g.id`)}
          returning id
      )
      select case when not exists (select from changed) then fail('not_found') end`),
    ...(manager_ids
      ? [
          statement(sql`delete from group_members where company_id = ${scope.company_id} and group_id = ${id}
            and role = 'manager' and user_id <> all (${ids(manager_ids)})`),
          statement(sql`insert into group_members (company_id, group_id, user_id, role)
            select ${scope.company_id}, ${id}, user_id, 'manager' from unnest(${ids(manager_ids)}) user_id
            on conflict do nothing`),
        ]
      : []),
  );
}

/** Hides a group. Errors: not_found; group_required while a course has no other group. */
export async function deleteGroup(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`select require_other_groups(${id})`),
    statement(sql`
      with deleted as (
        update study_groups g set deleted_at = app_now()
          where g.company_id = ${scope.company_id} and g.id = ${id} and g.deleted_at is null
            and ${inReach(scope, 'groups', sql`g.id`)}
          returning id
      )
      select case when not exists (select from deleted) then fail('not_found') end`),
  );
}

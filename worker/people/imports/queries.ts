import { sql } from 'drizzle-orm';
import type { UserType } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import { alphabetical } from '../../platform/list.ts';
import { usersWhere } from '../users/queries.ts';
import type { exportUsers, listImports } from './contract.ts';

/** A group that people can be imported into. */
export interface NumberedGroup {
  id: number;
  name: string;
}

/** What the template is made of: the caller's language, the company's name, the groups in reach. */
export async function templateOf(db: Db, scope: Scope) {
  const [[own], groups] = await db.run(
    scope,
    statement<{ language: Language; company: string }>(sql`
      select u.language, c.name as company from companies c join users u on u.id = ${scope.user_id}
        where c.id = ${scope.company_id}`),
    statement<NumberedGroup>(sql`
      select g.id, g.name from study_groups g
        where g.company_id = ${scope.company_id} and g.deleted_at is null and ${inReach(scope, 'groups', sql`g.id`)}
        order by ${alphabetical(sql`g.name`)}, g.id`),
  );
  return { ...own!, groups };
}

export interface ExportedPerson {
  user_types: UserType[];
  email: string | null;
  phone: string | null;
  last_name: string;
  first_name: string;
  middle_name: string;
  subdivision: string;
  position: string;
  comment: string;
  group_ids: number[];
}

/** Everybody whom a list with these filters is about, with the groups in reach that they manage. */
export async function peopleToExport(db: Db, scope: Scope, query: QueryOf<typeof exportUsers>) {
  const [[own], people] = await db.run(
    scope,
    statement<{ language: Language }>(sql`select language from users where id = ${scope.user_id}`),
    statement<ExportedPerson>(sql`
      select m.user_types, u.email, u.phone, u.last_name, u.first_name, u.middle_name, m.subdivision, m.position, m.comment,
             array(select gm.group_id from group_members gm
                     join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
                     where gm.company_id = m.company_id and gm.user_id = u.id and gm.role = 'manager'
                       and ${inReach(scope, 'groups', sql`g.id`)} order by gm.group_id) as group_ids
        from memberships m join users u on u.id = m.user_id
        where ${usersWhere(scope, query)}
        order by ${alphabetical(sql`u.last_name`)}, ${alphabetical(sql`u.first_name`)}, u.id`),
  );
  return { language: own!.language, people };
}

/** The latest imports that the caller may take back: of the company, or for a manager their own. */
export async function latestImports(db: Db, scope: Scope) {
  const [rows] = await db.run(
    scope,
    statement<ResponseOf<typeof listImports>[number]>(sql`
      select h.batch, min(h.created_at) as created_at,
             (select jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name)
                from users u where u.id = min(h.author_id)) as author,
             count(*) filter (where h.old_object is null or h.old_object->>'deleted_at' is not null)::integer as joined,
             count(*) filter (where h.old_object is not null and h.old_object->>'deleted_at' is null)::integer as changed
        from history h
        where h.company_id = ${scope.company_id} and h.batch is not null and h.object_model = 'membership'
          and h.action <> 'restore' and (${scope.reach === 'company'} or h.author_id = ${scope.user_id})
        group by h.batch order by min(h.created_at) desc limit 5`),
  );
  return rows;
}

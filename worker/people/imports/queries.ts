import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Reach } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { users } from '../../identity/accounts/tables.ts';
import { ownCompanyAndLanguage } from '../../identity/companies/queries.ts';
import { memberships } from '../../identity/companies/tables.ts';
import { history } from '../../insight/history/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical } from '../../platform/database/list.ts';
import {
  build,
  firstOf,
  gathered,
  prepared,
  tied,
  type Given,
  type RowOf,
} from '../../platform/database/queries.ts';
import { group_members, study_groups } from '../groups/tables.ts';
import { peopleFilters, peopleWhere, type PeopleFilters, type Status } from '../users/queries.ts';
import type { exportUsers } from './contract.ts';

const groupsInReach = prepared((given: Given<{ company_id: number }>, reach: Reach) =>
  build
    .select({ id: study_groups.id, name: study_groups.name })
    .from(study_groups)
    .where(
      and(
        eq(study_groups.company_id, given.company_id),
        isNull(study_groups.deleted_at),
        inReach({ reach }, 'groups', study_groups.id),
      ),
    )
    .orderBy(alphabetical(study_groups.name), study_groups.id),
);

/** A group that people can be imported into. */
export type NumberedGroup = RowOf<ReturnType<typeof groupsInReach>>;

/** What the template is made of: the caller's language, the company's name, the groups in reach. */
export async function templateOf(db: Db, scope: Scope) {
  const [[own], groups] = await db.run(
    scope,
    ownCompanyAndLanguage(scope),
    groupsInReach({ company_id: scope.company_id }, scope.reach),
  );
  return { ...own!, groups };
}

/** The groups in reach that somebody of the list is in, with what they are there. */
const groupsOfPerson = (reach: Reach) =>
  build
    .select({ id: study_groups.id, name: study_groups.name, role: group_members.role })
    .from(group_members)
    .innerJoin(study_groups, tied(study_groups, group_members, eq(study_groups.id, group_members.group_id)))
    .where(
      tied(
        group_members,
        memberships,
        eq(group_members.user_id, memberships.user_id),
        isNull(study_groups.deleted_at),
        inReach({ reach }, 'groups', study_groups.id),
      ),
    )
    .orderBy(alphabetical(study_groups.name), study_groups.id);

// Whoever has no e-mail is found again by the phone that the company typed alone; their own may be another by now.
const knownPhone = sql<string | null>`case when ${users.email} is null
  then coalesce(${memberships.recorded_phone}, ${users.phone}) else ${users.phone} end`;

const exported = prepared((given: Given<PeopleFilters>, status: Status, reach: Reach) =>
  build
    .select({
      user_types: memberships.user_types,
      email: users.email,
      phone: knownPhone,
      last_name: users.last_name,
      first_name: users.first_name,
      middle_name: users.middle_name,
      subdivision: memberships.subdivision,
      position: memberships.position,
      comment: memberships.comment,
      groups: gathered(groupsOfPerson(reach)),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(peopleWhere(given, status, reach))
    .orderBy(alphabetical(users.last_name), alphabetical(users.first_name), users.id),
);

export type ExportedPerson = RowOf<ReturnType<typeof exported>>;

/** Everybody whom a list with these filters is about, with the groups in reach that they are in. */
export async function peopleToExport(db: Db, scope: Scope, query: QueryOf<typeof exportUsers>) {
  const [[own], people] = await db.run(
    scope,
    ownCompanyAndLanguage(scope),
    exported(peopleFilters(scope, query), query.status, scope.reach),
  );
  return { language: own!.language, people };
}

const isPlace = eq(history.relation, 'group_members');
const isNew = isNull(history.old_object);
const wasGone = sql`${history.old_object}->>'deleted_at' is not null`;
const joins = sql`${history.relation} = 'memberships' and (${isNew} or ${wasGone})`;
/** Whom an entry is about: of one person there may be several, of their name, their record and each group. */
const subject = sql`case when ${isPlace} then (${history.new_object}->>'user_id')::integer else ${history.object_id} end`;
// A manager manages each group that their import makes.
const isImporters = sql`${isPlace} and ${history.author_type} = 'manager' and ${subject} = ${history.author_id}`;

const nameOfImport = sql`replace(${history.batch}, 'undo ', '')`;
// Whoever is brought back by an import is restored as well.
const isUndoing = sql`${history.batch} like 'undo %'`;
const ofImport = (of: SQL) => sql<string>`min(${of}) filter (where not ${isUndoing})`;
const peopleWith = (what: SQL) =>
  sql<number>`(count(distinct ${subject}) filter (where not ${isUndoing} and ${what}))::integer`;
const joined = peopleWith(joins);

/** With the batch by which each was taken back, which bears its name (undo_import). */
const imports = prepared((given: Given<{ company_id: number; user_id: number }>, everybodys: boolean) =>
  build
    .select({
      batch: sql<string>`${nameOfImport}`,
      created_at: ofImport(sql`${history.created_at}`),
      undone_at: sql<string | null>`min(${history.created_at}) filter (where ${isUndoing})`,
      author: firstOf(
        build
          .select({ first_name: users.first_name, last_name: users.last_name })
          .from(users)
          .where(eq(users.id, ofImport(sql`${history.author_id}`))),
      ),
      joined,
      changed: sql<number>`${peopleWith(sql`not (${isImporters})`)} - ${joined}`,
    })
    .from(history)
    .where(
      and(
        eq(history.company_id, given.company_id),
        isNotNull(history.batch),
        // What a directory does has a batch too, which grows for ever and is nobody's to take back.
        sql`${history.batch} not like 'directory %'`,
        inArray(history.object_model, ['membership', 'group']),
        inArray(history.relation, ['memberships', 'users', 'group_members']),
        everybodys ? undefined : or(eq(history.author_id, given.user_id), isUndoing),
      ),
    )
    .groupBy(nameOfImport)
    .having(sql`bool_or(not ${isUndoing})`)
    .orderBy(sql`min(${history.created_at}) desc`)
    .limit(5),
);

/** The latest imports that the caller may take back: of the company, or for a manager their own. */
export async function latestImports(db: Db, scope: Scope) {
  const { company_id, user_id, reach } = scope;
  const [rows] = await db.run(scope, imports({ company_id, user_id }, reach === 'company'));
  return rows.map((row) => ({ ...row, author: row.author! }));
}

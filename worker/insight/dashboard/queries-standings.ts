import { and, eq, gt, isNotNull, isNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { certificates } from '../../exams/certificates/tables.ts';
import { personNamed } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { memberships } from '../../identity/companies/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { programs } from '../../learning/programs/tables.ts';
import { study_groups } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  contains,
  listed,
  paged,
  pagedThenTold,
  searched,
} from '../../platform/database/list.ts';
import { object, tied, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { endOfDayIn, groupStandings, programStandings, toldGroups, toldPrograms } from './functions.ts';
import { requireOwnCompany } from './queries.ts';

type StandingQuery = QueryOf<typeof contract.listGroupStandings>;

interface Filters {
  company_id: number;
  pattern: string | undefined;
}

const filtersOf = ({ company_id }: Scope, { search }: StandingQuery): Filters => ({
  company_id,
  pattern: searched(search),
});

/** Of every group, or program, where its students stand. */
interface Figures {
  students: SQL;
  progress: SQL;
  new: SQL;
  in_progress: SQL;
  finished: SQL;
}

/** By which figure a list runs. By name none is worked out but those of the page; by a figure all are. */
const orderBy = (name: PgColumn, { students, progress, finished, ...figures }: Figures) => ({
  name: alphabetical(name),
  students,
  // Without courses nobody is behind.
  progress: sql`coalesce(${progress}, 101)`,
  finished: sql`coalesce(100 * ${finished} / nullif(${figures.new} + ${figures.in_progress} + ${finished}, 0), 101)`,
});

const isByName = ({ ordering }: StandingQuery) => ordering?.every((term) => term.endsWith('name')) ?? false;

const ids = (page: SQLWrapper) => sql<number[]>`array(${page})`;

const groups = pagedThenTold(
  (select, given: Given<Filters>, byName: boolean) => {
    const { id, name, company_id, deleted_at } = study_groups;
    const standing = relation(groupStandings({ groups: null }), 'standing');
    const rows = select({ id })
      .from(study_groups)
      .where(and(eq(company_id, given.company_id), isNull(deleted_at), contains(given.pattern, name)))
      .$dynamic();
    return {
      rows: byName ? rows : rows.innerJoin(standing, eq(standing.group_id, id)),
      order: orderBy(name, standing),
      by: 'progress',
      ties: byName ? [id] : [sql`${standing.students} desc`, id],
    };
  },
  (page) => toldGroups({ groups: ids(page) }),
);

const programList = pagedThenTold(
  (select, given: Given<Filters>, byName: boolean) => {
    const { id, name, company_id, deleted_at } = programs;
    const standing = relation(programStandings({ programs: null }), 'standing');
    const rows = select({ id })
      .from(programs)
      .where(and(eq(company_id, given.company_id), isNull(deleted_at), contains(given.pattern, name)))
      .$dynamic();
    return {
      rows: byName ? rows : rows.innerJoin(standing, eq(standing.program_id, id)),
      order: orderBy(name, standing),
      by: 'progress',
      ties: byName ? [id] : [sql`${standing.students} desc`, id],
    };
  },
  (page) => toldPrograms({ programs: ids(page) }),
);

/** Groups with where their students stand. Errors: not_found. */
export async function pageOfGroupStandings(db: Db, scope: Scope, id: number, query: StandingQuery) {
  requireOwnCompany(scope, id);
  const filters = filtersOf(scope, query);
  const [page] = groups(query, filters, isByName(query));
  // How many there are is asked without their figures.
  const [, total] = groups(query, filters, true);
  const [rows, [count]] = await db.run(scope, page, total);
  return listed(rows, count!.count, query);
}

/** Programs with where their students stand. Errors: not_found. */
export async function pageOfProgramStandings(db: Db, scope: Scope, id: number, query: StandingQuery) {
  requireOwnCompany(scope, id);
  const filters = filtersOf(scope, query);
  const [page] = programList(query, filters, isByName(query));
  const [, total] = programList(query, filters, true);
  const [rows, [count]] = await db.run(scope, page, total);
  return listed(rows, count!.count, query);
}

interface ExpiringFilters {
  company_id: number;
  course: number | undefined;
  /** Within how many days, the last one included. */
  days: number;
  pattern: string | undefined;
}

const { expires_at } = certificates;
const now = sql`app_now()`;

const expiring = paged((select, given: Given<ExpiringFilters>, only: 'expired' | 'to_come' | null) => ({
  rows: select({
    id: certificates.id,
    number: certificates.number,
    user: personNamed,
    course: object({ id: courses.id, name: courses.name }),
    expires_at: sql<string>`${expires_at}`,
    expired: sql<boolean>`${expires_at} <= app_now()`,
    reminded_at: sql<
      string | null
    >`coalesce(${certificates.expired_mailed_at}, ${certificates.expiry_mailed_at})`,
  })
    .from(certificates)
    .innerJoin(
      memberships,
      tied(
        memberships,
        certificates,
        eq(memberships.user_id, certificates.user_id),
        isNull(memberships.deleted_at),
      ),
    )
    .innerJoin(users, eq(users.id, certificates.user_id))
    .innerJoin(courses, tied(courses, certificates, eq(courses.id, certificates.course_id)))
    .where(
      and(
        eq(certificates.company_id, given.company_id),
        isNotNull(expires_at),
        isNull(certificates.replaced_at),
        isNull(certificates.revoked_at),
        lte(expires_at, only === 'expired' ? now : sql`(select ${endOfDayIn({ days: given.days })})`),
        only === 'to_come' ? gt(expires_at, now) : undefined,
        given.course && eq(certificates.course_id, given.course),
        contains(given.pattern, users.last_name, users.first_name, courses.name),
      ),
    ),
  order: {
    expires_at,
    name: alphabetical(users.last_name),
    course: alphabetical(courses.name),
  },
  by: 'expires_at',
  ties: [certificates.id],
}));

/** Certificates that have expired and were not renewed, and that will expire soon. Errors: not_found. */
export async function pageOfExpiringCertificates(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listExpiringCertificates>,
) {
  requireOwnCompany(scope, id);
  const { within, course } = query;
  const days = within === 'expired' ? 0 : Number(within ?? 90);
  const filters = { company_id: scope.company_id, course, days, pattern: searched(query.search) };
  const only = within === undefined ? null : within === 'expired' ? within : 'to_come';
  const [rows, [count]] = await db.run(scope, ...expiring(query, filters, only));
  return listed(rows, count!.count, query);
}

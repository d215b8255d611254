import { and, eq, exists, isNotNull, isNull, ne, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { assignableTo, type Reach } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies, memberships, people_totals } from '../../identity/companies/tables.ts';
import { program_groups } from '../../learning/programs/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  contains,
  listed,
  orderOf,
  paged,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  counted,
  gathered,
  photoOf,
  prepared,
  tied,
  type Given,
} from '../../platform/database/queries.ts';
import { group_members, study_groups } from '../groups/tables.ts';
import type * as contract from './contract.ts';
import {
  actionsOn,
  hasSecondFactor,
  invitationGoesAt,
  invitedUntil,
  isOnline,
  lastSeenAt,
  peopleAt,
  peopleMatching,
  peopleOfAdministeredCompanies,
  peopleOnline,
  peopleWithSecondFactor,
  personIsOurs,
  placesOfPeople,
} from './functions.ts';
import { ranked } from '../../identity/accounts/functions.ts';
import { countOfCourse, ofCourse } from './queries-course.ts';

/** As the profile has it. */
const fullInfo = (person: Record<'last_name' | 'first_name' | 'middle_name', SQLWrapper>) =>
  sql<string>`concat_ws(' ', nullif(${person.last_name}, ''), nullif(${person.first_name}, ''),
    nullif(${person.middle_name}, ''))`;

/** The columns of a person in a list, over `users` and `memberships`. Online: active just now. */
export const userColumns = {
  id: users.id,
  first_name: users.first_name,
  last_name: users.last_name,
  middle_name: users.middle_name,
  user_full_info: fullInfo(users),
  email: users.email,
  phone: users.phone,
  photo: photoOf(users.photo_id),
  position: memberships.position,
  subdivision: memberships.subdivision,
  user_types: sql<StaffType[]>`array_remove(${ranked({ types: memberships.user_types })}, 'owner')`,
  blocked: sql<boolean>`${memberships.blocked_at} is not null`,
  email_verified: users.email_verified,
  activated: sql<boolean>`${users.activated_at} is not null`,
  is_online: isOnline({ user: users.id }).getSQL(),
};

type StaffType = NonNullable<ResponseOf<typeof contract.listUsers>['results'][number]['user_types']>[number];
type Action = ResponseOf<typeof contract.listUsers>['results'][number]['actions'][number];

interface Actor {
  company_id: number;
  user_id: number;
  /** The roles that they may give and take. */
  assignable: string[];
}

const actorOf = ({ company_id, user_id, user_type }: Scope): Actor => ({
  company_id,
  user_id,
  assignable: assignableTo(user_type),
});

const founded = exists(
  anyOf(companies, eq(companies.id, memberships.company_id), eq(companies.owner_id, users.id)),
);

/**
 * What the caller may do with a person, over the same tables (§6, row actions): never with themselves, the founder or
 * anybody with a role that the caller could not assign.
 */
const actionsOf = (given: Given<Actor>) => ({
  actions: sql<Action[]>`case when ${users.id} = ${given.user_id} or ${founded} then '{}' else ${actionsOn({
    types: memberships.user_types,
    activated: isNotNull(users.activated_at),
    assignable: given.assignable,
  })} end`,
  declined: sql<boolean>`${memberships.declined_at} is not null`,
  second_factor: hasSecondFactor({ user: users.id }).getSQL(),
  is_owner: sql<boolean>`'owner' = any (${memberships.user_types})`,
});

/** Whom a list of people is about. */
export interface PeopleFilters {
  company_id: number;
  /** Given to them; `can_act_as`: held, also as what comes with another role. */
  user_type: string | undefined;
  can_act_as: string | undefined;
  has_email: boolean | undefined;
  /** One of the two or neither: each is found by a plan of its own. */
  with_factor: true | undefined;
  without_factor: true | undefined;
  position: string | undefined;
  subdivision: string | undefined;
  group: number | undefined;
  course: number | undefined;
  program: number | undefined;
  pattern: string | undefined;
}

type PeopleQuery = Omit<QueryOf<typeof contract.listUsers>, 'page' | 'page_size' | 'ordering'>;
export type Status = PeopleQuery['status'];

const yes = (said: 'true' | 'false' | undefined) => said && said === 'true';

/** What the list of people is filtered by (§3), as its queries take it. */
export function peopleFilters({ company_id }: Scope, query: PeopleQuery): PeopleFilters {
  const {
    user_type,
    can_act_as,
    has_email,
    second_factor,
    position,
    subdivision,
    group,
    course,
    program,
    search,
  } = query;
  return {
    company_id,
    user_type,
    can_act_as,
    has_email: yes(has_email),
    with_factor: yes(second_factor) === true || undefined,
    without_factor: yes(second_factor) === false || undefined,
    position: position || undefined,
    subdivision: subdivision || undefined,
    group,
    course,
    program,
    pattern: searched(search),
  };
}

const activated = and(isNull(memberships.blocked_at), eq(memberships.activated, true));
const online = sql`${memberships.user_id} in (select ${peopleOnline({})})`;
const ofStatus: Record<NonNullable<Status>, SQL | undefined> = {
  blocked: isNotNull(memberships.blocked_at),
  not_activated: and(isNull(memberships.blocked_at), eq(memberships.activated, false)),
  online: and(activated, online),
  offline: and(activated, not(online)),
};

const hasFactor = sql`${memberships.user_id} in (select ${peopleWithSecondFactor({})})`;

type Place = 'position' | 'subdivision';

const isAt = (place: Place, name: SQL) =>
  sql`${memberships.user_id} in (select ${peopleAt({ place, name })})`;

/** That somebody has a subdivision, also who has left. */
export const inSubdivision = (user: SQLWrapper, name: SQL) =>
  sql`${user} in (select ${peopleAt({ place: 'subdivision', name })})`;

const inGroup = tied(group_members, memberships, eq(group_members.user_id, memberships.user_id));

/** The people that a list with these filters is about, over `memberships`; `until`: so many are wanted of them. */
export const peopleWhere = (
  given: Given<PeopleFilters>,
  status: Status,
  reach: Reach,
  until?: SQL,
): SQL | undefined =>
  and(
    eq(memberships.company_id, given.company_id),
    isNull(memberships.deleted_at),
    inReach({ reach }, 'people', memberships.user_id),
    given.user_type && sql`${given.user_type} = any (${memberships.given_types})`,
    given.can_act_as && sql`${given.can_act_as} = any (${memberships.user_types})`,
    status && ofStatus[status],
    given.has_email && sql`${memberships.has_email} = ${given.has_email}`,
    given.with_factor && sql`${memberships.activated} and ${hasFactor}`,
    given.without_factor && sql`${memberships.activated} and not ${hasFactor}`,
    given.position && isAt('position', given.position),
    given.subdivision && inSubdivision(memberships.user_id, given.subdivision),
    given.group && exists(anyOf(group_members, inGroup, eq(group_members.group_id, given.group))),
    given.course && ofCourse({ company_id: given.company_id, course: given.course }, until),
    given.program &&
      exists(
        build
          .select({})
          .from(program_groups)
          .innerJoin(
            group_members,
            tied(group_members, program_groups, eq(group_members.group_id, program_groups.group_id)),
          )
          .where(and(inGroup, eq(program_groups.program_id, given.program))),
      ),
    given.pattern && sql`${memberships.user_id} in (select ${peopleMatching({ pattern: given.pattern })})`,
  );

const peopleOrder = {
  last_name: alphabetical(memberships.surname),
  email: users.email,
  position: alphabetical(memberships.position),
  subdivision: alphabetical(memberships.subdivision),
  created_at: memberships.created_at,
  last_seen_at: sql`coalesce(${lastSeenAt({ user: memberships.user_id })}, '-infinity')`,
};
type PeopleOrder = Ordering<keyof typeof peopleOrder> | undefined;

/** Whom a list is about: accounts are looked at only for an order by what stands there alone. */
const chosenPeople = (ordering: PeopleOrder) => {
  const from = build.select({ id: memberships.user_id }).from(memberships).$dynamic();
  return ordering?.some((term) => term.endsWith('email'))
    ? from.innerJoin(users, eq(users.id, memberships.user_id))
    : from;
};

/** The page is chosen by ids, then each of its people is looked up. */
const people = prepared(
  (given: Given<PeopleFilters & Actor & Window>, status: Status, reach: Reach, ordering: PeopleOrder) => {
    const terms = orderOf(ordering, peopleOrder, 'last_name', [memberships.user_id]);
    // By name people are read in their order until the page is full; any other order asks for all of them.
    const walked =
      ordering?.length && ordering.join() !== 'last_name'
        ? undefined
        : sql`(${given.limit}::integer + ${given.offset}::integer)`;
    const page = chosenPeople(ordering)
      .where(peopleWhere(given, status, reach, walked))
      .orderBy(...terms)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
    return build
      .select({ ...userColumns, ...actionsOf(given) })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.user_id))
      .where(
        and(eq(memberships.company_id, given.company_id), sql`${memberships.user_id} = any (array(${page}))`),
      )
      .orderBy(...terms);
  },
);

/** What a kept sum of people is told apart by; of the states those that no session decides. */
const SUMMED = new Set(['company_id', 'user_type', 'can_act_as', 'has_email']);
const SUMMED_STATES = new Set<Status>([undefined, 'blocked', 'not_activated']);

/** How many of a company are of a kind: its kept sum. */
const countOfKind = (given: Given<PeopleFilters>, status: Status) => {
  const { blocked, has_email, given_types, user_types } = people_totals;
  return sql<number>`coalesce((${build
    .select({ people: sql`sum(${people_totals.people})` })
    .from(people_totals)
    .where(
      and(
        eq(people_totals.company_id, given.company_id),
        given.user_type && sql`${given.user_type} = any (${given_types})`,
        given.can_act_as && sql`${given.can_act_as} = any (${user_types})`,
        given.has_email && sql`${has_email} = ${given.has_email}`,
        status && eq(blocked, status === 'blocked'),
        status === 'not_activated' ? eq(people_totals.activated, false) : undefined,
        given.without_factor && eq(people_totals.activated, true),
      ),
    )}), 0)::integer`;
};

/** What gives a count without a look at each, where nothing but what is kept tells whom a list is about. */
function keptCount(given: Given<PeopleFilters>, status: Status) {
  const asked = Object.keys(given).filter((name) => !SUMMED.has(name));
  const { company_id, course } = given;
  // Nobody has a course without a membership.
  if (course) {
    return Object.keys(given).length === 2 && !status ? countOfCourse({ company_id, course }) : null;
  }
  if (!SUMMED_STATES.has(status)) return null;
  if (asked.length === 0) return countOfKind(given, status);
  if (asked.join() !== 'without_factor' || status) return null;
  const withFactor = build
    .select(counted)
    .from(memberships)
    .where(
      peopleWhere(
        { ...given, with_factor: given.without_factor, without_factor: undefined },
        status,
        'company',
      ),
    );
  return sql<number>`${countOfKind(given, status)} - (${withFactor})`;
}

const peopleCount = prepared((given: Given<PeopleFilters>, status: Status, reach: Reach) => {
  const count = reach === 'company' ? keptCount(given, status) : null;
  return count
    ? build.select({ count }).from(companies).where(eq(companies.id, given.company_id))
    : build
        .select(counted)
        .from(memberships)
        .where(peopleWhere(given, status, reach));
});

/** The people of the company whom the caller reaches. */
export async function pageOfUsers(db: Db, scope: Scope, query: QueryOf<typeof contract.listUsers>) {
  const filters = peopleFilters(scope, query);
  const { status, ordering } = query;
  const [rows, [count]] = await db.run(
    scope,
    people({ ...filters, ...actorOf(scope), ...windowOf(query) }, status, scope.reach, ordering),
    peopleCount(filters, status, scope.reach),
  );
  return listed(rows, count!.count, query);
}

const groupsOfPerson = (reach: Reach) =>
  build
    .select({ id: study_groups.id, name: study_groups.name, role: group_members.role })
    .from(group_members)
    .innerJoin(study_groups, tied(study_groups, group_members, eq(study_groups.id, group_members.group_id)))
    .where(and(inGroup, isNull(study_groups.deleted_at), inReach({ reach }, 'groups', study_groups.id)))
    .orderBy(alphabetical(study_groups.name), group_members.role);

const personById = prepared((given: Given<Actor & { id: number }>, reach: Reach) =>
  build
    .select({
      ...userColumns,
      ...actionsOf(given),
      comment: memberships.comment,
      language: users.language,
      created_at: memberships.created_at,
      last_seen_at: lastSeenAt({ user: users.id }).getSQL(),
      person_editable: personIsOurs({ user: users.id }).getSQL(),
      proposed_name: memberships.proposed_name,
      invited_until: sql<
        string | null
      >`case when ${users.activated_at} is null then ${invitedUntil({ user: users.id })} end`,
      invitation_goes_at: sql<
        string | null
      >`case when ${users.activated_at} is null then ${invitationGoesAt({ user: users.id })} end`,
      groups: gathered(groupsOfPerson(reach)),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(
      and(
        eq(memberships.company_id, given.company_id),
        eq(memberships.user_id, given.id),
        isNull(memberships.deleted_at),
        inReach({ reach }, 'people', memberships.user_id),
      ),
    ),
);

/** One person of the company in reach. Errors: not_found. */
export async function userOf(db: Db, scope: Scope, id: number) {
  const [[row]] = await db.run(scope, personById({ ...actorOf(scope), id }, scope.reach));
  if (!row) throw new AppError('not_found');
  return row;
}

const everybody = paged((select, given: Given<{ space: number | null; pattern: string | undefined }>) => {
  const person = relation(peopleOfAdministeredCompanies({ space: given.space }), 'person');
  return {
    rows: select({
      id: person.id,
      first_name: person.first_name,
      last_name: person.last_name,
      middle_name: person.middle_name,
      user_full_info: fullInfo(person),
      email: person.email,
      phone: person.phone,
      photo: photoOf(person.photo_id),
      position: person.position,
      subdivision: person.subdivision,
      user_types: sql<StaffType[]>`${person.user_types}`,
      blocked: person.blocked,
      email_verified: person.email_verified,
      activated: person.activated,
      is_online: person.is_online,
      spaces: person.spaces,
      is_member: person.is_member,
    })
      .from(person)
      .where(contains(given.pattern, person.last_name, person.first_name, person.email, person.phone)),
    order: { last_name: alphabetical(person.last_name), email: person.email },
    by: 'last_name',
    ties: [person.id],
  };
});

/** People of all companies that the caller owns or administers (§7 all_spaces_users). */
export async function pageOfAllSpacesUsers(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listAllSpacesUsers>,
) {
  const filters = { space: query.space ?? null, pattern: searched(query.search) };
  const [rows, [count]] = await db.run(scope, ...everybody(query, filters));
  return listed(rows, count!.count, query);
}

/** Each once whatever its case and the blanks around it, as in the rules of groups. */
const namedInReach = (given: Given<{ company_id: number }>, place: Place, reach: Reach) => {
  const column = memberships[place];
  const key = sql`lower(btrim(${column}))`;
  return build
    .select({ name: sql<string>`min(btrim(${column}))`.as('name') })
    .from(memberships)
    .where(
      and(
        eq(memberships.company_id, given.company_id),
        isNull(memberships.deleted_at),
        ne(key, ''),
        inReach({ reach }, 'people', memberships.user_id),
      ),
    )
    .groupBy(key)
    .as('named');
};

/** The same of the whole company, without a look at everybody. */
const namedInCompany = (place: Place) => {
  const all = relation(placesOfPeople({ place }), 'places');
  return build
    .select({ name: sql<string>`${all.name}`.as('name') })
    .from(all)
    .as('named');
};

const places = paged(
  (select, given: Given<{ company_id: number; pattern: string | undefined }>, place: Place, reach: Reach) => {
    const named = reach === 'company' ? namedInCompany(place) : namedInReach(given, place, reach);
    return {
      rows: select({ name: named.name }).from(named).where(contains(given.pattern, named.name)),
      order: { name: alphabetical(named.name) },
      by: 'name',
      ties: [named.name],
    };
  },
);

/** The positions or subdivisions that people in reach have, each once whatever its case. */
export async function pageOfPlaces(
  db: Db,
  scope: Scope,
  place: Place,
  query: QueryOf<typeof contract.listPositions>,
) {
  const filters = { company_id: scope.company_id, pattern: searched(query.search) };
  const [rows, [count]] = await db.run(scope, ...places(query, filters, place, scope.reach));
  return listed(rows, count!.count, query);
}

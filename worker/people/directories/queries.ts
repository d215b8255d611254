import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { UserType } from '../../access/contract.ts';
import { users } from '../../identity/accounts/tables.ts';
import { memberships, people_totals } from '../../identity/companies/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  build,
  counted,
  gathered,
  object,
  prepared,
  tied,
  type Given,
} from '../../platform/database/queries.ts';
import { group_members, study_groups } from '../groups/tables.ts';
import { directory_refusals, directory_tokens } from './tables.ts';

/** By which number a directory knows a person: one that stays. */
const directoryId = sql<number>`coalesce(${memberships.directory_id}, ${memberships.user_id})`;

/** Whom directories see: people of the company with an e-mail, by which they name them. */
const isSeen = (company: Given<{ company_id: number }>['company_id']) =>
  and(eq(memberships.company_id, company), isNull(memberships.deleted_at), eq(memberships.has_email, true));

/** What a list of people is narrowed to. */
export interface PeopleSought {
  company_id: number;
  id?: number | undefined;
  email?: string | undefined;
  external_id?: string | undefined;
}

/** Accounts and records with an e-mail, as the indexes of both have it; at most a few. */
const withEmail = (given: Given<PeopleSought>) =>
  build
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.email, given.email!), or(isNull(users.record_of), eq(users.record_of, given.company_id))),
    );

/** Who is known by a number. */
const isNumbered = (number: NonNullable<Given<PeopleSought>['id']>) =>
  or(
    eq(memberships.directory_id, number),
    and(isNull(memberships.directory_id), eq(memberships.user_id, number)),
  );

const isSought = (given: Given<PeopleSought>) =>
  and(
    isSeen(given.company_id),
    given.id && isNumbered(given.id),
    given.external_id && eq(memberships.external_id, given.external_id),
    // Looked up before the company's people are, whatever is known of either table.
    given.email && sql`${memberships.user_id} = any (array(${withEmail(given)}))`,
  );

interface Window {
  limit: number;
  offset: number;
}

/** People of a list in the order in which they came. Who each is, is looked up for the rows of the page alone. */
export const peopleSought = prepared((given: Given<PeopleSought & Window>) => {
  const page = build
    .select({
      user_id: memberships.user_id,
      id: directoryId.as('id'),
      external_id: memberships.external_id,
      position: memberships.position,
      subdivision: memberships.subdivision,
      given_types: sql<UserType[]>`${memberships.given_types}`.as('given_types'),
      active: sql<boolean>`${isNull(memberships.blocked_at)}`.as('active'),
      created_at: memberships.created_at,
    })
    .from(memberships)
    .where(isSought(given as Given<PeopleSought>))
    .orderBy(memberships.user_id)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  const person = build
    .select({
      email: sql<string>`${users.email}`.as('email'),
      phone: users.phone,
      first_name: users.first_name,
      last_name: users.last_name,
      middle_name: users.middle_name,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, page.user_id))
    .limit(1)
    .as('person');
  return build
    .select({
      id: page.id,
      external_id: page.external_id,
      email: person.email,
      phone: person.phone,
      first_name: person.first_name,
      last_name: person.last_name,
      middle_name: person.middle_name,
      language: person.language,
      position: page.position,
      subdivision: page.subdivision,
      given_types: page.given_types,
      active: page.active,
      created_at: page.created_at,
    })
    .from(page)
    .crossJoinLateral(person)
    .orderBy(page.user_id);
});

/** How many there are of them; of the whole company they are counted already. */
export const countOfPeople = prepared((given: Given<PeopleSought>) =>
  given.id || given.email || given.external_id
    ? build.select(counted).from(memberships).where(isSought(given))
    : build
        .select({ count: sql<number>`coalesce(sum(${people_totals.people}), 0)::integer` })
        .from(people_totals)
        .where(and(eq(people_totals.company_id, given.company_id), eq(people_totals.has_email, true))),
);

/** What a list of groups is narrowed to. */
export interface GroupsSought {
  company_id: number;
  id?: number | undefined;
  name?: string | undefined;
  external_id?: string | undefined;
  /** The number of somebody who studies in it. */
  member?: number | undefined;
}

/** The groups in which somebody studies. */
const studiedBy = (
  company_id: Given<GroupsSought>['company_id'],
  member: NonNullable<Given<GroupsSought>['member']>,
) =>
  build
    .select({ id: group_members.group_id })
    .from(group_members)
    .innerJoin(memberships, tied(memberships, group_members, eq(memberships.user_id, group_members.user_id)))
    .where(and(isSeen(company_id), isNumbered(member), eq(group_members.role, 'student')));

const isSoughtGroup = (given: Given<GroupsSought>) =>
  and(
    eq(study_groups.company_id, given.company_id),
    isNull(study_groups.deleted_at),
    given.id && eq(study_groups.id, given.id),
    given.external_id && eq(study_groups.external_id, given.external_id),
    given.member && sql`${study_groups.id} = any (array(${studiedBy(given.company_id, given.member)}))`,
    given.name && sql`lower(btrim(${study_groups.name})) = lower(btrim(${given.name}))`,
  );

/** The students of a group, each looked up: there may be thousands. */
const studentsOfGroup = (() => {
  const member = build
    .select({ id: directoryId.as('id') })
    .from(memberships)
    .where(
      tied(
        memberships,
        group_members,
        eq(memberships.user_id, group_members.user_id),
        isNull(memberships.deleted_at),
        eq(memberships.has_email, true),
      ),
    )
    // By its key, whatever is known of the table yet.
    .orderBy(memberships.company_id, memberships.user_id)
    .limit(1)
    .as('member');
  const person = build
    .select({ name: sql<string>`btrim(${users.first_name} || ' ' || ${users.last_name})`.as('name') })
    .from(users)
    .where(eq(users.id, group_members.user_id))
    .limit(1)
    .as('person');
  return build
    .select({ id: member.id, name: person.name })
    .from(group_members)
    .crossJoinLateral(member)
    .crossJoinLateral(person)
    .where(
      tied(
        group_members,
        study_groups,
        eq(group_members.group_id, study_groups.id),
        eq(group_members.role, 'student'),
      ),
    )
    .orderBy(group_members.user_id);
})();

const seenOfGroup = {
  id: study_groups.id,
  external_id: study_groups.external_id,
  name: study_groups.name,
  created_at: study_groups.created_at,
};

/** Groups of a list in the order in which they were made; with their students where these are asked for. */
export const groupsSought = prepared((given: Given<GroupsSought & Window>, withMembers: boolean) =>
  build
    .select({
      ...seenOfGroup,
      members: withMembers ? gathered(studentsOfGroup) : sql<{ id: number; name: string }[] | null>`null`,
    })
    .from(study_groups)
    .where(isSoughtGroup(given as Given<GroupsSought>))
    .orderBy(study_groups.id)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

/** How many there are of them. */
export const countOfGroups = prepared((given: Given<GroupsSought>) =>
  build.select(counted).from(study_groups).where(isSoughtGroup(given)),
);

const tokens = prepared((given: Given<{ company_id: number }>) =>
  build
    .select({
      id: directory_tokens.id,
      name: directory_tokens.name,
      prefix: directory_tokens.prefix,
      created_by: object({ id: users.id, first_name: users.first_name, last_name: users.last_name }),
      created_at: directory_tokens.created_at,
      last_used_at: directory_tokens.last_used_at,
      works: sql<boolean>`'owner' = any (${memberships.user_types}) and ${isNull(memberships.blocked_at)}
        and ${isNull(memberships.deleted_at)}`,
    })
    .from(directory_tokens)
    .innerJoin(
      memberships,
      tied(memberships, directory_tokens, eq(memberships.user_id, directory_tokens.created_by)),
    )
    .innerJoin(users, eq(users.id, directory_tokens.created_by))
    .where(and(eq(directory_tokens.company_id, given.company_id), isNull(directory_tokens.revoked_at)))
    .orderBy(desc(directory_tokens.id)),
);

const refusals = prepared((given: Given<{ company_id: number }>) =>
  build
    .select({
      id: directory_refusals.id,
      refused_at: directory_refusals.refused_at,
      token: directory_tokens.name,
      call: directory_refusals.call,
      subject: directory_refusals.subject,
      code: directory_refusals.code,
      detail: directory_refusals.detail,
    })
    .from(directory_refusals)
    .innerJoin(
      directory_tokens,
      tied(directory_tokens, directory_refusals, eq(directory_tokens.id, directory_refusals.token_id)),
    )
    .where(eq(directory_refusals.company_id, given.company_id))
    .orderBy(desc(directory_refusals.id)),
);

const keptPeople = prepared((given: Given<{ company_id: number }>) =>
  build
    .select(counted)
    .from(memberships)
    .where(and(isSeen(given.company_id), isNotNull(memberships.external_id))),
);

const keptGroups = prepared((given: Given<{ company_id: number }>) =>
  build
    .select(counted)
    .from(study_groups)
    .where(
      and(
        eq(study_groups.company_id, given.company_id),
        isNull(study_groups.deleted_at),
        isNotNull(study_groups.external_id),
      ),
    ),
);

/** Where directories come in. */
export const addressOf = (env: Env): string => `${new URL(env.APP_URL).origin}/scim/v2`;

/** How directories stand to the company. */
export async function directoryOf(env: Env, db: Db, { company_id, ...rest }: Scope) {
  const company = { company_id };
  const [people, groups, known, refused] = await db.run(
    { company_id, ...rest },
    keptPeople(company),
    keptGroups(company),
    tokens(company),
    refusals(company),
  );
  return {
    address: addressOf(env),
    people: people[0]!.count,
    groups: groups[0]!.count,
    tokens: known,
    refusals: refused,
  };
}

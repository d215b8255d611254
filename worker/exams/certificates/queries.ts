import { and, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { languageOf, personNamed } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { startOfDay } from '../../identity/companies/functions.ts';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { coursesMatching } from '../../learning/courses/functions.ts';
import { courses } from '../../learning/courses/tables.ts';
import { media } from '../../learning/media/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import { inSubdivision } from '../../people/users/queries.ts';
import type { Env, Scope, Sender } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  listed,
  orderOf,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import { build, counted, object, prepared, tied, type Given } from '../../platform/database/queries.ts';
import { numberOf, typedSigns } from './certificate.ts';
import { CERTIFICATES_COUNTED, ERASED_NAME, EXPORTED_CERTIFICATES, RENEWABLE_DAYS } from './contract.ts';
import type * as contract from './contract.ts';
import {
  certificateByNumber,
  certificatesFound,
  certificateStatus,
  certifiedName,
  wordsPatterns,
} from './functions.ts';
import { certificates, type StoredContent } from './tables.ts';

type Checked = ResponseOf<typeof contract.checkCertificate>;
type Renamed = ResponseOf<typeof contract.listCertificates>['results'][number]['renamed'];

/**
 * What anybody may read who holds a number, however it is typed. Errors: not_found, rate_limited.
 */
export async function checkedCertificate(env: Env, db: Db, sender: Sender, typed: string): Promise<Checked> {
  const { network } = sender;
  if (network && !(await env.PUBLIC_CALLS.limit({ key: network })).success)
    throw new AppError('rate_limited');
  const number = numberOf(typed);
  if (!number) throw new AppError('not_found');
  const [[found]] = await db.system(certificateByNumber({ number }));
  if (!found) throw new AppError('not_found');
  return { ...found, content: shownContent(found.content) };
}

function shownContent(stored: StoredContent): Checked['content'] {
  const { valid_until = null, whole_course = false, ...content } = stored;
  const { company, name, course, forms, percent, ects, issued_on } = content;
  return {
    company,
    name,
    course,
    whole_course,
    forms: forms.map((form) => ({
      name: form.name,
      form_type: form.form_type,
      percent: form.percent,
      ects: form.ects,
      date: form.date,
    })),
    percent,
    ects,
    issued_on,
    valid_until,
  };
}

const { id, number, version, content, course_id, user_id } = certificates;
const { issued_at, expires_at, replaced_at, revoked_at, search_words } = certificates;
const status = certificateStatus({ revoked_at, replaced_at, expires_at }).getSQL();
const nameOnIt = sql`(${content}->>'name')`;
const { first_name: first, middle_name: middle, last_name: last } = users;
const ofCourse = tied(courses, certificates, eq(courses.id, course_id));

/** One's own certificates, and for staff those of courses and people in reach. */
const visible = (given: Given<{ company_id: number; user_id: number }>, own: boolean, reach: Reach) =>
  and(
    eq(certificates.company_id, given.company_id),
    own
      ? eq(user_id, given.user_id)
      : and(inReach({ reach }, 'courses', course_id), inReach({ reach }, 'people', user_id)),
  );

const isOwn = (scope: Scope, user: number | undefined) =>
  scope.user_type === 'student' || user === scope.user_id;

interface CertificateFilters {
  company_id: number;
  user_id: number;
  user: number | undefined;
  course: number | undefined;
  group: number | undefined;
  subdivision: string | undefined;
  issued_from: string | undefined;
  issued_to: string | undefined;
  expires_from: string | undefined;
  expires_to: string | undefined;
  pattern: string | undefined;
  /** Of its number, as far as it was typed. */
  signs: string | undefined;
}

type Query = QueryOf<typeof contract.listCertificates>;
type Order = Ordering<'issued_at' | 'expires_at' | 'name' | 'course'> | undefined;
interface CertificateShape {
  own: boolean;
  reach: Reach;
  status: Query['status'];
}

const stands = and(isNull(revoked_at), isNull(replaced_at));
const now = sql`(select app_now())`;
const hasEnded = sql`${expires_at} <= ${now}`;
const ends = sql`${expires_at} <= ${now} + ${sql.raw(`interval '${RENEWABLE_DAYS} days'`)}`;
/** As `certificate_status()` has it, of columns that an index holds. */
const OF_STATUS: Record<NonNullable<Query['status']>, SQL | undefined> = {
  valid: and(stands, sql`(${expires_at} is null or not ${hasEnded})`),
  expiring: and(stands, sql`not ${hasEnded}`, ends),
  expired: and(stands, hasEnded),
  replaced: and(isNull(revoked_at), isNotNull(replaced_at)),
  revoked: isNotNull(revoked_at),
};

const studiesIn = (given: Given<CertificateFilters>, reach: Reach, group: SQL) =>
  build
    .select({ user_id: group_members.user_id })
    .from(group_members)
    .where(
      and(
        eq(group_members.company_id, given.company_id),
        eq(group_members.group_id, group),
        eq(group_members.role, 'student'),
        inReach({ reach }, 'groups', group_members.group_id),
      ),
    );

/** Days of the company, the last one included. */
const within = (at: SQLWrapper, from: SQL | undefined, to: SQL | undefined) =>
  and(
    from && sql`${at} >= (select ${startOfDay({ day: from })})`,
    to && sql`${at} < (select ${startOfDay({ day: sql`${to}::date + 1` })})`,
  );

const wanted = (given: Given<CertificateFilters>, { own, reach, status: asked }: CertificateShape) =>
  and(
    visible(given, own, reach),
    given.user && eq(user_id, given.user),
    given.course && eq(course_id, given.course),
    given.group && inArray(user_id, studiesIn(given, reach, given.group)),
    given.subdivision && inSubdivision(user_id, given.subdivision),
    asked && OF_STATUS[asked],
    within(issued_at, given.issued_from, given.issued_to),
    within(expires_at, given.expires_from, given.expires_to),
  );

/** As many are looked up and sorted as soon as a page of what more have is gone through. */
const FEW = 3000;

/**
 * How a search goes: what few have is looked up by its ids; what more than `most` have is found sooner by going through
 * the list in its order.
 */
function searchOf({ pattern, signs = sql`null` }: Given<CertificateFilters>, most: number) {
  if (!pattern) return null;
  const found = relation(certificatesFound({ pattern, signs, most }), 'found');
  const words = wordsPatterns({ pattern });
  const holder = build.select({ words: users.search_words }).from(users).where(eq(users.id, user_id));
  // One after another, the costly ones last.
  const has = or(
    sql`${search_words} like all (${words})`,
    sql`starts_with(${number}, ${signs})`,
    sql`${course_id} in (select ${coursesMatching({ pattern })})`,
    sql`(${holder}) like all (${words})`,
  );
  return { found, rare: sql`${id} in (select unnest(${found.ids}))`, common: and(isNull(found.ids), has) };
}

const order = {
  issued_at,
  // Those that hold for good come last.
  expires_at: sql`coalesce(${expires_at}, 'infinity'::timestamptz)`,
  name: alphabetical(memberships.surname),
  course: alphabetical(courses.name),
};
const termsOf = (ordering: Order) => orderOf(ordering, order, '-issued_at', [desc(id)]);

/** What the list is sorted by and does not stand in a certificate itself is joined for that alone. */
function chosen(ordering: Order) {
  const from = build.select({ id }).from(certificates).$dynamic();
  const sorts = (field: string) => ordering?.some((term) => term.endsWith(field));
  const named = sorts('name') ? from.innerJoin(memberships, ofHolder) : from;
  return sorts('course') ? named.innerJoin(courses, ofCourse) : named;
}

const ofHolder = tied(memberships, certificates, eq(memberships.user_id, user_id));

/** The rows are chosen by ids, then each is looked up. */
const chosenRows = (given: Given<CertificateFilters & Window>, ordering: Order, shape: CertificateShape) => {
  const page = (how?: SQL) =>
    chosen(ordering)
      .where(and(wanted(given, shape), how))
      .orderBy(...termsOf(ordering))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
  const search = searchOf(given, FEW);
  if (!search) return sql`${id} = any (array(${page()}))`;
  const { found, rare, common } = search;
  const ids = build.select({ ids: sql`array(${page(rare)}) || array(${page(common)})` }).from(found);
  return sql`${id} = any ((${ids})::integer[])`;
};

const list = prepared(
  (given: Given<CertificateFilters & Window>, ordering: Order, shape: CertificateShape, staff: boolean) =>
    build
      .select({
        id,
        number,
        version,
        status,
        user: personNamed,
        position: memberships.position,
        subdivision: memberships.subdivision,
        name_on_it: sql<string | null>`case when ${nameOnIt} not in ('', ${sql.raw(`'${ERASED_NAME}'`)})
        then nullif(${nameOnIt}, ${certifiedName({ first, middle, last })}) end`,
        course: object({ id: courses.id, name: courses.name }),
        percent: sql<number>`(${content}->>'percent')::float8`,
        ects: sql<string>`${content}->>'ects'`,
        issued_at,
        expires_at,
        expiring: sql<boolean>`coalesce(${OF_STATUS.expiring}, false)`,
        replaced_at,
        revoked_at,
        renamed: staff
          ? sql<Renamed>`case when ${certificates.renamed_at} is not null then
          jsonb_build_object('at', ${certificates.renamed_at}, 'former_name', ${certificates.former_name}) end`
          : sql<Renamed>`null`,
      })
      .from(certificates)
      .innerJoin(users, eq(users.id, user_id))
      .innerJoin(memberships, ofHolder)
      .innerJoin(courses, ofCourse)
      .where(and(eq(certificates.company_id, given.company_id), chosenRows(given, ordering, shape)))
      .orderBy(...termsOf(ordering)),
);

/** By what nothing is narrowed but by a search. */
const SEARCHED = new Set(['company_id', 'user_id', 'pattern', 'signs']);

/** How many the list has; of a search `CERTIFICATES_COUNTED` at most, as the history counts. */
const howMany = prepared((given: Given<CertificateFilters>, shape: CertificateShape) => {
  const search = searchOf(given, CERTIFICATES_COUNTED);
  const all = build.select(counted).from(certificates);
  if (!search) return all.where(wanted(given, shape));
  const { found, rare, common } = search;
  const { own, reach, status: asked } = shape;
  const narrowed =
    own || reach !== 'company' || asked || Object.keys(given).some((name) => !SEARCHED.has(name));
  const known = narrowed
    ? sql`when ${found.ids} is not null then (${all.where(and(wanted(given, shape), rare))})`
    : sql`when ${found.ids} is not null or ${found.count} > 0 then least(${found.count}, ${CERTIFICATES_COUNTED})`;
  const many = build
    .select({ id })
    .from(certificates)
    .where(and(wanted(given, shape), common))
    .limit(CERTIFICATES_COUNTED)
    .as('many');
  return build
    .select({
      count: sql<number>`case ${known} else (${build.select(counted).from(many)}) end`,
    })
    .from(found);
});

function filtersOf(scope: Scope, query: Query) {
  const { user, course, group, subdivision, search } = query;
  const { issued_from, issued_to, expires_from, expires_to } = query;
  const filters = {
    company_id: scope.company_id,
    user_id: scope.user_id,
    user,
    course,
    group,
    subdivision: subdivision || undefined,
    issued_from,
    issued_to,
    expires_from,
    expires_to,
    pattern: searched(search),
    signs: (search && typedSigns(search)) || undefined,
  };
  const shape = { own: isOwn(scope, user), reach: scope.reach, status: query.status };
  return { filters, shape };
}

/** Certificates in reach, each version of them. */
export async function pageOfCertificates(db: Db, scope: Scope, query: Query) {
  const { filters, shape } = filtersOf(scope, query);
  const staff = scope.user_type !== 'student';
  const [rows, [count]] = await db.run(
    scope,
    list({ ...filters, ...windowOf(query) }, query.ordering, shape, staff),
    howMany(filters, shape),
  );
  return listed(rows, count!.count, query);
}

/** What stands in a row of the exported register. */
const exported = prepared(
  (given: Given<CertificateFilters & Window>, ordering: Order, shape: CertificateShape) =>
    build
      .select({
        number,
        version,
        status,
        expiring: sql<boolean>`coalesce(${OF_STATUS.expiring}, false)`,
        last_name: sql<string>`coalesce(nullif(${last}, ''), ${users.email}, ${users.phone}, '')`,
        first_name: first,
        middle_name: middle,
        name_on_it: sql<string>`${nameOnIt}`,
        position: memberships.position,
        subdivision: memberships.subdivision,
        course: courses.name,
        percent: sql<number>`(${content}->>'percent')::float8`,
        ects: sql<string>`${content}->>'ects'`,
        issued_on: sql<string>`${content}->>'issued_on'`,
        valid_until: sql<string | null>`${content}->>'valid_until'`,
      })
      .from(certificates)
      .innerJoin(users, eq(users.id, user_id))
      .innerJoin(memberships, ofHolder)
      .innerJoin(courses, ofCourse)
      .where(and(eq(certificates.company_id, given.company_id), chosenRows(given, ordering, shape)))
      .orderBy(...termsOf(ordering)),
);

/** The filtered list as it is exported, with the caller's language. */
export async function certificatesToExport(db: Db, scope: Scope, query: Query) {
  const { filters, shape } = filtersOf(scope, query);
  const window = windowOf({ page: 1, page_size: EXPORTED_CERTIFICATES });
  const [[own], found] = await db.run(
    scope,
    languageOf({ user_id: scope.user_id }),
    exported({ ...filters, ...window }, query.ordering, shape),
  );
  return { language: own!.language, certificates: found };
}

export type ExportedCertificate = Awaited<ReturnType<typeof certificatesToExport>>['certificates'][number];

interface PrintedOne {
  company_id: number;
  user_id: number;
  /** Whose it is. */
  user: number;
  course: number;
  version: number | undefined;
}

const printed = prepared((given: Given<PrintedOne>, own: boolean, reach: Reach) =>
  build
    .select({
      number,
      status,
      content,
      expires_at,
      replaced_at,
      revoked_at,
      language: users.language,
      theme_color: courses.theme_color,
      time_zone: companies.time_zone,
      /** The company's logo in the bucket. */
      logo: media.key,
    })
    .from(certificates)
    .innerJoin(users, eq(users.id, user_id))
    .innerJoin(courses, ofCourse)
    .innerJoin(companies, eq(companies.id, certificates.company_id))
    .leftJoin(media, eq(media.id, companies.photo_id))
    .where(
      and(
        visible(given, own, reach),
        eq(user_id, given.user),
        eq(course_id, given.course),
        given.version ? eq(version, given.version) : and(isNull(replaced_at), isNull(revoked_at)),
      ),
    ),
);

export type PrintedCertificate = Awaited<ReturnType<typeof certificateToPrint>>;

/** A certificate to print: the newest, unless it was revoked, or the version told. Errors: not_found. */
export async function certificateToPrint(
  db: Db,
  scope: Scope,
  course: number,
  { user = scope.user_id, version: asked }: QueryOf<typeof contract.downloadCertificate>,
) {
  const { company_id, user_id: caller } = scope;
  const one = { company_id, user_id: caller, user, course, version: asked };
  const [[found]] = await db.run(scope, printed(one, isOwn(scope, user), scope.reach));
  if (!found) throw new AppError('not_found');
  return found;
}

import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { personNamed } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies } from '../../identity/companies/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { media } from '../../learning/media/tables.ts';
import type { Env, Scope, Sender } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { build, object, prepared, tied, type Given } from '../../platform/database/queries.ts';
import { numberOf, typedSigns } from './certificate.ts';
import { ERASED_NAME } from './contract.ts';
import type * as contract from './contract.ts';
import { certificateByNumber, certificateStatus, certifiedName } from './functions.ts';
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
const { issued_at, expires_at, replaced_at, revoked_at } = certificates;
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
  status: Checked['status'] | undefined;
  pattern: string | undefined;
  /** Of its number, as far as it was typed. */
  signs: string | undefined;
}

const list = paged(
  (select, given: Given<CertificateFilters>, own: boolean, reach: Reach, staff: boolean) => ({
    rows: select({
      id,
      number,
      version,
      status,
      user: personNamed,
      name_on_it: sql<string | null>`case when ${nameOnIt} not in ('', ${sql.raw(`'${ERASED_NAME}'`)})
        then nullif(${nameOnIt}, ${certifiedName({ first, middle, last })}) end`,
      course: object({ id: courses.id, name: courses.name }),
      percent: sql<number>`(${content}->>'percent')::float8`,
      ects: sql<string>`${content}->>'ects'`,
      issued_at,
      expires_at,
      replaced_at,
      revoked_at,
      renamed: staff
        ? sql<Renamed>`case when ${certificates.renamed_at} is not null then
          jsonb_build_object('at', ${certificates.renamed_at}, 'former_name', ${certificates.former_name}) end`
        : sql<Renamed>`null`,
    })
      .from(certificates)
      .innerJoin(users, eq(users.id, user_id))
      .innerJoin(courses, ofCourse)
      .where(
        and(
          visible(given, own, reach),
          given.user && eq(user_id, given.user),
          given.course && eq(course_id, given.course),
          given.status && eq(status, given.status),
          or(
            // Both as it says and as the row reads.
            contains(given.pattern, nameOnIt, last, first, sql`(${content}->>'course')`, courses.name),
            given.signs && sql`starts_with(${number}, ${given.signs})`,
          ),
        ),
      ),
    order: {
      issued_at,
      // Those that hold for good come last.
      expires_at: sql`coalesce(${expires_at}, 'infinity')`,
      name: alphabetical(users.last_name),
      course: alphabetical(courses.name),
    },
    by: '-issued_at',
    ties: [desc(id)],
  }),
);

/** Certificates in reach, each version of them. */
export async function pageOfCertificates(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listCertificates>,
) {
  const { user, course } = query;
  const filters = {
    company_id: scope.company_id,
    user_id: scope.user_id,
    user,
    course,
    status: query.status,
    pattern: searched(query.search),
    signs: (query.search && typedSigns(query.search)) || undefined,
  };
  const staff = scope.user_type !== 'student';
  const [rows, [count]] = await db.run(
    scope,
    ...list(query, filters, isOwn(scope, user), scope.reach, staff),
  );
  return listed(rows, count!.count, query);
}

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

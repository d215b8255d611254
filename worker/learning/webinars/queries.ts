import { and, eq, exists, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inReach } from '../../access/authorize.ts';
import { reachOf, type Reach } from '../../access/contract.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { namelessAddress } from '../../identity/accounts/functions.ts';
import { personColumns } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { AppError } from '../../errors/app-error.ts';
import { study_groups } from '../../people/groups/tables.ts';
import type { CourseLock } from '../courses/contract.ts';
import { courses } from '../courses/tables.ts';
import { shownFile, storedFile } from '../media/queries.ts';
import { media } from '../media/tables.ts';
import { programs } from '../programs/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { FileAnswer, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { appNow, relation } from '../../platform/database/functions.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  counted,
  firstOf,
  gathered,
  photoOf,
  prepared,
  tied,
  type Given,
  type RowOf,
} from '../../platform/database/queries.ts';
import { wordsOf } from '../../platform/words/plain-text.ts';
import { calendarFile } from './calendar.ts';
import type * as contract from './contract.ts';
import { CLASHES_SHOWN, type WebinarState } from './contract.ts';
import {
  hostClashes as clashesOf,
  webinarLock,
  webinarPeople,
  webinarState,
  zonedText,
} from './functions.ts';
import {
  webinar_attendance,
  webinar_courses,
  webinar_files,
  webinar_groups,
  webinar_hosts,
  webinar_programs,
  webinars,
} from './tables.ts';
import { actionsIn } from './webinar.ts';

const fileOf = tied(webinar_files, webinars, eq(webinar_files.webinar_id, webinars.id));

/** Its address, or a word for a recording that was uploaded. */
const recording = sql`coalesce(nullif(${webinars.recording_url}, ''), ${build
  .select({ word: sql`'uploaded'` })
  .from(webinar_files)
  .where(and(fileOf, eq(webinar_files.kind, 'recording')))
  .limit(1)}, '')`;
const state = webinarState({
  starts_at: webinars.starts_at,
  duration: webinars.duration,
  canceled_at: webinars.canceled_at,
  recording_url: recording,
  now: appNow({}),
}).getSQL();
const ends = sql`${webinars.starts_at} + make_interval(mins => ${webinars.duration})`;

type Host = RowOf<typeof hosts>;
const hosts = build.select(personColumns).from(users).where(eq(users.id, webinars.host_id));

/** What a list and a page show alike. */
const shown = {
  id: webinars.id,
  name: webinars.name,
  photo: photoOf(webinars.photo_id),
  provider: webinars.provider,
  starts_at: webinars.starts_at,
  time_zone: webinars.time_zone,
  duration: webinars.duration,
  state: sql<WebinarState>`${state}`,
  locked: sql<CourseLock | null>`${webinarLock({ webinar: webinars.id })}`,
  // Everybody who hosts is somebody.
  host: sql<Host>`${firstOf(hosts)}`,
};

const mayEdit = ({ user_type }: Scope) => reachOf('editWebinar', user_type) !== null;
const withActions = <R extends { state: WebinarState }>(scope: Scope, row: R) => ({
  ...row,
  actions: mayEdit(scope) ? actionsIn(row.state) : [],
});

/** The webinars in reach that are not deleted. */
const reached = (given: Given<{ company_id: number }>, reach: Reach) =>
  and(
    eq(webinars.company_id, given.company_id),
    isNull(webinars.deleted_at),
    inReach({ reach }, 'webinars', webinars.id),
  );

const ofCourse = tied(webinar_courses, webinars, eq(webinar_courses.webinar_id, webinars.id));
const ofProgram = tied(webinar_programs, webinars, eq(webinar_programs.webinar_id, webinars.id));
const ofGroup = tied(webinar_groups, webinars, eq(webinar_groups.webinar_id, webinars.id));

type WebinarQuery = QueryOf<typeof contract.listWebinars>;
type When = WebinarQuery['when'];

interface WebinarFilters {
  company_id: number;
  state: string | undefined;
  course: number | undefined;
  program: number | undefined;
  group: number | undefined;
  pattern: string | undefined;
}

const IN_TIME: Record<NonNullable<When>, SQL> = {
  upcoming: sql`${ends} > app_now()`,
  past: sql`${ends} <= app_now()`,
};

const listedWebinars = paged((select, given: Given<WebinarFilters>, when: When, reach: Reach) => ({
  rows: select(shown)
    .from(webinars)
    .where(
      and(
        reached(given, reach),
        given.state && eq(state, given.state),
        when && IN_TIME[when],
        given.course && exists(anyOf(webinar_courses, ofCourse, eq(webinar_courses.course_id, given.course))),
        given.program &&
          exists(anyOf(webinar_programs, ofProgram, eq(webinar_programs.program_id, given.program))),
        given.group && exists(anyOf(webinar_groups, ofGroup, eq(webinar_groups.group_id, given.group))),
        contains(given.pattern, webinars.name),
      ),
    ),
  order: { starts_at: webinars.starts_at, name: alphabetical(webinars.name) },
  by: when === 'upcoming' ? 'starts_at' : '-starts_at',
  ties: [webinars.id],
}));

/** The webinars the caller reaches: what comes first, or the latest of what is past. */
export async function pageOfWebinars(db: Db, scope: Scope, query: WebinarQuery) {
  const { company_id, reach } = scope;
  const { course, program, group } = query;
  const filters = { company_id, state: query.state, course, program, group, pattern: searched(query.search) };
  const [rows, [count], [server_time]] = await db.run(
    scope,
    ...listedWebinars(query, filters, query.when, reach),
    appNow({}),
  );
  const results = rows.map((row) => withActions(scope, row));
  return { ...listed(results, count!.count, query), server_time: server_time! };
}

interface OneWebinar {
  company_id: number;
  user_id: number;
  id: number;
}

const cohosts = build
  .select(personColumns)
  .from(webinar_hosts)
  .innerJoin(users, eq(users.id, webinar_hosts.user_id))
  .where(tied(webinar_hosts, webinars, eq(webinar_hosts.webinar_id, webinars.id)))
  .orderBy(alphabetical(users.last_name), users.id);

/** Courses, programs and groups of a webinar, as far as the caller reaches them. */
const coursesOf = (reach: Reach) =>
  build
    .select({ id: courses.id, name: courses.name })
    .from(webinar_courses)
    .innerJoin(courses, tied(courses, webinar_courses, eq(courses.id, webinar_courses.course_id)))
    .where(and(ofCourse, isNull(courses.deleted_at), inReach({ reach }, 'courses', courses.id)))
    .orderBy(alphabetical(courses.name));

const programsOf = (reach: Reach) =>
  build
    .select({ id: programs.id, name: programs.name })
    .from(webinar_programs)
    .innerJoin(programs, tied(programs, webinar_programs, eq(programs.id, webinar_programs.program_id)))
    .where(and(ofProgram, isNull(programs.deleted_at), inReach({ reach }, 'programs', programs.id)))
    .orderBy(alphabetical(programs.name));

const groupsOf = (reach: Reach) =>
  build
    .select({ id: study_groups.id, name: study_groups.name })
    .from(webinar_groups)
    .innerJoin(study_groups, tied(study_groups, webinar_groups, eq(study_groups.id, webinar_groups.group_id)))
    .where(and(ofGroup, isNull(study_groups.deleted_at), inReach({ reach }, 'groups', study_groups.id)))
    .orderBy(alphabetical(study_groups.name));

const attended = (...conditions: SQL[]) =>
  tied(webinar_attendance, webinars, eq(webinar_attendance.webinar_id, webinars.id), ...conditions);

const joined = build
  .select(counted)
  .from(webinar_attendance)
  .where(attended(isNotNull(webinar_attendance.joined_at)));

/** A file of a webinar, over `webinar_files` and `media`. */
export const webinarFile = { ...storedFile, kind: webinar_files.kind };

const filesOf = build
  .select(webinarFile)
  .from(webinar_files)
  .innerJoin(media, eq(media.id, webinar_files.media_id))
  .where(fileOf)
  .orderBy(webinar_files.created_at, media.id);

const ownMoment = (column: PgColumn, user_id: SQL) =>
  sql<string | null>`${build
    .select({ column })
    .from(webinar_attendance)
    .where(attended(eq(webinar_attendance.user_id, user_id)))}`;

const webinarById = prepared((given: Given<OneWebinar>, edits: boolean, reach: Reach) =>
  build
    .select({
      ...shown,
      description: webinars.description,
      capacity: webinars.capacity,
      recording_url: webinars.recording_url,
      cancel_reason: webinars.cancel_reason,
      has_address: sql<boolean>`${webinars.join_url} <> ''`,
      join_url: edits ? sql<string | null>`${webinars.join_url}` : sql<string | null>`null::text`,
      server_time: sql<string>`app_now()`,
      cohosts: gathered(cohosts),
      courses: gathered(coursesOf(reach)),
      programs: gathered(programsOf(reach)),
      groups: gathered(groupsOf(reach)),
      joined: sql<number>`${joined}`,
      joined_at: ownMoment(webinar_attendance.joined_at, given.user_id),
      left_at: ownMoment(webinar_attendance.left_at, given.user_id),
      files: gathered(filesOf),
    })
    .from(webinars)
    .where(and(reached(given, reach), eq(webinars.id, given.id))),
);

/** One webinar in reach. Errors: not_found. */
export async function webinarOf(env: Env, db: Db, scope: Scope, id: number) {
  const { company_id, user_id, reach } = scope;
  const [[row]] = await db.run(scope, webinarById({ company_id, user_id, id }, mayEdit(scope), reach));
  if (!row) throw new AppError('not_found');
  const shownOf = row.locked ? { recording_url: '', files: [] } : row;
  return withActions(scope, {
    ...row,
    recording_url: shownOf.recording_url,
    files: shownOf.files.map((file) => shownFile(env, scope, file)),
  });
}

interface PeopleFilters {
  id: number;
  status: string | undefined;
  pattern: string | undefined;
}

const attendants = paged((select, given: Given<PeopleFilters>, unknown: boolean) => {
  const one = relation(webinarPeople({ webinar: given.id }), 'one');
  return {
    rows: select({
      id: one.id,
      first_name: one.first_name,
      last_name: one.last_name,
      address: namelessAddress({
        id: one.id,
        first_name: one.first_name,
        last_name: one.last_name,
      }).getSQL(),
      photo: one.photo,
      joined_at: one.joined_at,
      left_at: one.left_at,
      source: one.source,
      status: one.status,
      minutes: one.minutes,
    })
      .from(one)
      .where(
        and(
          unknown ? isNull(one.status) : undefined,
          given.status && eq(one.status, given.status),
          contains(given.pattern, one.last_name, one.first_name),
        ),
      ),
    order: { last_name: alphabetical(one.last_name), joined_at: sql`coalesce(${one.joined_at}, 'infinity')` },
    by: 'last_name',
    ties: [one.id],
  };
});

const totals = prepared((given: Given<{ id: number }>) => {
  const one = relation(webinarPeople({ webinar: given.id }), 'one');
  return build
    .select({
      invited: counted.count,
      came: sql<number>`count(*) filter (where ${one.status} in ('attended', 'left'))::integer`,
    })
    .from(one);
});

const webinarInReach = prepared((given: Given<{ company_id: number; id: number }>, reach: Reach) =>
  build
    .select({ id: webinars.id })
    .from(webinars)
    .where(and(reached(given, reach), eq(webinars.id, given.id))),
);

/** Who is invited to a webinar or came to it. Errors: not_found. */
export async function pageOfAttendance(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listAttendance>,
) {
  const { company_id, reach } = scope;
  const unknown = query.status === 'none';
  const filters = { id, status: unknown ? undefined : query.status, pattern: searched(query.search) };
  const [[found], [sums], rows, [count]] = await db.run(
    scope,
    webinarInReach({ company_id, id }, reach),
    totals({ id }),
    ...attendants(query, filters, unknown),
  );
  if (!found) throw new AppError('not_found');
  return { ...listed(rows, count!.count, query), totals: sums! };
}

/** What hosts hold at the time of a webinar that somebody plans. */
export async function hostClashes(db: Db, scope: Scope, query: QueryOf<typeof contract.listHostClashes>) {
  const { host_ids, starts_at, duration: minutes, except = null } = query;
  const [results] = await db.run(
    scope,
    clashesOf({ hosts: host_ids.map(Number), starts_at, minutes, except, limit: CLASHES_SHOWN }),
  );
  return { results };
}

const TIME_ZONE = { uk: 'Час', en: 'Time', de: 'Zeit' } as const satisfies Record<Language, string>;

const entry = prepared((given: Given<OneWebinar>, reach: Reach) =>
  build
    .select({
      uid: webinars.uid,
      sequence: webinars.sequence,
      name: webinars.name,
      description: webinars.description,
      starts_at: webinars.starts_at,
      duration: webinars.duration,
      canceled: sql<boolean>`${webinars.canceled_at} is not null`,
      local: zonedText({
        at: webinars.starts_at,
        zone: webinars.time_zone,
        language: users.language,
      }).getSQL(),
      language: users.language,
      now: sql<string>`app_now()`,
    })
    .from(webinars)
    .innerJoin(users, eq(users.id, given.user_id))
    .where(and(reached(given, reach), eq(webinars.id, given.id))),
);

/** The webinar as a calendar file, its text in the caller's language. Errors: not_found. */
export async function calendarOf(env: Env, db: Db, scope: Scope, id: number): Promise<FileAnswer> {
  const { company_id, user_id, reach } = scope;
  const [[row]] = await db.run(scope, entry({ company_id, user_id, id }, reach));
  if (!row) throw new AppError('not_found');
  const url = `${env.APP_URL}/webinar/${id}`;
  const time = `${TIME_ZONE[row.language] ?? TIME_ZONE.uk}: ${row.local}`;
  const text = calendarFile(
    {
      ...row,
      starts_at: new Date(row.starts_at),
      description: [wordsOf(row.description), time, url].filter(Boolean).join('\n\n'),
      url,
    },
    env.PRODUCT_NAME,
    new Date(row.now),
  );
  return { name: `webinar-${id}.ics`, bytes: Uint8Array.from(new TextEncoder().encode(text)) };
}

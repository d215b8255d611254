import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { reachOf } from '../../access/contract.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { shownFile, STORED_FILE, type StoredRow } from '../media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { FileAnswer, QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import { calendarFile, plainText } from './calendar.ts';
import type * as contract from './contract.ts';
import { actionsIn } from './webinar.ts';

type Row = ResponseOf<typeof contract.listWebinars>['results'][number];
type Webinar = ResponseOf<typeof contract.getWebinar>;
type Person = ResponseOf<typeof contract.listAttendance>['results'][number];

/** Its address, or a word for a recording that was uploaded. */
const RECORDING = sql`coalesce(nullif(w.recording_url, ''), (select 'uploaded' from webinar_files f
  where f.company_id = w.company_id and f.webinar_id = w.id and f.kind = 'recording' limit 1), '')`;
const STATE = sql`webinar_state(w.starts_at, w.duration, w.canceled_at, ${RECORDING}, app_now())`;
const END = sql`w.starts_at + make_interval(mins => w.duration)`;
const PERSON = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
  'photo', ${photoOf(sql`u.photo_id`)})`;

/** What a list and a page show alike, over `webinars w`. */
const SHOWN = sql`w.id, w.name, ${photoOf(sql`w.photo_id`)} as photo, w.provider, w.starts_at, w.time_zone, w.duration,
  ${STATE} as state, (select ${PERSON} from users u where u.id = w.host_id) as host`;

const mayEdit = ({ user_type }: Scope) => reachOf('editWebinar', user_type) !== null;
const withActions = <R extends Omit<Row, 'actions'>>(scope: Scope, row: R) => ({
  ...row,
  actions: mayEdit(scope) ? actionsIn(row.state) : [],
});

/** The webinars in reach that are not deleted, over `webinars w`. */
const reached = (scope: Scope): SQL =>
  sql`w.company_id = ${scope.company_id} and w.deleted_at is null and ${inReach(scope, 'webinars', sql`w.id`)}`;

const tied = (noun: 'course' | 'program' | 'group', id: number | undefined) =>
  id !== undefined &&
  sql`exists (select from ${sql.raw(`webinar_${noun}s`)} link where link.company_id = w.company_id
    and link.webinar_id = w.id and link.${sql.raw(`${noun}_id`)} = ${id})`;

/** The webinars the caller reaches: what comes first, or the latest of what is past. */
export async function pageOfWebinars(db: Db, scope: Scope, query: QueryOf<typeof contract.listWebinars>) {
  const { state, when } = query;
  const where = all([
    reached(scope),
    state !== undefined && sql`${STATE} = ${state}`,
    when === 'upcoming' && sql`${END} > app_now()`,
    when === 'past' && sql`${END} <= app_now()`,
    tied('course', query.course),
    tied('program', query.program),
    tied('group', query.group),
    matches(query.search, sql`w.name`),
  ]);
  const from = sql`from webinars w where ${where}`;
  const order = pageOf(
    query,
    { starts_at: sql`w.starts_at`, name: alphabetical(sql`w.name`) },
    when === 'upcoming' ? 'starts_at' : '-starts_at',
    sql`w.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Omit<Row, 'actions'>>(sql`select ${SHOWN} ${from} ${order}`),
    statement<{ count: number; server_time: string }>(
      sql`select count(*)::integer as count, app_now() as server_time ${from}`,
    ),
  );
  const { server_time } = count!;
  const results = rows.map((row) => withActions(scope, row));
  return { ...listed(results, count!.count, query), server_time };
}

/** Courses, programs or groups of a webinar, as far as the caller reaches them. */
const linksOf = (scope: Scope, noun: 'course' | 'program' | 'group', table: string): SQL =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name collate "uk-x-icu")
    from ${sql.raw(`webinar_${noun}s`)} link
    join ${sql.raw(table)} t on t.company_id = link.company_id and t.id = link.${sql.raw(`${noun}_id`)}
    where link.company_id = w.company_id and link.webinar_id = w.id and t.deleted_at is null
      and ${inReach(scope, `${noun}s`, sql`t.id`)}), '[]')`;

/** One webinar in reach. Errors: not_found. */
export async function webinarOf(env: Env, db: Db, scope: Scope, id: number) {
  const [[row]] = await db.run(
    scope,
    statement<Omit<Webinar, 'actions' | 'files'> & { files: StoredRow<'file' | 'recording'>[] }>(sql`
      select ${SHOWN}, w.description, w.capacity, w.recording_url, w.cancel_reason, w.join_url <> '' as has_address,
             case when ${mayEdit(scope)}::boolean then w.join_url end as join_url, app_now() as server_time,
             coalesce((select jsonb_agg(${PERSON} order by u.last_name collate "uk-x-icu", u.id)
               from webinar_hosts h join users u on u.id = h.user_id
               where h.company_id = w.company_id and h.webinar_id = w.id), '[]') as cohosts,
             ${linksOf(scope, 'course', 'courses')} as courses,
             ${linksOf(scope, 'program', 'programs')} as programs,
             ${linksOf(scope, 'group', 'study_groups')} as groups,
             (select count(*)::integer from webinar_attendance a where a.company_id = w.company_id and a.webinar_id = w.id
                and a.joined_at is not null) as joined,
             own.joined_at, own.left_at,
             coalesce((select jsonb_agg(${STORED_FILE} order by f.created_at, d.id) from webinar_files f join media d on d.id = f.media_id
               where f.company_id = w.company_id and f.webinar_id = w.id), '[]') as files
        from webinars w
        left join webinar_attendance own on own.company_id = w.company_id and own.webinar_id = w.id
          and own.user_id = ${scope.user_id}
        where ${reached(scope)} and w.id = ${id}`),
  );
  if (!row) throw new AppError('not_found');
  return withActions(scope, { ...row, files: row.files.map((file) => shownFile(env, scope, file)) });
}

/** Who is invited to a webinar or came to it. Until it is over, nobody is absent unless noted so. Errors: not_found. */
export async function pageOfAttendance(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listAttendance>,
) {
  const people = sql`from (
    select u.id, u.first_name, u.last_name, ${photoOf(sql`u.photo_id`)} as photo, a.joined_at, a.left_at, a.source,
           case when a.status = 'absent' then 'absent'
                when a.left_at < ${END} then 'left'
                when a.status = 'attended' then 'attended'
                when ${END} <= app_now() and w.canceled_at is null then 'absent' end as status,
           greatest(0, round(extract(epoch from least(coalesce(a.left_at, app_now()), ${END})
             - greatest(a.joined_at, w.starts_at)) / 60))::integer as worked
      from webinars w
      join lateral (
        select i.user_id from webinar_invitations i where i.company_id = w.company_id and i.webinar_id = w.id
        union select j.user_id from webinar_attendance j where j.company_id = w.company_id and j.webinar_id = w.id
      ) known on true
      join users u on u.id = known.user_id
      left join webinar_attendance a on a.company_id = w.company_id and a.webinar_id = w.id and a.user_id = u.id
      where ${reached(scope)} and w.id = ${id}
  ) p`;
  const { status } = query;
  const where = all([
    status === 'none' && sql`p.status is null`,
    status !== undefined && status !== 'none' && sql`p.status = ${status}`,
    matches(query.search, sql`p.last_name`, sql`p.first_name`),
  ]);
  const order = pageOf(
    query,
    { last_name: alphabetical(sql`p.last_name`), joined_at: sql`coalesce(p.joined_at, 'infinity')` },
    'last_name',
    sql`p.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Person>(sql`
      select p.id, p.first_name, p.last_name, p.photo, p.joined_at, p.left_at, p.source, p.status,
             case when p.joined_at is not null then p.worked end as minutes
        ${people} where ${where} ${order}`),
    statement<{ count: number; invited: number; came: number; found: boolean }>(sql`
      select count(*) filter (where ${where})::integer as count, count(*)::integer as invited,
             count(*) filter (where p.status in ('attended', 'left'))::integer as came,
             exists (select from webinars w where ${reached(scope)} and w.id = ${id}) as found ${people}`),
  );
  const { found, invited, came } = count!;
  if (!found) throw new AppError('not_found');
  return { ...listed(rows, count!.count, query), totals: { invited, came } };
}

const TIME_ZONE = { uk: 'Час', en: 'Time', de: 'Zeit' } as const satisfies Record<Language, string>;

/** The webinar as a calendar file, its text in the caller's language. Errors: not_found. */
export async function calendarOf(env: Env, db: Db, scope: Scope, id: number): Promise<FileAnswer> {
  interface Kept {
    uid: string;
    sequence: number;
    name: string;
    description: string;
    starts_at: Date | string;
    duration: number;
    canceled: boolean;
    local: string;
    language: Language;
    now: Date | string;
  }
  const [[row]] = await db.run(
    scope,
    statement<Kept>(sql`
      select w.uid, w.sequence, w.name, w.description, w.starts_at, w.duration, w.canceled_at is not null as canceled,
             to_char(w.starts_at at time zone w.time_zone, 'DD.MM.YYYY, HH24:MI') || ' (' || w.time_zone || ')' as local,
             (select u.language from users u where u.id = ${scope.user_id}) as language, app_now() as now
        from webinars w where ${reached(scope)} and w.id = ${id}`),
  );
  if (!row) throw new AppError('not_found');
  const url = `${env.APP_URL}/webinar/${id}`;
  const time = `${TIME_ZONE[row.language] ?? TIME_ZONE.uk}: ${row.local}`;
  const text = calendarFile(
    {
      ...row,
      starts_at: new Date(row.starts_at),
      description: [plainText(row.description), time, url].filter(Boolean).join('\n\n'),
      url,
    },
    env.PRODUCT_NAME,
    new Date(row.now),
  );
  return { name: `webinar-${id}.ics`, bytes: Uint8Array.from(new TextEncoder().encode(text)) };
}

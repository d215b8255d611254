import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, json, statement, type Db } from '../../platform/database.ts';
import { listed, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Query = QueryOf<typeof contract.listNotifications>;
type Row = ResponseOf<typeof contract.listNotifications>['results'][number];
type Settings = ResponseOf<typeof contract.getNotificationSettings>;

const ROW = sql`jsonb_build_object('id', n.id, 'kind', n.kind, 'path', n.path, 'params', n.params,
  'created_at', n.created_at, 'read_at', n.read_at)`;

const own = ({ company_id, user_id }: Scope): SQL =>
  sql`n.company_id = ${company_id} and n.user_id = ${user_id}`;

/** What the caller was told, with how many of all are not read. */
export async function pageOfNotifications(db: Db, scope: Scope, query: Query) {
  const { unread, kinds } = query;
  const found = all([
    own(scope),
    unread && (unread === 'true' ? sql`n.read_at is null` : sql`n.read_at is not null`),
    kinds && sql`n.kind in (select jsonb_array_elements_text(${json(kinds)}))`,
  ]);
  const order = pageOf(query, { created_at: sql`n.created_at` }, '-created_at', sql`n.id desc`);
  const [[page]] = await db.run(
    scope,
    statement<{ results: Row[]; count: number; unread: number }>(sql`
      select (select count(*)::integer from notifications n where ${found}) as count,
             (select count(*)::integer from notifications n where ${own(scope)} and n.read_at is null) as unread,
             (select coalesce(jsonb_agg(${ROW} order by n.place), '[]')
                from (select n.*, row_number() over () as place from (
                  select n.* from notifications n where ${found} ${order}) n) n) as results`),
  );
  return { ...listed(page!.results, page!.count, query), unread: page!.unread };
}

/** Asked for again and again: counts within the index of what is not read. */
export async function unreadOf(db: Db, scope: Scope): Promise<ResponseOf<typeof contract.getUnread>> {
  const [[row]] = await db.run(
    scope,
    statement<{ unread: number; newest: Row | null }>(sql`
      select (select count(*)::integer from notifications n where ${own(scope)} and n.read_at is null) as unread,
             (select ${ROW} from notifications n where ${own(scope)} and n.read_at is null
                order by n.created_at desc, n.id desc limit 1) as newest`),
  );
  return row!;
}

/** The caller's choices, as they are written on the wire. */
export function chosen(scope: Scope) {
  return statement<Settings>(sql`
    select coalesce(s.muted, '{}') as muted, s.time_zone,
           to_char(make_time(s.quiet_from / 60, s.quiet_from % 60, 0), 'HH24:MI') as quiet_from,
           to_char(make_time(s.quiet_to / 60, s.quiet_to % 60, 0), 'HH24:MI') as quiet_to
      from (select 1) one left join notification_settings s on s.user_id = ${scope.user_id}`);
}

export async function settingsOf(db: Db, scope: Scope): Promise<Settings> {
  const [[settings]] = await db.run(scope, chosen(scope));
  return settings!;
}

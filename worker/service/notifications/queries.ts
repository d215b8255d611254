import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { listed, paged } from '../../platform/database/list.ts';
import { among, build, counted, firstOf, prepared, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { notification_settings, notifications } from './tables.ts';

type Query = QueryOf<typeof contract.listNotifications>;
type Settings = ResponseOf<typeof contract.getNotificationSettings>;

const row = {
  id: notifications.id,
  kind: notifications.kind,
  path: notifications.path,
  params: notifications.params,
  created_at: notifications.created_at,
  read_at: notifications.read_at,
};

interface Own {
  company_id: number;
  user_id: number;
}

const own = (given: Given<Own>) =>
  and(eq(notifications.company_id, given.company_id), eq(notifications.user_id, given.user_id));
const unread = (given: Given<Own>) => and(own(given), isNull(notifications.read_at));

const told = paged(
  (select, given: Given<Own & { kinds: string[] | undefined }>, isUnread: boolean | null) => ({
    rows: select(row)
      .from(notifications)
      .where(
        and(
          own(given),
          isUnread === null
            ? undefined
            : isUnread
              ? isNull(notifications.read_at)
              : isNotNull(notifications.read_at),
          given.kinds && among(notifications.kind, given.kinds),
        ),
      ),
    order: { created_at: notifications.created_at },
    by: '-created_at',
    ties: [desc(notifications.id)],
  }),
);

const unreadCount = prepared((given: Given<Own>) =>
  build.select(counted).from(notifications).where(unread(given)),
);

/** What the caller was told, with how many of all are not read. */
export async function pageOfNotifications(db: Db, scope: Scope, query: Query) {
  const { company_id, user_id } = scope;
  const isUnread = query.unread === undefined ? null : query.unread === 'true';
  const [results, [count], [left]] = await db.run(
    scope,
    ...told(query, { company_id, user_id, kinds: query.kinds }, isUnread),
    unreadCount({ company_id, user_id }),
  );
  return { ...listed(results, count!.count, query), unread: left!.count };
}

const newest = (given: Given<Own>) =>
  firstOf(
    build
      .select(row)
      .from(notifications)
      .where(unread(given))
      .orderBy(desc(notifications.created_at), desc(notifications.id))
      .limit(1),
  );

const waiting = prepared((given: Given<Own>) =>
  build
    .select({ unread: counted.count, newest: newest(given) })
    .from(notifications)
    .where(unread(given)),
);

/** Asked for again and again: counts within the index of what is not read. */
export async function unreadOf(db: Db, scope: Scope) {
  const { company_id, user_id } = scope;
  const [[found]] = await db.run(scope, waiting({ company_id, user_id }));
  return found!;
}

const clock = (column: typeof notification_settings.quiet_from | typeof notification_settings.quiet_to) =>
  sql<string | null>`to_char(make_time(${column} / 60, ${column} % 60, 0), 'HH24:MI')`;

/** The caller's choices, as they are written on the wire. */
export const chosen = prepared((given: Given<{ user_id: number }>) =>
  build
    .select({
      muted: sql<Settings['muted']>`coalesce(${notification_settings.muted}, '{}')`,
      time_zone: notification_settings.time_zone,
      quiet_from: clock(notification_settings.quiet_from),
      quiet_to: clock(notification_settings.quiet_to),
    })
    .from(sql`(values (1)) one`)
    .leftJoin(notification_settings, eq(notification_settings.user_id, given.user_id)),
);

/** What the caller wants to be told of, and when not; the defaults where they have chosen nothing. */
export async function settingsOf(db: Db, { user_id, ...scope }: Scope) {
  const [[settings]] = await db.run({ ...scope, user_id }, chosen({ user_id }));
  return settings!;
}

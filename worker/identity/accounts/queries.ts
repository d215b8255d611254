import { sql, type SQL } from 'drizzle-orm';
import { permissionsOf, reachOf } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { photoOf, statement, texts, type Db } from '../../platform/database.ts';
import { sha256 } from '../../platform/hash.ts';
import type * as contract from './contract.ts';
import { HINTS } from './contract.ts';

type UserInfo = ResponseOf<typeof contract.userInfo>;

/** The profile of the person who calls, with companies, roles and permissions, in one round trip. */
export async function profileOf(db: Db, scope: Scope): Promise<UserInfo> {
  const seesLicences = reachOf('editCompany', scope.user_type) !== null;
  type Row = Omit<UserInfo, 'current_login_info' | 'permissions'>;
  const [[row]] = await db.run(
    scope,
    statement<Row>(sql`
      select u.id, u.first_name, u.last_name, u.middle_name, u.email, u.email_verified, u.phone, u.language,
             array(select h from unnest(u.dismissed_hints) h where h = any (${texts(HINTS)})) as dismissed_hints,
             ${photoOf(sql`u.photo_id`)} as photo, m.position, m.subdivision, m.comment,
             (select jsonb_agg(t order by user_type_rank(t)) from unnest(m.user_types) t) as user_types,
             (select jsonb_agg(to_jsonb(s) order by s.id) from own_spaces() s) as spaces,
             (select count(*)::integer from own_invitations()) as invitations,
             own_second_factor_missing() as second_factor_missing,
             (select ${photoOf(sql`c.photo_id`)} from companies c where c.id = m.company_id) as space_photo,
             ${seesLicences ? sql`(select c.erase_at from companies c where c.id = m.company_id)` : sql`null::timestamptz`} as erase_at,
             ${seesLicences ? firstStepsOf(scope) : sql`null::jsonb`} as first_steps,
             ${seesLicences ? sql`(select to_jsonb(l) from licences(m.company_id) l)` : sql`null::jsonb`} as licences
        from users u join memberships m on m.company_id = ${scope.company_id} and m.user_id = u.id
        where u.id = ${scope.user_id}`),
  );
  return {
    ...row!,
    current_login_info: { type_user: scope.user_type, space_pk: scope.company_id },
    permissions: permissionsOf(scope.user_type),
  };
}

/** How far a new company has come, as JSON. Every part stops at the first row it finds. */
export const firstStepsOf = ({ company_id }: Scope): SQL => sql`
  (select jsonb_build_object(
     'company', c.photo_id is not null or c.description <> '' or c.website <> '',
     'group', g.id is not null,
     'people', (select count(*) > 1 from (select from memberships m
        where m.company_id = c.id and m.deleted_at is null limit 2) two),
     'course', k.id is not null,
     'test', exists (select from form_versions v
        join forms f on f.company_id = v.company_id and f.id = v.form_id and f.deleted_at is null
        where v.company_id = c.id),
     'given', exists (select from course_states s where s.company_id = c.id),
     'result', exists (select from attempts a where a.company_id = c.id and a.status = 'completed'),
     'course_id', k.id, 'group_id', g.id)
   from companies c
   left join lateral (select o.id from courses o
     where o.company_id = c.id and o.deleted_at is null order by o.id desc limit 1) k on true
   left join lateral (select s.id from study_groups s
     where s.company_id = c.id and s.deleted_at is null order by s.id desc limit 1) g on true
   where c.id = ${company_id})`;

interface Registered extends ResponseOf<typeof contract.passwordResetLink> {
  /** null where the registration has none. */
  password_hash: string | null;
  company: string;
}

/** Whose registration a link confirms. Errors: token_incorrect for a used, replaced, expired or unknown one. */
export async function registrationOf(db: Db, token: string) {
  const [[found]] = await db.system(statement<Registered>(sql`select * from confirmation(${sha256(token)})`));
  if (!found) throw new AppError('token_incorrect', { field: 'token' });
  return found;
}

/**
 * Whose password a link resets, with the names of their companies.
 * Errors: reset_link_invalid for a used, replaced, expired or unknown one.
 */
export async function passwordOwnerOf(db: Db, token: string) {
  type Row = ResponseOf<typeof contract.passwordResetLink>;
  const hash = sha256(token);
  const [[person], [known]] = await db.system(
    statement<Row>(sql`select * from password_reset_link(${hash})`),
    statement<{ companies: string[] }>(sql`select companies_of_reset_link(${hash}) as companies`),
  );
  if (!person) throw new AppError('reset_link_invalid', { field: 'token' });
  return { person, companies: known!.companies };
}

/** Where the caller is signed in. */
export async function sessionsOf(db: Db, scope: Scope) {
  type Row = ResponseOf<typeof contract.listSessions>[number];
  const [rows] = await db.run(scope, statement<Row>(sql`select * from own_sessions()`));
  return rows;
}

/** Says how long a throttled try has to wait. */
export function refuseLocked(locked_until: Date | null | undefined): void {
  const seconds = locked_until ? Math.ceil((locked_until.getTime() - Date.now()) / 1000) : 0;
  if (seconds > 60) throw new AppError('too_many_attempts', { params: { minutes: Math.ceil(seconds / 60) } });
  if (seconds > 0) throw new AppError('slow_down', { params: { seconds } });
}

/** The help widget's product for a language; null where none is configured. */
export function widgetProductOf(env: Env, language: string): string | null {
  const { SLEEKPLAN_KEY: key, SLEEKPLAN_PRODUCT_UK: uk, SLEEKPLAN_PRODUCT_OTHER: other } = env;
  return (key && (language === 'uk' ? uk : other)) || null;
}

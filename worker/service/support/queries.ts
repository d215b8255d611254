import { sql } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { widgetProductOf } from '../../identity/accounts/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Contacts = ResponseOf<typeof contract.getContacts>;

/** More of one kind are nobody in particular. */
const MOST = 12;

/**
 * Whom the caller may ask. A student sees e-mails of their own managers and trainers only; staff those of everybody here;
 * phones are seen by who may view people.
 */
export async function contactsOf(env: Env, db: Db, scope: Scope): Promise<Contacts> {
  const isStudent = scope.user_type === 'student';
  // Whoever looks after the whole company has nobody between.
  const hasOwn = isStudent || scope.user_type === 'trainer';
  const seesPhones = reachOf('viewUser', scope.user_type) !== null;
  const company_id = scope.company_id;
  const [[found], results] = await db.run(
    scope,
    statement<Contacts['company'] & { language: string }>(sql`
      select c.name, c.email, c.phone, u.language
        from companies c, users u where c.id = ${company_id} and u.id = ${scope.user_id}`),
    statement<Contacts['results'][number]>(sql`
      with known as (
        select gm.user_id, case gm.role when 'manager' then 1 else 2 end as place, g.name as about
          from group_members gm
          join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
          where ${hasOwn} and gm.company_id = ${company_id} and gm.group_id in (select groups_in_reach())
            and (gm.role = 'manager' or ${isStudent} and gm.role = 'coach')
        union all
        select cm.user_id, 2, c.name
          from course_members cm
          join courses c on c.company_id = cm.company_id and c.id = cm.course_id and c.deleted_at is null
          where ${isStudent} and cm.company_id = ${company_id} and cm.role = 'coach'
            and cm.course_id in (select courses_in_reach())
        union all
        select m.user_id, 3, null from memberships m
          where m.company_id = ${company_id} and m.user_types && array['owner', 'admin']
      ), people as (
        select user_id, min(place) as place from known group by user_id
      ), told as (
        select u.id, u.first_name, u.last_name, ${photoOf(sql`u.photo_id`)} as photo, m.position, p.place,
               (array['manager', 'trainer', 'admin'])[p.place] as role,
               array(select distinct k.about from known k where k.user_id = p.user_id and k.place = p.place
                       and k.about is not null order by 1 limit 5) as about,
               case when not ${isStudent} or p.place < 3 then u.email end as email,
               case when ${seesPhones} then u.phone end as phone,
               row_number() over (partition by p.place
                 order by ${alphabetical(sql`u.last_name`)}, ${alphabetical(sql`u.first_name`)}, u.id) as number
          from people p
          join memberships m on m.company_id = ${company_id} and m.user_id = p.user_id
            and m.deleted_at is null and m.blocked_at is null
          join users u on u.id = p.user_id and u.activated_at is not null
          where p.user_id <> ${scope.user_id}
      )
      select id, first_name, last_name, photo, position, role, about, email, phone
        from told where number <= ${MOST} order by place, number`),
  );
  const { language, ...company } = found!;
  return { company, results, sleekplan_product_id: widgetProductOf(env, language) };
}

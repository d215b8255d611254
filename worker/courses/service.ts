import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import type { Scope } from '../platform/context.ts';
import type { BodyOf } from '../platform/contract.ts';
import { ids, remembered, statement, type Db, type Statement } from '../platform/database.ts';
import { sanitize } from '../platform/rich-text.ts';
import type * as contract from './contract.ts';

/** Creates a course for at least one group. Errors: course_name_taken, not_found for a group or coach. */
export async function createCourse(db: Db, scope: Scope, body: BodyOf<typeof contract.createCourse>) {
  const { name, description = '', detailed_description = '', group_ids, coach_ids = [] } = body;
  const { theme_color = null, material_access = null } = body;
  const [, [created]] = await db.run(
    scope,
    requireGroups(scope, group_ids, null),
    statement<{ id: number }>(sql`
      with created as (
        insert into courses (company_id, name, description, detailed_description, theme_color, material_access)
          values (${scope.company_id}, ${name}, ${description}, ${sanitize(detailed_description)},
                  coalesce(${theme_color}, '#1f5fa8'), coalesce(${material_access}, 'all_materials_access'))
          returning id
      ), linked as (
        insert into course_groups (company_id, course_id, group_id)
          select distinct ${scope.company_id}::integer, created.id, group_id from created, unnest(${ids(group_ids)}) group_id
      ), coached as (
        insert into course_members (company_id, course_id, user_id, role)
          select distinct ${scope.company_id}::integer, created.id, user_id, 'coach' from created, unnest(${ids(coach_ids)}) user_id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/** Changes a course in reach; lists of groups and coaches are replaced. Errors: not_found, course_name_taken. */
export async function updateCourse(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateCourse>,
): Promise<undefined> {
  const {
    name = null,
    description = null,
    detailed_description,
    theme_color = null,
    material_access = null,
  } = body;
  const { group_ids, coach_ids } = body;
  const company = scope.company_id;
  const changes: Statement<unknown>[] = [
    statement(sql`
      with changed as (
        update courses c set
          name = coalesce(${name}, name), description = coalesce(${description}, description),
          detailed_description = coalesce(${detailed_description === undefined ? null : sanitize(detailed_description)}, detailed_description),
          theme_color = coalesce(${theme_color}, theme_color), material_access = coalesce(${material_access}, material_access)
          where c.company_id = ${company} and c.id = ${id} and c.deleted_at is null and ${inReach(scope, 'courses', sql`c.id`)}
          returning id
      )
      select case when not exists (select from changed) then fail('not_found') end`),
  ];
  if (group_ids) {
    changes.push(
      requireGroups(scope, group_ids, id),
      // A manager replaces only the groups of their own reach; the others stay.
      statement(sql`delete from course_groups cg where company_id = ${company} and course_id = ${id}
        and group_id <> all (${ids(group_ids)}) and ${inReach(scope, 'groups', sql`cg.group_id`)}`),
      statement(sql`insert into course_groups (company_id, course_id, group_id)
        select ${company}, ${id}, group_id from unnest(${ids(group_ids)}) group_id on conflict do nothing`),
    );
  }
  if (coach_ids) {
    changes.push(
      statement(sql`delete from course_members where company_id = ${company} and course_id = ${id} and role = 'coach'
        and user_id <> all (${ids(coach_ids)})`),
      statement(sql`insert into course_members (company_id, course_id, user_id, role)
        select ${company}, ${id}, user_id, 'coach' from unnest(${ids(coach_ids)}) user_id on conflict do nothing`),
    );
  }
  await db.run(scope, ...changes);
}

/** Hides a course. Errors: not_found. */
export async function deleteCourse(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`
      with deleted as (
        update courses set deleted_at = app_now()
          where company_id = ${scope.company_id} and id = ${id} and deleted_at is null returning id
      )
      select case when not exists (select from deleted) then fail('not_found') end`),
  );
}

/**
 * Fails with not_found unless every group exists and lies in reach or is the course's already: another company's id and
 * a missing one fail alike.
 */
function requireGroups(scope: Scope, group_ids: readonly number[], course_id: number | null) {
  return statement(sql`
    select case when exists (
      select unnest(${ids(group_ids)}) except (
        select g.id from study_groups g
          where g.company_id = ${scope.company_id} and g.deleted_at is null and ${inReach(scope, 'groups', sql`g.id`)}
        union
        select cg.group_id from course_groups cg
          where cg.company_id = ${scope.company_id} and cg.course_id = ${course_id}
      )
    ) then fail('not_found') end`);
}

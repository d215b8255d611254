import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import type { Scope } from '../platform/context.ts';
import type { BodyOf, ParamsOf } from '../platform/contract.ts';
import { ids, remembered, statement, type Db } from '../platform/database.ts';
import { sanitize } from '../platform/rich-text.ts';
import type * as contract from './contract.ts';

type OneMaterial = ParamsOf<typeof contract.updateMaterial>;

/** Adds a material at the end of a course; a practice or an exam gets its form. Errors: not_found, material_name_taken. */
export async function createMaterial(
  db: Db,
  scope: Scope,
  course_id: number,
  body: BodyOf<typeof contract.createMaterial>,
) {
  const { name, description = '', text = '', type } = body;
  const form_type = type === 'exam' ? 2 : type === 'practice' ? 1 : null;
  const [, [created]] = await db.run(
    scope,
    lockCourse(scope, course_id),
    statement<{ id: number; form_id: number | null }>(sql`
      with created as (
        insert into materials (company_id, course_id, name, description, type, text, position)
          select ${scope.company_id}, ${course_id}, ${name}, ${description}, ${type}, ${sanitize(text)},
                 coalesce(max(position), 0) + 1
            from materials where company_id = ${scope.company_id} and course_id = ${course_id}
          returning id
      ), form as (
        insert into forms (company_id, material_id, form_type, name)
          select ${scope.company_id}, created.id, ${form_type}::integer, ${name} from created where ${form_type}::integer is not null
          returning id
      )${remembered(scope)} select created.id, form.id as form_id from created left join form on true`),
  );
  return created!;
}

/** Changes a material in reach. Errors: not_found, material_name_taken. */
export async function updateMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  body: BodyOf<typeof contract.updateMaterial>,
): Promise<undefined> {
  const { name = null, description = null, text, archived = null } = body;
  await db.run(
    scope,
    statement(sql`
      with changed as (
        update materials m set
          name = coalesce(${name}, name), description = coalesce(${description}, description),
          text = coalesce(${text === undefined ? null : sanitize(text)}, text),
          archived_at = case ${archived}::boolean when true then coalesce(archived_at, app_now()) when false then null else archived_at end
          where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.id = ${materialId} and m.deleted_at is null
            and ${inReach(scope, 'courses', sql`m.course_id`)}
          returning m.id
      )
      select case when not exists (select from changed) then fail('not_found') end`),
  );
}

/** Hides a material. Errors: not_found. */
export async function deleteMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`
      with deleted as (
        update materials m set deleted_at = app_now()
          where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.id = ${materialId} and m.deleted_at is null
            and ${inReach(scope, 'courses', sql`m.course_id`)}
          returning m.id
      )
      select case when not exists (select from deleted) then fail('not_found') end`),
  );
}

/** Puts a course's materials in order; those not named follow in their old order. Errors: not_found for a foreign one. */
export async function updateMaterialsSequence(
  db: Db,
  scope: Scope,
  course_id: number,
  material_ids: readonly number[],
): Promise<undefined> {
  await db.run(
    scope,
    lockCourse(scope, course_id),
    statement(sql`
      select case when exists (
        select unnest(${ids(material_ids)}) except
        select id from materials where company_id = ${scope.company_id} and course_id = ${course_id} and deleted_at is null
      ) then fail('not_found') end`),
    statement(sql`
      update materials m set position = placed.position from (
        select o.id, row_number() over (order by g.place nulls last, o.position, o.id) as position
          from materials o left join unnest(${ids(material_ids)}) with ordinality as g(id, place) on g.id = o.id
          where o.company_id = ${scope.company_id} and o.course_id = ${course_id} and o.deleted_at is null
      ) placed
      where m.company_id = ${scope.company_id} and m.id = placed.id and m.position <> placed.position`),
  );
}

/**
 * The student confirms a material that is done by reading it; tests and exams are done by passing them.
 * Errors: not_found, material_locked, blocked_during_tests.
 */
export async function finishMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`select open_material(${id}, ${materialId})`),
    statement(sql`
      with finished as (
        update material_progress p set done_at = coalesce(p.done_at, app_now()) from materials m
          where p.company_id = ${scope.company_id} and p.user_id = ${scope.user_id} and p.material_id = ${materialId}
            and m.company_id = p.company_id and m.id = p.material_id and m.type in ('theory', 'pdf', 'presentation', 'additional')
          returning p.material_id
      )
      select case when not exists (select from finished) then fail('not_found') end`),
  );
}

function lockCourse(scope: Scope, course_id: number) {
  return statement(sql`
    with locked as (
      select c.id from courses c
        where c.company_id = ${scope.company_id} and c.id = ${course_id} and c.deleted_at is null
          and ${inReach(scope, 'courses', sql`c.id`)} for update
    )
    select case when not exists (select from locked) then fail('not_found') end`);
}

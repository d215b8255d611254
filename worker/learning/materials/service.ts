import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, ResponseOf } from '../../platform/contract.ts';
import { ids, json, remembered, statement, type Db } from '../../platform/database.ts';
import { sanitize } from '../../platform/rich-text.ts';
import { plainPictures } from './queries-files.ts';
import type * as contract from './contract.ts';

type OneMaterial = ParamsOf<typeof contract.updateMaterial>;

/** Adds a material at the end of a course; a practice or an exam gets its form. Errors: not_found, material_name_taken. */
export async function createMaterial(
  db: Db,
  scope: Scope,
  course_id: number,
  body: BodyOf<typeof contract.createMaterial>,
) {
  const {
    name,
    description = '',
    text = '',
    type,
    next_access = 'after_passing',
    done_when = 'passed',
  } = body;
  const form_type = type === 'exam' ? 2 : type === 'practice' ? 1 : null;
  const [, [created]] = await db.run(
    scope,
    lockCourse(scope, course_id),
    statement<{ id: number; form_id: number | null }>(sql`
      with created as (
        insert into materials (company_id, course_id, name, description, type, text, next_access, done_when, position)
          select ${scope.company_id}, ${course_id}, ${name}, ${description}, ${type}, ${sanitize(plainPictures(text))},
                 ${next_access}, ${done_when},
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

/** Changes a material in reach. Errors: not_found, material_name_taken; own_form for hiding or easing a test one takes. */
export async function updateMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  body: BodyOf<typeof contract.updateMaterial>,
): Promise<undefined> {
  const {
    name = null,
    description = null,
    text,
    archived = null,
    next_access = null,
    done_when = null,
  } = body;
  await db.run(
    scope,
    lockCourse(scope, id),
    statement(
      sql`select case when ${archived === false || next_access !== null}::boolean then keep_open(${id}) end`,
    ),
    statement(sql`
      with changed as (
        update materials m set
          name = coalesce(${name}, name), description = coalesce(${description}, description),
          text = coalesce(${text === undefined ? null : sanitize(plainPictures(text))}, text),
          next_access = coalesce(${next_access}, next_access), done_when = coalesce(${done_when}, done_when),
          archived_at = case ${archived}::boolean when true then coalesce(archived_at, app_now()) when false then null else archived_at end
          where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.id = ${materialId} and m.deleted_at is null
            and ${inReach(scope, 'courses', sql`m.course_id`)}
          returning m.id
      )
      select case when not exists (select from changed) then fail('not_found') end`),
  );
}

/** Hides a material. Errors: not_found; own_form for a test one takes. */
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
    statement(sql`select keep_open(${course_id})`),
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
 * Errors: not_found, material_locked, blocked_during_tests, blocked_in_course.
 */
export async function finishMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
): Promise<undefined> {
  await db.run(scope, statement(sql`select finish_material(${id}, ${materialId})`));
}

/**
 * Notes where the student is, and what of a video or audio was played; from 90 % it is done (decisions, "Material access").
 * Errors: as finishMaterial.
 */
export async function reportProgress(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  { resume_at, watched = [] }: BodyOf<typeof contract.reportProgress>,
) {
  const [[progress]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.reportProgress>>(
      sql`select watched_share, done from report_progress(${id}, ${materialId}, ${Math.fround(resume_at)}::real, ${json(watched)})`,
    ),
  );
  return progress!;
}

/** Copies a material with its form and files right behind the original. Errors: not_found. */
export async function cloneMaterial(db: Db, scope: Scope, { id, materialId }: OneMaterial) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select clone_material(${id}, ${materialId}) as id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/** Opens one chained material for one student in reach; who did it and when is kept. Errors: not_found. */
export async function unblockMaterial(
  db: Db,
  scope: Scope,
  { material_id, user_id }: BodyOf<typeof contract.unblockMaterial>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select unblock_material(${material_id}, ${user_id})`));
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

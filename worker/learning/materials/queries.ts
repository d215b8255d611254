import { sql } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { shownFile } from '../media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';
import { fileJson, withPictures, type FileRow } from './queries-files.ts';

type MaterialRow = Omit<ResponseOf<typeof contract.getMaterial>, 'files'> & { files: FileRow[] };
type StudentMaterial = ResponseOf<typeof contract.listStudentMaterials>['results'][number];

/**
 * One material of a course in reach; for a student the first opening is kept.
 * Errors: not_found; blocked_in_course; material_locked; blocked_during_tests while an attempt runs in the course.
 */
export async function materialOf(
  env: Env,
  db: Db,
  scope: Scope,
  { id, materialId }: ParamsOf<typeof contract.getMaterial>,
) {
  const student = scope.user_type === 'student';
  const edits = reachOf('editEduMaterials', scope.user_type) !== null;
  const neighbour = (direction: 'previous' | 'next') => sql`
    (select n.id from materials n
       where n.company_id = m.company_id and n.course_id = m.course_id and n.deleted_at is null
         and (${!student} or exists (select from student_materials s
                where s.company_id = n.company_id and s.material_id = n.id and s.user_id = ${scope.user_id}))
         and ${direction === 'next' ? sql`(n.position, n.id) > (m.position, m.id)` : sql`(n.position, n.id) < (m.position, m.id)`}
       order by ${direction === 'next' ? sql`n.position, n.id` : sql`n.position desc, n.id desc`} limit 1)`;
  const read = statement<MaterialRow>(sql`
    select m.id, m.course_id, c.name as course_name, c.theme_color, m.name, m.description, m.type, m.text,
           m.archived_at is not null as archived, m.next_access, m.done_when, f.id as form_id,
           p.done_at is not null as done, coalesce(p.resume_at, 0) as resume_at,
           case when m.type in ('video', 'audio') then watched_share(coalesce(p.watched, '{}'), (
             select f.duration from material_files f where f.company_id = m.company_id and f.material_id = m.id and f.kind = 'main' limit 1
           )) end as watched_share,
           coalesce((select jsonb_agg(${fileJson} order by f.position) from material_files f join media d on d.id = f.media_id
             where f.company_id = m.company_id and f.material_id = m.id), '[]') as files,
           ${neighbour('previous')} as previous_id, ${neighbour('next')} as next_id, ${edits}::boolean as may_edit
      from materials m
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      left join forms f on f.company_id = m.company_id and f.material_id = m.id
      left join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.user_id = ${scope.user_id}
      where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.id = ${materialId} and m.deleted_at is null
        and ${inReach(scope, 'courses', sql`c.id`)}`);
  const [rows] = student
    ? (
        await db.run(
          scope,
          statement(sql`select refuse_blocked(${id}), open_material(${id}, ${materialId})`),
          read,
        )
      ).slice(1)
    : await db.run(scope, read);
  const row = rows?.[0] as MaterialRow | undefined;
  if (!row) throw new AppError('not_found');
  return {
    ...row,
    text: withPictures(env, scope, row.text),
    files: row.files.map((file) => shownFile(env, scope, file)),
  };
}

/** The materials of a course as one student in reach has them. Errors: not_found. */
export async function studentMaterials(
  db: Db,
  scope: Scope,
  { id, userId }: ParamsOf<typeof contract.listStudentMaterials>,
) {
  const [[seen], results] = await db.run(
    scope,
    statement(sql`
      select from course_states s
        where s.company_id = ${scope.company_id} and s.course_id = ${id} and s.user_id = ${userId}
          and ${inReach(scope, 'courses', sql`s.course_id`)} and ${inReach(scope, 'people', sql`s.user_id`)}`),
    statement<StudentMaterial>(sql`
      select m.id, m.name, m.type, m.archived_at is not null as archived, own.opened_at, own.done_at,
             case when m.type in ('video', 'audio') then watched_share(coalesce(p.watched, '{}'), (
               select f.duration from material_files f where f.company_id = m.company_id and f.material_id = m.id and f.kind = 'main' limit 1
             )) end as watched_share,
             case when gate.id is not null then jsonb_build_object('id', gate.id, 'name', gate.name) end as opened_by,
             case when u.unlocked_by is not null then jsonb_build_object('at', u.created_at,
               'by', jsonb_build_object('id', by.id, 'first_name', by.first_name, 'last_name', by.last_name)) end as unblocked
        from own_materials(${id}, ${userId}) own
        join materials m on m.company_id = ${scope.company_id} and m.id = own.material_id
        left join materials gate on gate.company_id = m.company_id and gate.id = own.locked_by
        left join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.user_id = ${userId}
        left join material_unlocks u on u.company_id = m.company_id and u.material_id = m.id and u.user_id = ${userId}
        left join users by on by.id = u.unlocked_by
        order by m.position, m.id`),
  );
  if (!seen) throw new AppError('not_found');
  return { results };
}

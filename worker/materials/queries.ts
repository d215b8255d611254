import { sql } from 'drizzle-orm';
import { reachOf } from '../access/contract.ts';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { ParamsOf, ResponseOf } from '../platform/contract.ts';
import { statement, type Db } from '../platform/database.ts';
import type * as contract from './contract.ts';

/**
 * One material of a course in reach; for a student the first opening is kept.
 * Errors: not_found; blocked_in_course; material_locked; blocked_during_tests while an attempt runs in the course.
 */
export async function materialOf(
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
  const read = statement<ResponseOf<typeof contract.getMaterial>>(sql`
    select m.id, m.course_id, c.name as course_name, c.theme_color, m.name, m.description, m.type, m.text,
           m.archived_at is not null as archived, f.id as form_id,
           exists (select from material_progress p where p.company_id = m.company_id and p.material_id = m.id
                     and p.user_id = ${scope.user_id} and p.done_at is not null) as done,
           ${neighbour('previous')} as previous_id, ${neighbour('next')} as next_id, ${edits}::boolean as may_edit
      from materials m
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      left join forms f on f.company_id = m.company_id and f.material_id = m.id
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
  const row = rows?.[0] as ResponseOf<typeof contract.getMaterial> | undefined;
  if (!row) throw new AppError('not_found');
  return row;
}

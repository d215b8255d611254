import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { reachOf, type Reach } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { forms } from '../../exams/forms/tables.ts';
import { personNamed } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { ownMaterials, refuseBlocked } from '../courses/functions.ts';
import { durationOfMaterial, minutesOfMaterial } from '../courses/queries-materials.ts';
import { course_states, courses } from '../courses/tables.ts';
import { shownFile } from '../media/queries.ts';
import { media } from '../media/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  build,
  gathered,
  object,
  prepared,
  tied,
  type Given,
  type RowsOf,
} from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { materialPlace, openMaterial, refuseDuringTests, textRevision, watchedShare } from './functions.ts';
import { materialFile, withPictures } from './queries-files.ts';
import { material_files, material_progress, material_unlocks, materials } from './tables.ts';

const fileOfMaterial = tied(material_files, materials, eq(material_files.material_id, materials.id));

/** Percent of a video or audio that was played, over the progress of a person. */
const watched = sql<number | null>`case when ${materials.type} in ('video', 'audio') then ${watchedShare({
  watched: sql`coalesce(${material_progress.watched}, '{}')`,
  duration: durationOfMaterial,
})} end`;

const files = build
  .select(materialFile)
  .from(material_files)
  .innerJoin(media, eq(media.id, material_files.media_id))
  .where(fileOfMaterial)
  .orderBy(material_files.position);

interface OneMaterial {
  company_id: number;
  user_id: number;
  course_id: number;
  id: number;
}

const materialById = prepared(
  (given: Given<OneMaterial>, reach: Reach, student: boolean, may_edit: boolean) => {
    const own = student ? given.user_id : sql`null::integer`;
    const stands = relation(materialPlace({ material: materials.id, student: own }), 'stands');
    return build
      .select({
        id: materials.id,
        course_id: materials.course_id,
        course_name: courses.name,
        theme_color: courses.theme_color,
        name: materials.name,
        description: materials.description,
        type: materials.type,
        text: materials.text,
        revision: sql<string>`${textRevision({ text: materials.text })}`,
        archived: sql<boolean>`${materials.archived_at} is not null`,
        next_access: materials.next_access,
        done_when: materials.done_when,
        form_id: forms.id,
        done: sql<boolean>`${material_progress.done_at} is not null and not ${stands.in_review}`,
        resume_at: sql<number>`coalesce(${material_progress.resume_at}, 0)`,
        watched_share: watched,
        files: gathered(files),
        previous_id: stands.previous_id,
        next_id: stands.next_id,
        next_name: stands.next_name,
        next_locked_by: stands.next_locked_by,
        next_waits: stands.next_waits,
        place: stands.place,
        total: stands.total,
        minutes: minutesOfMaterial,
        may_edit: sql<boolean>`${sql.raw(String(may_edit))}`,
      })
      .from(materials)
      .innerJoin(
        courses,
        tied(courses, materials, eq(courses.id, materials.course_id), isNull(courses.deleted_at)),
      )
      .leftJoin(forms, tied(forms, materials, eq(forms.material_id, materials.id)))
      .leftJoin(material_progress, progressOf(given.user_id))
      .crossJoinLateral(stands)
      .where(
        and(
          eq(materials.company_id, given.company_id),
          eq(materials.course_id, given.course_id),
          eq(materials.id, given.id),
          isNull(materials.deleted_at),
          inReach({ reach }, 'courses', courses.id),
        ),
      );
  },
);

const progressOf = (user_id: SQL) =>
  tied(
    material_progress,
    materials,
    eq(material_progress.material_id, materials.id),
    eq(material_progress.user_id, user_id),
  );

/**
 * One material of a course in reach; for a student the first opening is kept.
 * Errors: not_found; blocked_in_course; material_locked; blocked_during_tests while an attempt runs in the course.
 */
export async function materialOf(
  env: Env,
  db: Db,
  scope: Scope,
  { id: course_id, materialId: id }: ParamsOf<typeof contract.getMaterial>,
) {
  const { company_id, user_id, user_type, reach } = scope;
  const student = user_type === 'student';
  const mayEdit = reachOf('editEduMaterials', user_type) !== null;
  const read = materialById({ company_id, user_id, course_id, id }, reach, student, mayEdit);
  const opening = { course: course_id, material: id };
  const [rows] = student
    ? (await db.run(scope, refuseBlocked(opening), openMaterial(opening), read)).slice(2)
    : (await db.run(scope, refuseDuringTests(opening), read)).slice(1);
  const [row] = rows as RowsOf<typeof read>;
  if (!row) throw new AppError('not_found');
  return {
    ...row,
    text: withPictures(env, scope, row.text),
    files: row.files.map((file) => shownFile(env, scope, file)),
  };
}

const studies = prepared(
  (given: Given<{ company_id: number; course_id: number; user_id: number }>, reach: Reach) =>
    build
      .select({ id: course_states.user_id })
      .from(course_states)
      .where(
        and(
          eq(course_states.company_id, given.company_id),
          eq(course_states.course_id, given.course_id),
          eq(course_states.user_id, given.user_id),
          inReach({ reach }, 'courses', course_states.course_id),
          inReach({ reach }, 'people', course_states.user_id),
        ),
      ),
);

const gate = alias(materials, 'gate');
type Opener = { id: number; name: string } | null;
type Unblocked = { at: string; by: { id: number; first_name: string; last_name: string } } | null;

const materialsOfStudent = prepared(
  (given: Given<{ company_id: number; course_id: number; user_id: number }>) => {
    const own = relation(ownMaterials({ course: given.course_id, user: given.user_id }), 'own');
    const opener = object({ id: gate.id, name: gate.name });
    const unblocked = object({ at: material_unlocks.created_at, by: personNamed });
    return build
      .select({
        id: materials.id,
        name: materials.name,
        type: materials.type,
        archived: sql<boolean>`${materials.archived_at} is not null`,
        opened_at: own.opened_at,
        done_at: own.done_at,
        watched_share: watched,
        opened_by: sql<Opener>`case when ${gate.id} is not null then ${opener} end`,
        unblocked: sql<Unblocked>`case when ${material_unlocks.unlocked_by} is not null then ${unblocked} end`,
      })
      .from(own)
      .innerJoin(
        materials,
        and(eq(materials.company_id, given.company_id), eq(materials.id, own.material_id)),
      )
      .leftJoin(gate, tied(gate, materials, eq(gate.id, own.locked_by)))
      .leftJoin(material_progress, progressOf(given.user_id))
      .leftJoin(
        material_unlocks,
        tied(
          material_unlocks,
          materials,
          eq(material_unlocks.material_id, materials.id),
          eq(material_unlocks.user_id, given.user_id),
        ),
      )
      .leftJoin(users, eq(users.id, material_unlocks.unlocked_by))
      .orderBy(materials.position, materials.id);
  },
);

/** The materials of a course as one student in reach has them. Errors: not_found. */
export async function studentMaterials(
  db: Db,
  scope: Scope,
  { id: course_id, userId: user_id }: ParamsOf<typeof contract.listStudentMaterials>,
) {
  const one = { company_id: scope.company_id, course_id, user_id };
  const [[seen], results] = await db.run(scope, studies(one, scope.reach), materialsOfStudent(one));
  if (!seen) throw new AppError('not_found');
  return { results };
}

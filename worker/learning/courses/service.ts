import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { replacePhoto, storePhoto, type Photo } from '../media/service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { ids, json, remembered, statement, type Db } from '../../platform/database.ts';
import { sanitize } from '../../platform/rich-text.ts';
import { distinctTags } from '../../platform/tags.ts';
import type * as contract from './contract.ts';

type OneOfCourse = ParamsOf<typeof contract.removeCourseStudent>;

/**
 * Creates a course for at least one group. Errors: course_name_taken, group_required; not_found for groups, coaches and
 * programs out of reach; user_type_required for a coach who is no trainer.
 */
export async function createCourse(db: Db, scope: Scope, body: BodyOf<typeof contract.createCourse>) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select save_course(null, ${json(fieldsOf(body))}) as id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/**
 * Changes a course in reach; a list that is given replaces the one before, groups and programs only as far as the caller
 * reaches. Errors: not_found, course_name_taken, group_required, user_type_required.
 */
export async function updateCourse(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateCourse>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select save_course(${id}, ${json(fieldsOf(body))})`));
}

function fieldsOf<B extends BodyOf<typeof contract.updateCourse>>(body: B): B {
  const { detailed_description, tags } = body;
  return {
    ...body,
    ...(detailed_description !== undefined && { detailed_description: sanitize(detailed_description) }),
    ...(tags && { tags: distinctTags(tags) }),
  };
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

/** Sets the picture of a course. Errors: file_too_large, wrong_file_format on "photo"; not_found. */
export async function uploadCoursePhoto(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  upload: () => Promise<Photo>,
) {
  const stored = await storePhoto(env, await upload());
  return replacePhoto(env, db, scope, stored, (photo) => sql`set_course_photo(${id}, ${photo})`);
}

/** Removes the picture of a course. Errors: not_found. */
export async function removeCoursePhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  await replacePhoto(env, db, scope, null, (photo) => sql`set_course_photo(${id}, ${photo})`);
}

/** Ties people to a course directly. Errors: not_found; user_type_required for a coach who is no trainer. */
export async function addCoursePeople(
  db: Db,
  scope: Scope,
  id: number,
  role: 'coach' | 'student',
  user_ids: readonly number[],
) {
  const [[done]] = await db.run(
    scope,
    statement<{ added: number }>(sql`select add_course_people(${id}, ${role}, ${ids(user_ids)}) as added`),
  );
  return done!;
}

/** Unties a coach or an individual student. Errors: not_found. */
export async function removeCoursePerson(
  db: Db,
  scope: Scope,
  role: 'coach' | 'student',
  { id, user_id }: OneOfCourse,
): Promise<undefined> {
  await run(db, scope, sql`remove_course_person(${id}, ${role}, ${user_id})`);
}

/** The caller coaches the course no longer. Errors: not_found, not_course_coach. */
export async function leaveCourse(db: Db, scope: Scope, id: number): Promise<undefined> {
  await run(db, scope, sql`leave_course(${id})`);
}

/**
 * Keeps a student out of a course, or lets them in again: a state, so that repeating it changes nothing (§4).
 * Errors: not_found for who does not study there.
 */
export async function blockInCourse(
  db: Db,
  scope: Scope,
  id: number,
  user_id: number,
  blocked: boolean,
): Promise<undefined> {
  await run(db, scope, sql`block_in_course(${id}, ${user_id}, ${blocked})`);
}

const run = (db: Db, scope: Scope, call: SQL) => db.run(scope, statement(sql`select ${call}`));

/** Adds a category. Errors: course_category_name_taken. */
export async function createCourseCategory(db: Db, scope: Scope, name: string) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        insert into course_categories (company_id, name) values (${scope.company_id}, ${name}) returning id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/** Renames a category. Errors: not_found, course_category_name_taken. */
export async function updateCourseCategory(
  db: Db,
  scope: Scope,
  id: number,
  name: string,
): Promise<undefined> {
  const [[changed]] = await db.run(
    scope,
    statement(sql`update course_categories set name = ${name}
      where company_id = ${scope.company_id} and id = ${id} returning id`),
  );
  if (!changed) throw new AppError('not_found');
}

/** Deletes a category; its courses are left without one. Errors: not_found. */
export async function deleteCourseCategory(db: Db, scope: Scope, id: number): Promise<undefined> {
  const [, [deleted]] = await db.run(
    scope,
    statement(sql`update courses set category_id = null
      where company_id = ${scope.company_id} and category_id = ${id}`),
    statement(
      sql`delete from course_categories where company_id = ${scope.company_id} and id = ${id} returning id`,
    ),
  );
  if (!deleted) throw new AppError('not_found');
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { replacePhoto, storePhoto, type Photo } from '../media/service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { build, prepared, required, type Given } from '../../platform/database/queries.ts';
import { sanitize } from '../../platform/words/rich-text.ts';
import { distinctTags } from '../../platform/words/tags.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { course_categories, courses } from './tables.ts';

type OneOfCourse = ParamsOf<typeof contract.removeCourseStudent>;

/**
 * Creates a course for at least one group. Errors: course_name_taken, group_required; not_found for groups, coaches and
 * programs out of reach; user_type_required for a coach who is no trainer.
 */
export async function createCourse(db: Db, scope: Scope, body: BodyOf<typeof contract.createCourse>) {
  const saving = call.saveCourse({ course: null, fields: fieldsOf(body) });
  const [[id]] = await db.run(scope, remember(scope, saving));
  return { id: id! };
}

/**
 * Changes a course in reach; a list that is given replaces the one before, groups and programs only as far as the caller
 * reaches. Errors: not_found, course_name_taken, group_required, user_type_required; own_form for hiding one with a test
 * that the caller takes.
 */
export async function updateCourse(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateCourse>,
): Promise<undefined> {
  await db.run(scope, call.saveCourse({ course: id, fields: fieldsOf(body) }));
}

function fieldsOf<B extends BodyOf<typeof contract.updateCourse>>(body: B): B {
  const { detailed_description, tags } = body;
  return {
    ...body,
    ...(detailed_description !== undefined && { detailed_description: sanitize(detailed_description) }),
    ...(tags && { tags: distinctTags(tags) }),
  };
}

const hideCourse = prepared((given: Given<{ company_id: number; id: number }>) =>
  build
    .update(courses)
    .set({ deleted_at: sql`app_now()` })
    .where(
      and(eq(courses.company_id, given.company_id), eq(courses.id, given.id), isNull(courses.deleted_at)),
    )
    .returning({ id: courses.id }),
);

/** Hides a course. Errors: not_found; own_form for one with a test that the caller takes. */
export async function deleteCourse(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, required(hideCourse({ company_id: scope.company_id, id })));
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
  return replacePhoto(env, db, scope, stored, (photo) => call.setCoursePhoto({ course: id, photo }));
}

/** Removes the picture of a course. Errors: not_found. */
export async function removeCoursePhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  await replacePhoto(env, db, scope, null, (photo) => call.setCoursePhoto({ course: id, photo }));
}

/** Ties people to a course directly. Errors: not_found; user_type_required for a coach who is no trainer. */
export async function addCoursePeople(
  db: Db,
  scope: Scope,
  id: number,
  role: 'coach' | 'student',
  { user_ids: users, due_on, due_after_days }: BodyOf<typeof contract.addCourseStudents>,
) {
  const due = { due_on, due_after_days };
  const [[added]] = await db.run(scope, call.addCoursePeople({ course: id, role, users, due }));
  return { added: added! };
}

/** Unties a coach or an individual student. Errors: not_found. */
export async function removeCoursePerson(
  db: Db,
  scope: Scope,
  role: 'coach' | 'student',
  { id, user_id }: OneOfCourse,
): Promise<undefined> {
  await db.run(scope, call.removeCoursePerson({ course: id, role, user: user_id }));
}

/** The caller coaches the course no longer. Errors: not_found, not_course_coach. */
export async function leaveCourse(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, call.leaveCourse({ course: id }));
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
  await db.run(scope, call.blockInCourse({ course: id, user: user_id, blocked }));
}

const addCategory = prepared((given: Given<{ company_id: number; name: string }>) =>
  build
    .insert(course_categories)
    .values({ company_id: given.company_id, name: given.name })
    .returning({ id: course_categories.id }),
);

const ofCategory = ({ company_id, id }: Given<{ company_id: number; id: number }>) =>
  and(eq(course_categories.company_id, company_id), eq(course_categories.id, id));

const renameCategory = prepared((given: Given<{ company_id: number; id: number; name: string }>) =>
  build
    .update(course_categories)
    .set({ name: given.name })
    .where(ofCategory(given))
    .returning({ id: course_categories.id }),
);

const emptyCategory = prepared((given: Given<{ company_id: number; id: number }>) =>
  build
    .update(courses)
    .set({ category_id: null })
    .where(and(eq(courses.company_id, given.company_id), eq(courses.category_id, given.id))),
);

const dropCategory = prepared((given: Given<{ company_id: number; id: number }>) =>
  build.delete(course_categories).where(ofCategory(given)).returning({ id: course_categories.id }),
);

/** Adds a category. Errors: course_category_name_taken. */
export async function createCourseCategory(db: Db, scope: Scope, name: string) {
  const [[created]] = await db.run(
    scope,
    remember(scope, addCategory({ company_id: scope.company_id, name })),
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
  const { company_id } = scope;
  const [[changed]] = await db.run(scope, renameCategory({ company_id, id, name }));
  if (!changed) throw new AppError('not_found');
}

/** Deletes a category; its courses are left without one. Errors: not_found. */
export async function deleteCourseCategory(db: Db, scope: Scope, id: number): Promise<undefined> {
  const { company_id } = scope;
  const [, [deleted]] = await db.run(
    scope,
    emptyCategory({ company_id, id }),
    dropCategory({ company_id, id }),
  );
  if (!deleted) throw new AppError('not_found');
}

/** Part of the minute's work: what many changes have left of a course's sums is made one. */
export async function joinCourseSums(db: Db): Promise<void> {
  await db.system(call.joinCourseSums({}));
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reach } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { Replay } from '../../errors/app-error.ts';
import { forms } from '../../exams/forms/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { build, prepared, required, type Given } from '../../platform/database/queries.ts';
import { sanitize } from '../../platform/words/rich-text.ts';
import { plainPictures } from './queries-files.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { materials } from './tables.ts';

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
  const fields = {
    name,
    description,
    type,
    text: sanitize(plainPictures(text)),
    next_access,
    done_when,
  };
  const creating = call.createMaterial({ course: course_id, fields });
  try {
    const [[created]] = await db.run(scope, remember(scope, creating));
    return created!;
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    return createdBefore(db, scope, error.row_id);
  }
}

async function createdBefore(db: Db, scope: Scope, id: number) {
  const { company_id } = scope;
  const [[form]] = await db.run({ ...scope, idempotency: null }, formOf({ company_id, id }));
  return { id, form_id: form?.id ?? null };
}

const formOf = prepared((given: Given<{ company_id: number; id: number }>) =>
  build
    .select({ id: forms.id })
    .from(forms)
    .where(and(eq(forms.company_id, given.company_id), eq(forms.material_id, given.id))),
);

interface MaterialChanges {
  name: string | undefined;
  description: string | undefined;
  text: string | undefined;
  next_access: string | undefined;
  done_when: string | undefined;
}

interface Place {
  company_id: number;
  course_id: number;
  id: number;
}

const oneMaterial = (given: Given<Place>, reach: Reach) =>
  and(
    eq(materials.company_id, given.company_id),
    eq(materials.course_id, given.course_id),
    eq(materials.id, given.id),
    isNull(materials.deleted_at),
    inReach({ reach }, 'courses', materials.course_id),
  );

const changeMaterial = prepared(
  (given: Given<Place & MaterialChanges>, reach: Reach, archived: boolean | null) =>
    build
      .update(materials)
      .set({
        // A statement sets something, also where nothing is given.
        name: given.name ?? sql`${materials.name}`,
        description: given.description,
        text: given.text,
        next_access: given.next_access,
        done_when: given.done_when,
        archived_at: archived === null ? undefined : archived ? ARCHIVED : null,
      })
      .where(oneMaterial(given, reach))
      .returning({ id: materials.id }),
);

const ARCHIVED = sql`coalesce(${materials.archived_at}, app_now())`;

const hideMaterial = prepared((given: Given<Place>, reach: Reach) =>
  build
    .update(materials)
    .set({ deleted_at: sql`app_now()` })
    .where(oneMaterial(given, reach))
    .returning({ id: materials.id }),
);

/**
 * Changes a material in reach. Errors: not_found, material_name_taken; draft_changed for a text that another has changed
 * since; own_form for hiding or easing a test one takes.
 */
export async function updateMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  body: BodyOf<typeof contract.updateMaterial>,
): Promise<undefined> {
  const { company_id, reach } = scope;
  const { name, description, text, archived = null, next_access, done_when, revision } = body;
  const sanitized = text === undefined ? undefined : sanitize(plainPictures(text));
  const changes = { name, description, text: sanitized, next_access, done_when };
  await db.run(
    scope,
    call.lockCourse({ course: id }),
    ...(text !== undefined && revision !== undefined
      ? [call.holdText({ course: id, material: materialId, revision })]
      : []),
    required(changeMaterial({ company_id, course_id: id, id: materialId, ...changes }, reach, archived)),
  );
}

/** Hides a material. Errors: not_found; own_form for a test one takes. */
export async function deleteMaterial(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
): Promise<undefined> {
  const { company_id, reach } = scope;
  await db.run(scope, required(hideMaterial({ company_id, course_id: id, id: materialId }, reach)));
}

/** Puts a course's materials in order; those not named follow in their old order. Errors: not_found for a foreign one. */
export async function updateMaterialsSequence(
  db: Db,
  scope: Scope,
  course_id: number,
  material_ids: readonly number[],
): Promise<undefined> {
  await db.run(scope, call.orderMaterials({ course: course_id, materials: material_ids }));
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
  await db.run(scope, call.finishMaterial({ course: id, material: materialId }));
}

/**
 * Notes where the student is, and what of a video or audio was played; from 90 % it is done (decisions, "Material access").
 * Errors: as finishMaterial.
 */
export async function reportProgress(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  { resume_at, watched = [], file_id }: BodyOf<typeof contract.reportProgress>,
) {
  const [[progress]] = await db.run(
    scope,
    call.reportProgress({
      course: id,
      material: materialId,
      resume_at: Math.fround(resume_at),
      watched,
      file: file_id ?? null,
    }),
  );
  return progress!;
}

/** Copies a material with its form and files right behind the original. Errors: not_found. */
export async function cloneMaterial(db: Db, scope: Scope, { id, materialId }: OneMaterial) {
  const cloning = call.cloneMaterial({ course: id, material: materialId });
  const [[created]] = await db.run(scope, remember(scope, cloning));
  return { id: created! };
}

/** Opens one chained material for one student in reach; who did it and when is kept. Errors: not_found. */
export async function unblockMaterial(
  db: Db,
  scope: Scope,
  { material_id, user_id }: BodyOf<typeof contract.unblockMaterial>,
): Promise<undefined> {
  await db.run(scope, call.unblockMaterial({ material: material_id, user: user_id }));
}

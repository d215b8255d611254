import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { courses } from '../../learning/courses/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, object, prepared, tied, type Given } from '../../platform/database/queries.ts';
import { withPicture } from '../attempts/queries-files.ts';
import { ofMaterial, ownFormRefused, reachedForm, valuesOf, type OneForm } from '../forms/queries-own.ts';
import { current_versions, forms } from '../forms/tables.ts';
import type * as contract from './contract.ts';
import { questionsToMend, repairsOfForm } from './functions.ts';

const repairs = prepared((given: Given<OneForm>, reach: Reach) =>
  build
    .select({
      form: object({
        id: forms.id,
        name: sql<string>`${current_versions.settings}->>'name'`,
        form_type: forms.form_type,
      }),
      questions: questionsToMend({ form: forms.id }).getSQL(),
      repairs: repairsOfForm({ form: forms.id }).getSQL(),
    })
    .from(forms)
    .innerJoin(materials, and(ofMaterial, isNull(materials.deleted_at)))
    .innerJoin(
      courses,
      tied(courses, materials, eq(courses.id, materials.course_id), isNull(courses.deleted_at)),
    )
    .innerJoin(current_versions, tied(current_versions, forms, eq(current_versions.form_id, forms.id)))
    .where(and(reachedForm(given, reach), isNull(forms.deleted_at))),
);

/** The questions whose key can be mended, with the key as repairs left it, and the repairs, latest first. Errors: not_found, own_form. */
export async function repairsOf(env: Env, db: Db, scope: Scope, path: ParamsOf<typeof contract.listRepairs>) {
  const [, [row]] = await db.run(
    scope,
    ownFormRefused(scope, path),
    repairs(valuesOf(scope, path), scope.reach),
  );
  if (!row) throw new AppError('not_found');
  return { ...row, questions: row.questions.map((question) => withPicture(env, scope, question)) };
}

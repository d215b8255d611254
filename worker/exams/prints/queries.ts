import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { personNamed } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, object, prepared, tied, type Given } from '../../platform/database/queries.ts';
import { ofMaterial, ownFormRefused, reachedForm, valuesOf, type OneForm } from '../forms/queries-own.ts';
import { current_versions, form_versions, forms } from '../forms/tables.ts';
import type * as contract from './contract.ts';
import { print_runs } from './tables.ts';
import { countAsked } from './functions.ts';

const { settings } = current_versions;
const shown = prepared((given: Given<OneForm>, reach: Reach) =>
  build
    .select({
      form: object({ id: forms.id, name: sql<string>`${settings}->>'name'` }),
      version: current_versions.number,
      questions: countAsked({ settings, questions: current_versions.questions }).getSQL(),
      differs: sql<boolean>`((${settings}->>'shuffle_questions')::boolean
        or (${settings}->>'shuffle_answers')::boolean or ${settings} ? 'draws')`,
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

const runs = prepared((given: Given<OneForm>, reach: Reach) =>
  build
    .select({
      id: print_runs.id,
      version: form_versions.number,
      variants: print_runs.variants,
      author: personNamed,
      created_at: print_runs.created_at,
    })
    .from(print_runs)
    .innerJoin(forms, tied(forms, print_runs, eq(forms.id, print_runs.form_id)))
    .innerJoin(materials, ofMaterial)
    .innerJoin(
      form_versions,
      tied(form_versions, print_runs, eq(form_versions.id, print_runs.form_version_id)),
    )
    .leftJoin(users, eq(users.id, print_runs.author_id))
    .where(reachedForm(given, reach))
    .orderBy(desc(print_runs.id))
    .limit(100),
);

/** What was printed of a form, the latest first. Errors: not_found, own_form. */
export async function printRunsOf(db: Db, scope: Scope, path: ParamsOf<typeof contract.listPrintRuns>) {
  const values = valuesOf(scope, path);
  const [, [form], printed] = await db.run(
    scope,
    ownFormRefused(scope, path),
    shown(values, scope.reach),
    runs(values, scope.reach),
  );
  if (!form) throw new AppError('not_found');
  return { ...form, runs: printed };
}

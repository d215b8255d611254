import { and, eq } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { materials } from '../../learning/materials/tables.ts';
import type { Scope } from '../../platform/context.ts';
import { build, prepared, tied, type Given } from '../../platform/database/queries.ts';
import { refuseOwnForm } from './functions.ts';
import { form_takers, forms } from './tables.ts';

/** A form, and the course that a path names with it. */
export interface FormPath {
  id?: number;
  formId: number;
}

export interface OneForm {
  company_id: number;
  form: number;
  course: number | undefined;
}

/** The place of a form, which keeps it from who does not reach its course. */
export const valuesOf = ({ company_id }: Scope, { id, formId }: FormPath): OneForm => ({
  company_id,
  form: formId,
  course: id,
});

/** That a form stands there, over `forms` and `materials`. */
export const reachedForm = (given: Given<OneForm>, reach: Reach) =>
  and(
    eq(forms.company_id, given.company_id),
    eq(forms.id, given.form),
    given.course && eq(materials.course_id, given.course),
    inReach({ reach }, 'courses', materials.course_id),
  );

export const ofMaterial = tied(materials, forms, eq(materials.id, forms.material_id));

const refusal = prepared((given: Given<OneForm>, reach: Reach) =>
  build
    .select({ refused: refuseOwnForm({ form: forms.id }).getSQL() })
    .from(forms)
    .innerJoin(materials, ofMaterial)
    .where(reachedForm(given, reach)),
);

/**
 * Keeps the key of a form from whoever takes it, in whatever role (decisions, "Nobody decides about themselves"). Says
 * nothing of a form out of reach, so that it answers like one that is not there. Errors: own_form.
 */
export const ownFormRefused = (scope: Scope, path: FormPath) => refusal(valuesOf(scope, path), scope.reach);

/** The forms that somebody takes, for `in`. */
export const formsTaken = (given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({ form_id: form_takers.form_id })
    .from(form_takers)
    .where(and(eq(form_takers.company_id, given.company_id), eq(form_takers.user_id, given.user_id)));

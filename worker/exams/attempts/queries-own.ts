import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Scope } from '../../platform/context.ts';
import { statement, type Statement } from '../../platform/database.ts';

/**
 * Keeps the key of a form from whoever takes it, in whatever role (decisions, "Nobody decides about themselves"). Says
 * nothing of a form out of reach, so that it answers like one that is not there. Errors: own_form.
 */
export const refuseOwnForm = (
  scope: Scope,
  { id, formId }: { id?: number; formId: number },
): Statement<unknown> =>
  statement(sql`
    select refuse_own_form(f.id) from forms f
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where f.company_id = ${scope.company_id} and f.id = ${formId} and m.course_id = coalesce(${id ?? null}, m.course_id)
        and ${inReach(scope, 'courses', sql`m.course_id`)}`);

/** The forms that the caller takes, as a subquery of their ids. */
export const formsTaken = (scope: Scope) => sql`(
  select k.form_id from form_takers k where k.company_id = ${scope.company_id} and k.user_id = ${scope.user_id})`;

import { and, eq } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { users } from '../../identity/accounts/tables.ts';
import { student_materials } from '../../learning/materials/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  contains,
  listed,
  paged,
  pagedThenTold,
  searched,
} from '../../platform/database/list.ts';
import { personOf } from '../../identity/accounts/functions.ts';
import { gathered, tied, type Given } from '../../platform/database/queries.ts';
import { forms } from '../forms/tables.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

interface Filters {
  company_id: number;
  course: number;
  form: number;
  run: number;
  pattern: string | undefined;
}

const people = pagedThenTold(
  (select, given: Given<Filters>, reach: Reach) => ({
    rows: select({ user_id: student_materials.user_id })
      .from(student_materials)
      .innerJoin(forms, tied(forms, student_materials, eq(forms.material_id, student_materials.material_id)))
      .innerJoin(users, eq(users.id, student_materials.user_id))
      .where(
        and(
          eq(student_materials.company_id, given.company_id),
          eq(student_materials.course_id, given.course),
          eq(forms.id, given.form),
          inReach({ reach }, 'people', student_materials.user_id),
          contains(given.pattern, users.last_name, users.first_name),
        ),
      ),
    order: { last_name: alphabetical(users.last_name) },
    by: 'last_name',
    ties: [alphabetical(users.first_name), users.id],
  }),
  (page, { course, form, run }, reach) =>
    call.peopleOfSheets({ course, form, run, page: gathered(page), all_groups: reach === 'company' }),
);

const valuesOf = (
  { company_id }: Scope,
  { id: course, formId: form, runId: run }: ParamsOf<typeof contract.listSheets>,
  search: string | undefined,
): Filters => ({ company_id, course, form, run, pattern: searched(search) });

/** Whose sheet may be typed in, with what refuses it to some. Errors: not_found, own_form. */
export async function pageOfSheetPeople(
  db: Db,
  scope: Scope,
  path: ParamsOf<typeof contract.listSheetPeople>,
  query: QueryOf<typeof contract.listSheetPeople>,
) {
  const values = valuesOf(scope, path, query.search);
  const [, rows, [count]] = await db.run(
    scope,
    call.requireSheets(values),
    ...people(query, values, scope.reach),
  );
  return listed(rows, count!.count, query);
}

const typed = paged((select, given: Given<Filters>, reach: Reach) => {
  const sheet = relation(call.sheetsOfRun({ run: given.run }), 'sheet');
  const { user_id, first_name, last_name } = sheet;
  return {
    rows: select({
      attempt_id: sheet.attempt_id,
      user: personOf({ id: user_id, first_name, last_name }).getSQL(),
      variant: sheet.variant,
      sat_on: sheet.sat_on,
      author: sheet.author,
      typed_at: sheet.typed_at,
      undone: sheet.undone,
      score: sheet.score,
      max_score: sheet.max_score,
      passed: sheet.passed,
      may_undo: sheet.may_undo,
    })
      .from(sheet)
      .where(and(inReach({ reach }, 'people', user_id), contains(given.pattern, last_name, first_name))),
    order: { typed_at: sheet.typed_at, last_name: alphabetical(last_name) },
    by: '-typed_at',
    ties: [sheet.attempt_id],
  };
});

/** The sheets of a run that were typed in, of people in reach. Errors: not_found, own_form. */
export async function pageOfSheets(
  db: Db,
  scope: Scope,
  path: ParamsOf<typeof contract.listSheets>,
  query: QueryOf<typeof contract.listSheets>,
) {
  const values = valuesOf(scope, path, query.search);
  const [, rows, [count]] = await db.run(
    scope,
    call.requireSheets(values),
    ...typed(query, values, scope.reach),
  );
  return listed(rows, count!.count, query);
}

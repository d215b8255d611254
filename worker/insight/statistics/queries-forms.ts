import { and, eq, isNull } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { courses } from '../../learning/courses/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database.ts';
import { build, prepared, type Given, type RowOf } from '../../platform/queries.ts';
import * as contract from './contract.ts';
import { course_forms } from './tables.ts';

type Columns = ResponseOf<typeof contract.statisticColumns>['columns'];

/** How many tests and exams the table shows before somebody chooses. */
const FORMS_SHOWN = 3;

export interface OneCourse {
  company_id: number;
  course: number;
}

const reached = prepared((given: Given<OneCourse>, reach: Reach) =>
  build
    .select({ id: courses.id, name: courses.name })
    .from(courses)
    .where(
      and(
        eq(courses.company_id, given.company_id),
        eq(courses.id, given.course),
        isNull(courses.deleted_at),
        inReach({ reach }, 'courses', courses.id),
      ),
    ),
);

/** The course, where it is there and in reach. */
export const courseReached = ({ company_id, reach }: Scope, course: number) =>
  reached({ company_id, course }, reach);

/** A course's published forms, in their order. */
export const formsOf = prepared((given: Given<OneCourse>) =>
  build
    .select({ id: course_forms.id, name: course_forms.name, form_type: course_forms.form_type })
    .from(course_forms)
    .where(and(eq(course_forms.company_id, given.company_id), eq(course_forms.course_id, given.course)))
    .orderBy(course_forms.position, course_forms.material_id),
);

export type CourseForm = RowOf<ReturnType<typeof formsOf>>;

/** What the table can show, of all or of one form. Errors: not_found. */
export async function columnsOf(db: Db, scope: Scope, course_id: number, form_id: number | null) {
  const [[course], forms] = await db.run(
    scope,
    courseReached(scope, course_id),
    formsOf({ company_id: scope.company_id, course: course_id }),
  );
  if (!course) throw new AppError('not_found');
  const columns = listOfColumns(forms);
  if (form_id === null) return { columns };
  const own = columns.filter((column) => column.form_id === form_id);
  if (own.length === 0) throw new AppError('not_found');
  return { columns: own };
}

/** The columns of a course with these forms, in their order. */
export function listOfColumns(forms: readonly CourseForm[]): Columns {
  const ofCourse = Object.entries(contract.COURSE_COLUMNS).map(([field, column]) => ({
    key: field,
    field,
    form_id: null,
    label: null,
    ...column,
    locked: field === 'last_name',
  }));
  const ofForms = forms.flatMap(({ id, name }, place) =>
    Object.entries(contract.FORM_COLUMNS).map(([field, column]) => ({
      key: `form_${id}_${field}`,
      field,
      form_id: id,
      label: name,
      group: `form_${id}`,
      ...column,
      default_visible: column.default_visible && place < FORMS_SHOWN,
      locked: false,
    })),
  );
  const outcome = ofCourse.findIndex(({ group }) => group === 'outcome');
  return [...ofCourse.slice(0, outcome), ...ofForms, ...ofCourse.slice(outcome)];
}

/**
 * Refuses what names a form of another course: by its columns, its order or its filter. The query is made before its
 * forms are known; what it found about a strange one is thrown away here.
 */
export function requireForms(
  forms: readonly CourseForm[],
  query: { ordering?: string[] | undefined; columns?: string[] | undefined; form?: number | undefined },
): void {
  const isOwn = (form_id: number | null | undefined) =>
    form_id === null || form_id === undefined || forms.some(({ id }) => id === form_id);
  for (const field of ['ordering', 'columns'] as const) {
    const asked = (query[field] ?? []).map((term) => contract.columnOf(term.replace(/^-/, ''))?.form_id);
    if (!asked.every(isOwn)) throw new AppError('invalid_choice', { field });
  }
  if (!isOwn(query.form)) throw new AppError('invalid_choice', { field: 'form' });
}

import { and, eq } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { languageOf } from '../../identity/accounts/queries.ts';
import { courseReached } from '../../learning/courses/queries-one.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given, type RowOf } from '../../platform/database/queries.ts';
import * as contract from './contract.ts';
import { headerOf } from './sheet.ts';
import { course_forms, course_packages } from './tables.ts';

type Field = contract.CourseColumn | contract.FormColumn | contract.PackageColumn;
type Columns = ResponseOf<typeof contract.statisticColumns>['columns'];

/** How many tests and exams, and how many packages, the table shows before somebody chooses. */
const FORMS_SHOWN = 3;
const PACKAGES_SHOWN = 2;

export interface OneCourse {
  company_id: number;
  course: number;
}

/** A course's published forms, in their order. */
export const formsOf = prepared((given: Given<OneCourse>) =>
  build
    .select({ id: course_forms.id, name: course_forms.name, form_type: course_forms.form_type })
    .from(course_forms)
    .where(and(eq(course_forms.company_id, given.company_id), eq(course_forms.course_id, given.course)))
    .orderBy(course_forms.position, course_forms.material_id),
);

export type CourseForm = RowOf<ReturnType<typeof formsOf>>;

/** The materials of a course that show packages, in their order. */
export const packagesOf = prepared((given: Given<OneCourse>) =>
  build
    .select({ id: course_packages.id, name: course_packages.name })
    .from(course_packages)
    .where(and(eq(course_packages.company_id, given.company_id), eq(course_packages.course_id, given.course)))
    .orderBy(course_packages.position, course_packages.id),
);

export type CoursePackage = RowOf<ReturnType<typeof packagesOf>>;

/** What the table can show, of all or of one form. Errors: not_found. */
export async function columnsOf(db: Db, scope: Scope, course_id: number, form_id: number | null) {
  const given = { company_id: scope.company_id, course: course_id };
  const [[course], [reader], forms, packages] = await db.run(
    scope,
    courseReached(scope, course_id),
    languageOf({ user_id: scope.user_id }),
    formsOf(given),
    packagesOf(given),
  );
  if (!course) throw new AppError('not_found');
  const columns = listOfColumns(reader!.language, forms, packages);
  if (form_id === null) return { columns };
  const own = columns.filter((column) => column.form_id === form_id);
  if (own.length === 0) throw new AppError('not_found');
  return { columns: own };
}

/** The columns of a course with these forms and packages, in their order, and what stands above them in a language. */
function listOfColumns(
  language: Language,
  forms: readonly CourseForm[],
  packages: readonly CoursePackage[],
): Columns {
  const ofCourse = Object.entries(contract.COURSE_COLUMNS).map(([field, column]) => ({
    key: field,
    field,
    form_id: null,
    package_id: null,
    part_name: null,
    ...column,
    locked: field === 'last_name',
  }));
  const ofForms = forms.flatMap(({ id, name }, place) =>
    Object.entries(contract.FORM_COLUMNS).map(([field, column]) => ({
      key: `form_${id}_${field}`,
      field,
      form_id: id,
      package_id: null,
      part_name: name,
      group: `form_${id}`,
      ...column,
      default_visible: column.default_visible && place < FORMS_SHOWN,
      locked: false,
    })),
  );
  const ofPackages = packages.flatMap(({ id, name }, place) =>
    Object.entries(contract.PACKAGE_COLUMNS).map(([field, column]) => ({
      key: `package_${id}_${field}`,
      field,
      form_id: null,
      package_id: id,
      part_name: name,
      group: `package_${id}`,
      ...column,
      default_visible: column.default_visible && place < PACKAGES_SHOWN,
      locked: false,
    })),
  );
  const outcome = ofCourse.findIndex(({ group }) => group === 'outcome');
  const all = [...ofCourse.slice(0, outcome), ...ofForms, ...ofPackages, ...ofCourse.slice(outcome)];
  return all.map((column) => ({
    ...column,
    label: headerOf(language, column.field as Field, column.part_name),
  }));
}

interface Named {
  ordering?: string[] | undefined;
  columns?: string[] | undefined;
  form?: number | undefined;
  package?: number | undefined;
}

/**
 * Refuses what names a form or package of another course: by its columns, its order or its filter. The query is made
 * before those of the course are known; what it found about a strange one is thrown away here.
 */
export function requireParts(
  forms: readonly CourseForm[],
  packages: readonly CoursePackage[],
  query: Named,
): void {
  const isOf = (parts: readonly { id: number }[], id: number | null | undefined) =>
    id === null || id === undefined || parts.some((part) => part.id === id);
  for (const field of ['ordering', 'columns'] as const) {
    const asked = (query[field] ?? []).map((term) => contract.columnOf(term.replace(/^-/, '')));
    if (!asked.every((key) => isOf(forms, key?.form_id) && isOf(packages, key?.package_id)))
      throw new AppError('invalid_choice', { field });
  }
  if (!isOf(forms, query.form)) throw new AppError('invalid_choice', { field: 'form' });
  if (!isOf(packages, query.package)) throw new AppError('invalid_choice', { field: 'package' });
}

import { and, eq, exists, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { courseReached } from '../../learning/courses/queries-one.ts';
import { courses } from '../../learning/courses/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { anyOf, build, counted, prepared, tied, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { rightAnswers, takesForm } from './functions.ts';
import { ofMaterial } from './queries-own.ts';
import { form_versions, forms, questions } from './tables.ts';

const isThere = and(ofMaterial, isNull(materials.deleted_at));
const inCourse = tied(courses, materials, eq(courses.id, materials.course_id), isNull(courses.deleted_at));

interface QuestionFilters {
  company_id: number;
  course: number | undefined;
  form: number | undefined;
  pattern: string | undefined;
}

const amongForms = (given: Given<QuestionFilters>, reach: Reach) =>
  and(
    inReach({ reach }, 'courses', courses.id),
    given.course && eq(courses.id, given.course),
    given.form && eq(forms.id, given.form),
  );

const questionList = paged((select, given: Given<QuestionFilters>, reach: Reach) => ({
  rows: select({
    id: questions.id,
    title: questions.title,
    type: questions.type,
    multiple_right_answers: questions.multiple_right_answers,
    required: questions.required,
    score: questions.score,
    form_id: forms.id,
    form_name: forms.name,
    form_type: forms.form_type,
    material_id: materials.id,
    material_name: materials.name,
    course_id: courses.id,
    answers: sql<number>`jsonb_array_length(${questions.answers})`,
    right_answers: rightAnswers({ answers: questions.answers }).getSQL(),
  })
    .from(questions)
    .innerJoin(forms, tied(forms, questions, eq(forms.id, questions.form_id)))
    .innerJoin(materials, isThere)
    .innerJoin(courses, inCourse)
    .where(
      and(
        eq(questions.company_id, given.company_id),
        isNull(questions.deleted_at),
        amongForms(given, reach),
        not(takesForm({ form: forms.id }).getSQL()),
        contains(given.pattern, questions.title, questions.description),
      ),
    ),
  order: {
    position: sql`(${courses.id}, ${materials.position}, ${materials.id}, ${questions.position})`,
    title: alphabetical(questions.title),
    score: questions.score,
  },
  by: 'position',
  ties: [questions.id],
}));

const ownTests = prepared((given: Given<QuestionFilters>, reach: Reach) =>
  build
    .select(counted)
    .from(forms)
    .innerJoin(materials, isThere)
    .innerJoin(courses, inCourse)
    .where(
      and(
        eq(forms.company_id, given.company_id),
        amongForms(given, reach),
        takesForm({ form: forms.id }).getSQL(),
      ),
    ),
);

/**
 * The questions of drafts in the courses whose materials the caller edits. Of what they take themselves nothing is told,
 * as the builder tells them nothing of it (decisions, "Nobody decides about themselves").
 */
export async function pageOfQuestions(db: Db, scope: Scope, query: QueryOf<typeof contract.listQuestions>) {
  const { company_id, reach } = scope;
  const { course, form } = query;
  const filters = { company_id, course, form, pattern: searched(query.search) };
  const [rows, [count], [own]] = await db.run(
    scope,
    ...questionList(query, filters, reach),
    ownTests(filters, reach),
  );
  return { ...listed(rows, count!.count, query), own_tests: own!.count };
}

interface NameFilters {
  company_id: number;
  course: number | undefined;
  form_type: number | undefined;
  pattern: string | undefined;
}

const published = and(
  isNotNull(courses.published_at),
  exists(anyOf(form_versions, tied(form_versions, forms, eq(form_versions.form_id, forms.id)))),
);

const formNames = paged((select, given: Given<NameFilters>, reach: Reach, onlyPublished: boolean) => ({
  rows: select({ id: forms.id, name: forms.name, form_type: forms.form_type, material_id: materials.id })
    .from(forms)
    .innerJoin(materials, isThere)
    .innerJoin(courses, inCourse)
    .where(
      and(
        eq(forms.company_id, given.company_id),
        inReach({ reach }, 'courses', courses.id),
        onlyPublished ? published : undefined,
        given.course && eq(courses.id, given.course),
        given.form_type && eq(forms.form_type, given.form_type),
        contains(given.pattern, forms.name),
      ),
    ),
  order: { name: alphabetical(forms.name) },
  by: 'name',
  ties: [forms.id],
}));

/** Names of the forms in reach; a student's are the published ones. */
export async function pageOfFormNames(db: Db, scope: Scope, query: QueryOf<typeof contract.listFormNames>) {
  const { company_id, reach, user_type } = scope;
  const { course, form_type } = query;
  const filters = { company_id, course, form_type, pattern: searched(query.search) };
  const [rows, [count]] = await db.run(scope, ...formNames(query, filters, reach, user_type === 'student'));
  return listed(rows, count!.count, query);
}

/** The forms of a course in reach; a student's are the published ones. Errors: not_found. */
export async function pageOfForms(
  db: Db,
  scope: Scope,
  course: number,
  query: QueryOf<typeof contract.listForms>,
) {
  const { company_id, reach, user_type } = scope;
  const filters = { company_id, course, form_type: query.form_type, pattern: searched(query.search) };
  const [[found], rows, [count]] = await db.run(
    scope,
    courseReached(scope, course),
    ...formNames(query, filters, reach, user_type === 'student'),
  );
  if (!found) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

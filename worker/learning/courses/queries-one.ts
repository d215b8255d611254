import { and, desc, eq, exists, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import { reachOf, type Reach } from '../../access/contract.ts';
import { inReach, peopleInReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { certificates } from '../../exams/certificates/tables.ts';
import { forms, form_versions } from '../../exams/forms/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { listed } from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  firstOf,
  prepared,
  tied,
  type Given,
  type RowOf,
} from '../../platform/database/queries.ts';
import { materials } from '../materials/tables.ts';
import type * as contract from './contract.ts';
import type { CourseLock, NextStep } from './contract.ts';
import {
  courseCertifies,
  courseLock,
  courseSummaries,
  courseTies,
  formWindow,
  libraryNews,
  nextStep,
  ownCourseDue,
  standingMaterials,
} from './functions.ts';
import { lacksFile, minutesOfMaterial } from './queries-materials.ts';
import { course_members, courses } from './tables.ts';

const ofMember = tied(course_members, courses, eq(course_members.course_id, courses.id));
const isCoach = eq(course_members.role, 'coach');

interface OneCourse {
  company_id: number;
  user_id: number;
  id: number;
}

/** The student's own certificate of the course, in its newest version. */
const ownCertificate = (given: Given<OneCourse>) =>
  firstOf(
    build
      .select({
        number: certificates.number,
        issued_at: certificates.issued_at,
        expires_at: certificates.expires_at,
        expired: sql<boolean>`coalesce(${certificates.expires_at} <= app_now(), false)`,
      })
      .from(certificates)
      .where(
        and(
          tied(certificates, courses, eq(certificates.course_id, courses.id)),
          eq(certificates.user_id, given.user_id),
          isNull(certificates.replaced_at),
          isNull(certificates.revoked_at),
        ),
      )
      .orderBy(desc(certificates.id))
      .limit(1),
  );

const ofForm = tied(forms, materials, eq(forms.material_id, materials.id));

type LibraryNews = RowOf<ReturnType<typeof libraryNews>>;

const newsOfLibrary = () =>
  sql<LibraryNews>`case when ${courses.origin_id} is not null
    then ${libraryNews({ course: courses.id })} end`;

interface Rights {
  student: boolean;
  edits: boolean;
  edits_materials: boolean;
  leaves: boolean;
}

/** Nothing of it for staff, and where nothing is due. */
const dueTo = (due: Record<'due_at' | 'overdue' | 'finished_at' | 'finished_late_days', SQLWrapper>) => ({
  due_at: sql<string | null>`${due.due_at}`,
  overdue: sql<boolean>`coalesce(${due.overdue}, false)`,
  finished_at: sql<string | null>`${due.finished_at}`,
  finished_late_days: sql<number | null>`${due.finished_late_days}`,
});

const courseById = prepared((given: Given<OneCourse>, reach: Reach, rights: Rights) => {
  const { student, edits, edits_materials, leaves } = rights;
  const people = student ? sql`array[${given.user_id}::integer]` : peopleInReach(reach);
  const seen = relation(courseSummaries({ courses: sql`array[${given.id}::integer]`, people }), 'seen');
  const due = relation(ownCourseDue({ course: given.id }), 'due');
  const ties = relation(courseTies({ course: given.id, everything: reach === 'company' }), 'ties');
  const coaching = exists(
    anyOf(course_members, ofMember, eq(course_members.user_id, given.user_id), isCoach),
  );
  return build
    .select({
      id: seen.id,
      name: seen.name,
      description: seen.description,
      theme_color: seen.theme_color,
      photo: seen.photo,
      tags: seen.tags,
      created_at: seen.created_at,
      published: seen.published,
      blocked: seen.blocked,
      category: seen.category,
      form_type: seen.form_type,
      materials: seen.materials,
      state: seen.state,
      progress: seen.progress,
      locked: student
        ? sql<CourseLock | null>`${courseLock({ course: courses.id })}`
        : sql<CourseLock | null>`null::jsonb`,
      students: student ? sql<number | null>`null::integer` : sql<number | null>`${seen.students}`,
      detailed_description: courses.detailed_description,
      material_access: courses.material_access,
      certificate_months: courses.certificate_months,
      certificate_needs_all: courses.certificate_needs_all,
      renews_itself: courses.renews_itself,
      certifies: sql<boolean>`${courseCertifies({ course: given.id })}`,
      next_step: student
        ? sql<NextStep | null>`${nextStep({ course: courses.id })}`
        : sql<NextStep | null>`null::jsonb`,
      ...dueTo(due),
      certificate: student ? ownCertificate(given) : sql<null>`null::jsonb`,
      may_edit: sql<boolean>`${sql.raw(String(edits))}`,
      may_edit_materials: sql<boolean>`${sql.raw(String(edits_materials))}`,
      library_news: edits_materials ? newsOfLibrary() : sql<LibraryNews>`null::jsonb`,
      may_leave: leaves ? sql<boolean>`${coaching}` : sql<boolean>`false`,
      ...ties.all,
    })
    .from(courses)
    .innerJoin(seen, eq(seen.id, courses.id))
    .leftJoin(due, student ? sql`true` : sql`false`)
    .crossJoin(ties)
    .where(
      and(
        eq(courses.company_id, given.company_id),
        eq(courses.id, given.id),
        isNull(courses.deleted_at),
        inReach({ reach }, 'courses', courses.id),
      ),
    );
});

const hasVersion = exists(
  anyOf(form_versions, tied(form_versions, forms, eq(form_versions.form_id, forms.id))),
);

const listedMaterial = {
  id: materials.id,
  name: materials.name,
  description: materials.description,
  type: materials.type,
  position: materials.position,
  archived: sql<boolean>`${materials.archived_at} is not null`,
  form_id: sql<number | null>`${forms.id}`,
  form_published: sql<boolean>`${hasVersion}`,
};

const inCourse = (given: Given<OneCourse>) =>
  and(
    eq(materials.company_id, given.company_id),
    eq(materials.course_id, given.id),
    isNull(materials.deleted_at),
  );

type Shut = 'attempt_running' | 'previous_not_done' | null;
type Opener = { id: number; name: string } | null;
type Summary = ResponseOf<typeof contract.getCourse>['education_materials'][number];

const published = relation(formWindow({ form: forms.id }), 'published');
const allMaterials = prepared((given: Given<OneCourse>) =>
  build
    .select({
      ...listedMaterial,
      lacks_file: lacksFile,
      done: sql<boolean>`false`,
      locked: sql<Shut>`null`,
      opened_by: sql<Opener>`null`,
      waits_for: sql<Summary['waits_for']>`${published.waits_for}`,
      opens_at: published.opens_at,
      closes_at: published.closes_at,
      state: sql<Summary['state']>`null`,
      attempts_left: sql<number | null>`null::integer`,
      minutes: minutesOfMaterial,
    })
    .from(materials)
    .leftJoin(forms, ofForm)
    .leftJoinLateral(published, sql`true`)
    .where(inCourse(given))
    .orderBy(materials.position, materials.id),
);

const openedMaterials = prepared((given: Given<OneCourse>) => {
  const stands = relation(standingMaterials({ course: given.id }), 'stands');
  return build
    .select({
      ...listedMaterial,
      done: stands.done,
      locked: stands.locked,
      opened_by: stands.opened_by,
      waits_for: stands.waits_for,
      opens_at: stands.opens_at,
      closes_at: stands.closes_at,
      state: stands.state,
      attempts_left: stands.attempts_left,
      minutes: stands.minutes,
    })
    .from(materials)
    .innerJoin(stands, eq(stands.material_id, materials.id))
    .leftJoin(forms, ofForm)
    .where(inCourse(given))
    .orderBy(materials.position, materials.id);
});

/** One course in reach with its materials, as the caller may see them. Errors: not_found, blocked_in_course, course_locked. */
export async function courseOf(db: Db, scope: Scope, id: number) {
  const { company_id, user_id, user_type, reach } = scope;
  const student = user_type === 'student';
  const rights = {
    student,
    edits: reachOf('editCourse', user_type) !== null,
    edits_materials: reachOf('editEduMaterials', user_type) !== null,
    leaves: reachOf('leaveCourse', user_type) !== null,
  };
  const one = { company_id, user_id, id };
  const [[row], education_materials] = await db.run(
    scope,
    courseById(one, reach, rights),
    student ? openedMaterials(one) : allMaterials(one),
  );
  if (!row) throw new AppError('not_found');
  if (row.blocked) throw new AppError('blocked_in_course');
  if (row.locked) throw new AppError('course_locked', { extra: { lock: row.locked } });
  return { ...row, education_materials };
}

/** The materials of a course as its page has them. Errors: as courseOf. */
export async function pageOfMaterials(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listMaterials>,
) {
  const { education_materials } = await courseOf(db, scope, id);
  const words = query.search?.toLowerCase() ?? '';
  const found = education_materials.filter(({ name }) => name.toLowerCase().includes(words));
  if (String(query.ordering) === '-position') found.reverse();
  const from = (query.page - 1) * query.page_size;
  return listed(found.slice(from, from + query.page_size), found.length, query);
}

const reached = prepared((given: Given<{ company_id: number; course: number }>, reach: Reach) =>
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

import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { reachOf, type Reach } from '../../access/contract.ts';
import { inReach, peopleInReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { certificates } from '../../exams/certificates/tables.ts';
import { forms, form_versions } from '../../exams/forms/tables.ts';
import { users } from '../../identity/accounts/tables.ts';
import { group_members, study_groups } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical, listed } from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  firstOf,
  gathered,
  object,
  prepared,
  tied,
  type Given,
  type RowOf,
} from '../../platform/database/queries.ts';
import { materials } from '../materials/tables.ts';
import { program_courses, programs } from '../programs/tables.ts';
import type * as contract from './contract.ts';
import type { CourseLock, NextStep } from './contract.ts';
import {
  attemptRunsIn,
  courseDues,
  courseLock,
  courseSummaries,
  formStanding,
  formWindow,
  libraryNews,
  nextStep,
  ownMaterials,
} from './functions.ts';
import { minutesOfMaterial } from './queries-materials.ts';
import { course_groups, course_members, courses } from './tables.ts';
import { personColumns } from '../../identity/accounts/queries.ts';

const ofProgram = tied(program_courses, courses, eq(program_courses.course_id, courses.id));
const ofMember = tied(course_members, courses, eq(course_members.course_id, courses.id));
const ofGroup = tied(course_groups, courses, eq(course_groups.course_id, courses.id));
const isCoach = eq(course_members.role, 'coach');

interface OneCourse {
  company_id: number;
  user_id: number;
  id: number;
}

/** Groups of a course; a student sees those of their own. */
const groupsIn = (student: boolean, reach: Reach) =>
  and(isNull(study_groups.deleted_at), student ? inReach({ reach }, 'groups', study_groups.id) : undefined);

const joinedGroup = tied(study_groups, course_groups, eq(study_groups.id, course_groups.group_id));

const groupsOfCourse = (student: boolean, reach: Reach) =>
  build
    .select({
      id: study_groups.id,
      name: study_groups.name,
      due_on: course_groups.due_on,
      due_after_days: course_groups.due_after_days,
    })
    .from(course_groups)
    .innerJoin(study_groups, joinedGroup)
    .where(and(ofGroup, groupsIn(student, reach)))
    .orderBy(alphabetical(study_groups.name));

const programsOfCourse = (reach: Reach) =>
  build
    .select({ id: programs.id, name: programs.name })
    .from(program_courses)
    .innerJoin(programs, tied(programs, program_courses, eq(programs.id, program_courses.program_id)))
    .where(and(ofProgram, isNull(programs.deleted_at), inReach({ reach }, 'programs', programs.id)))
    .orderBy(alphabetical(programs.name));

const coachesOfCourse = build
  .select(personColumns)
  .from(course_members)
  .innerJoin(users, eq(users.id, course_members.user_id))
  .where(and(ofMember, isCoach))
  .orderBy(alphabetical(users.last_name), users.id);

const managersOfCourse = (student: boolean, reach: Reach) => {
  const managing = build
    .select({ id: group_members.user_id })
    .from(course_groups)
    .innerJoin(study_groups, joinedGroup)
    .innerJoin(
      group_members,
      tied(group_members, course_groups, eq(group_members.group_id, course_groups.group_id)),
    )
    .where(and(ofGroup, eq(group_members.role, 'manager'), groupsIn(student, reach)));
  return build
    .select(personColumns)
    .from(users)
    .where(sql`${users.id} in ${managing}`)
    .orderBy(alphabetical(users.last_name), users.id);
};

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

const certifies = exists(
  build
    .select({ id: form_versions.id })
    .from(materials)
    .innerJoin(forms, ofForm)
    .innerJoin(form_versions, tied(form_versions, forms, eq(form_versions.form_id, forms.id)))
    .where(
      and(
        tied(materials, courses, eq(materials.course_id, courses.id)),
        isNull(materials.deleted_at),
        isNull(materials.archived_at),
        forms.issue_certificate,
        sql`(${form_versions.settings}->>'issue_certificate')::boolean`,
      ),
    ),
);

type LibraryNews = RowOf<ReturnType<typeof libraryNews>>;

const newsOfLibrary = () =>
  sql<LibraryNews>`case when ${courses.origin_id} is not null
    then ${libraryNews({ course: courses.id })} end`;

/** Who and what is tied to a course, as far as the caller sees it. */
const tiedTo = (student: boolean, reach: Reach) => ({
  groups: gathered(groupsOfCourse(student, reach)),
  programs: gathered(programsOfCourse(reach)),
  coaches: gathered(coachesOfCourse),
  managers: gathered(managersOfCourse(student, reach)),
});

interface Rights {
  student: boolean;
  edits: boolean;
  edits_materials: boolean;
  leaves: boolean;
}

const courseById = prepared((given: Given<OneCourse>, reach: Reach, rights: Rights) => {
  const { student, edits, edits_materials, leaves } = rights;
  const people = student ? sql`array[${given.user_id}::integer]` : peopleInReach(reach);
  const seen = relation(courseSummaries({ courses: sql`array[${given.id}::integer]`, people }), 'seen');
  const asker = student ? sql`array[${given.user_id}::integer]` : sql`'{}'::integer[]`;
  const dues = relation(courseDues({ course: given.id, users: asker }), 'dues');
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
      certifies: sql<boolean>`${certifies}`,
      next_step: student
        ? sql<NextStep | null>`${nextStep({ course: courses.id })}`
        : sql<NextStep | null>`null::jsonb`,
      due_at: sql<string | null>`${dues.due_at}`,
      overdue: sql<boolean>`coalesce(${dues.overdue}, false)`,
      certificate: student ? ownCertificate(given) : sql<null>`null::jsonb`,
      may_edit: sql<boolean>`${sql.raw(String(edits))}`,
      may_edit_materials: sql<boolean>`${sql.raw(String(edits_materials))}`,
      library_news: edits_materials ? newsOfLibrary() : sql<LibraryNews>`null::jsonb`,
      may_leave: leaves ? sql<boolean>`${coaching}` : sql<boolean>`false`,
      ...tiedTo(student, reach),
    })
    .from(courses)
    .innerJoin(seen, eq(seen.id, courses.id))
    .leftJoin(dues, sql`true`)
    .where(
      and(
        eq(courses.company_id, given.company_id),
        eq(courses.id, given.id),
        isNull(courses.deleted_at),
        inReach({ reach }, 'courses', courses.id),
      ),
    );
});

const gate = alias(materials, 'gate');
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
  const seen = relation(ownMaterials({ course: given.id }), 'seen');
  const running = build
    .select({ busy: attemptRunsIn({ course: given.id, user: given.user_id }).getSQL().as('busy') })
    .from(sql`(values (1)) one`)
    .as('running');
  const stands = relation(formStanding({ form: forms.id }), 'stands');
  const opener = object({ id: gate.id, name: gate.name });
  return build
    .select({
      ...listedMaterial,
      // Passed is not said before the result is published.
      done: sql<boolean>`${seen.done_at} is not null and ${stands.state} is distinct from 'in_review'`,
      locked: sql<Shut>`case when ${running.busy} and ${forms.id} is null then 'attempt_running'
        when ${gate.id} is not null then 'previous_not_done' end`,
      opened_by: sql<Opener>`case when ${gate.id} is not null then ${opener} end`,
      waits_for: sql<
        Summary['waits_for']
      >`case when ${seen.done_at} is null or ${stands.waits_for} = 'running' or ${stands.state} = 'in_review' then ${stands.waits_for} end`,
      opens_at: stands.opens_at,
      closes_at: stands.closes_at,
      state: sql<Summary['state']>`${stands.state}`,
      attempts_left: sql<number | null>`${stands.attempts_left}`,
      minutes: sql<number | null>`coalesce(${stands.minutes}, ${minutesOfMaterial})`,
    })
    .from(materials)
    .leftJoin(forms, ofForm)
    .innerJoin(seen, eq(seen.material_id, materials.id))
    .leftJoin(gate, tied(gate, materials, eq(gate.id, seen.locked_by)))
    .crossJoin(running)
    .leftJoinLateral(stands, sql`true`)
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

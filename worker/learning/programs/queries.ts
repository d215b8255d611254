import { and, eq, exists, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { reachOf, type Reach } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { group_members, study_groups } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched, tagList } from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  counted,
  gathered,
  isTag,
  photoOf,
  prepared,
  tied,
  type Given,
} from '../../platform/database/queries.ts';
import { courseLocks } from '../courses/functions.ts';
import { chronology_items, chronology_stages } from '../chronology/tables.ts';
import type { CourseLock } from '../courses/contract.ts';
import { course_progress, course_totals, courses } from '../courses/tables.ts';
import { webinar_programs, webinars } from '../webinars/tables.ts';
import type * as contract from './contract.ts';
import { programElsewhere, programRevision } from './functions.ts';
import { program_courses, program_groups, programs } from './tables.ts';

const ofGroup = tied(program_groups, programs, eq(program_groups.program_id, programs.id));
const ofCourse = tied(program_courses, programs, eq(program_courses.program_id, programs.id));
const joinedGroup = tied(
  study_groups,
  program_groups,
  eq(study_groups.id, program_groups.group_id),
  isNull(study_groups.deleted_at),
);
const joinedCourse = tied(
  courses,
  program_courses,
  eq(courses.id, program_courses.course_id),
  isNull(courses.deleted_at),
);

/** How many students in reach have the program. */
const studentsOf = (reach: Reach) =>
  sql<number | null>`${build
    .select({ students: sql<number>`count(distinct ${group_members.user_id})::integer` })
    .from(program_groups)
    .innerJoin(study_groups, joinedGroup)
    .innerJoin(
      group_members,
      tied(
        group_members,
        program_groups,
        eq(group_members.group_id, program_groups.group_id),
        eq(group_members.role, 'student'),
      ),
    )
    .where(and(ofGroup, inReach({ reach }, 'groups', study_groups.id)))}`;

/** What only staff are told. */
const internal = (student: boolean, reach: Reach) => ({
  internal_name: student ? sql<string | null>`null::text` : sql<string | null>`${programs.internal_name}`,
  students: student ? sql<number | null>`null::integer` : studentsOf(reach),
});

const ownProgress = (user_id: SQL) =>
  tied(
    course_progress,
    program_courses,
    eq(course_progress.course_id, program_courses.course_id),
    eq(course_progress.user_id, user_id),
  );

const FINISHED = sql`count(*) filter (where ${course_progress.state} = 'finished')`;

/** The share of its courses that a student has finished. */
const shareFinished = (user_id: SQL) =>
  sql<number | null>`${build
    .select({ share: sql`coalesce(floor(100.0 * ${FINISHED} / nullif(count(*), 0)), 0)::integer` })
    .from(program_courses)
    .innerJoin(courses, and(joinedCourse, isNotNull(courses.published_at)))
    .leftJoin(course_progress, ownProgress(user_id))
    .where(ofCourse)}`;

const courseCount = sql<number>`${build
  .select(counted)
  .from(program_courses)
  .innerJoin(courses, joinedCourse)
  .where(ofCourse)}`;

interface ProgramFilters {
  company_id: number;
  user_id: number;
  group: number | undefined;
  course: number | undefined;
  tag: string | undefined;
  pattern: string | undefined;
}

const listedPrograms = paged((select, given: Given<ProgramFilters>, student: boolean, reach: Reach) => ({
  rows: select({
    id: programs.id,
    name: programs.name,
    description: programs.description,
    photo: photoOf(programs.photo_id),
    tags: programs.tags,
    created_at: programs.created_at,
    progress: student ? shareFinished(given.user_id) : sql<number | null>`null::integer`,
    courses: courseCount,
    ...internal(student, reach),
  })
    .from(programs)
    .where(
      and(
        eq(programs.company_id, given.company_id),
        isNull(programs.deleted_at),
        inReach({ reach }, 'programs', programs.id),
        given.group && exists(anyOf(program_groups, ofGroup, eq(program_groups.group_id, given.group))),
        given.course && exists(anyOf(program_courses, ofCourse, eq(program_courses.course_id, given.course))),
        given.tag && isTag(programs.tags, given.tag),
        contains(given.pattern, programs.name, ...(student ? [] : [programs.internal_name])),
      ),
    ),
  order: { name: alphabetical(programs.name), created_at: programs.created_at },
  by: 'name',
  ties: [programs.id],
}));

/** The educational programs the caller reaches; a student gets the share of courses finished. */
export async function pageOfPrograms(db: Db, scope: Scope, query: QueryOf<typeof contract.listPrograms>) {
  const { company_id, user_id, user_type, reach } = scope;
  const { group, course, tag } = query;
  const pattern = searched(query.search);
  const filters = { company_id, user_id, group, course, tag: tag || undefined, pattern };
  const [rows, [count]] = await db.run(
    scope,
    ...listedPrograms(query, filters, user_type === 'student', reach),
  );
  return listed(rows, count!.count, query);
}

interface OneProgram {
  company_id: number;
  user_id: number;
  id: number;
}

type State = 'new' | 'in_progress' | 'finished';

const shownCourse = {
  id: courses.id,
  name: courses.name,
  description: courses.description,
  theme_color: courses.theme_color,
  photo: photoOf(courses.photo_id),
};

/** How many have opened a course and not finished it. */
const inProgress = sql<number | null>`coalesce((${build
  .select({ people: sql`${course_totals.begun} - ${course_totals.finished}` })
  .from(course_totals)
  .where(tied(course_totals, courses, eq(course_totals.course_id, courses.id)))}), 0)`;

const coursesForStaff = (may_edit: boolean) =>
  build
    .select({
      ...shownCourse,
      state: sql<State | null>`null::text`,
      percent: sql<number | null>`null::integer`,
      in_progress: may_edit ? inProgress : sql<number | null>`null::integer`,
      locked: sql<CourseLock | null>`null::jsonb`,
    })
    .from(program_courses)
    .innerJoin(courses, joinedCourse)
    .where(ofCourse)
    .orderBy(program_courses.position, courses.id);

const coursesForStudent = (given: Given<OneProgram>) => {
  const held = build
    .select({ id: program_courses.course_id })
    .from(program_courses)
    .where(and(eq(program_courses.company_id, given.company_id), eq(program_courses.program_id, given.id)));
  // Worked out once for the program, not for each of its courses.
  const locks = sql`(select ${courseLocks({ courses: sql`array(${held})` })})`;
  return build
    .select({
      ...shownCourse,
      state: sql<State | null>`${course_progress.state}`,
      percent: sql<number | null>`${course_progress.percent}`,
      in_progress: sql<number | null>`null::integer`,
      locked: sql<CourseLock | null>`${locks} -> ${courses.id}::text`,
    })
    .from(program_courses)
    .innerJoin(courses, joinedCourse)
    .leftJoin(course_progress, ownProgress(given.user_id))
    .where(and(ofCourse, isNotNull(courses.published_at)))
    .orderBy(program_courses.position, courses.id);
};

const groupsOfProgram = (reach: Reach) =>
  build
    .select({ id: study_groups.id, name: study_groups.name })
    .from(program_groups)
    .innerJoin(study_groups, joinedGroup)
    .where(and(ofGroup, inReach({ reach }, 'groups', study_groups.id)))
    .orderBy(alphabetical(study_groups.name));

const webinarsOfProgram = build
  .select({ id: webinars.id, name: webinars.name, starts_at: webinars.starts_at })
  .from(webinar_programs)
  .innerJoin(
    webinars,
    tied(
      webinars,
      webinar_programs,
      eq(webinars.id, webinar_programs.webinar_id),
      isNull(webinars.deleted_at),
    ),
  )
  .where(tied(webinar_programs, programs, eq(webinar_programs.program_id, programs.id)))
  .orderBy(webinars.starts_at, webinars.id);

const timelineOf = (onlyPublished: boolean) =>
  build
    .select({
      id: chronology_items.id,
      stage_id: chronology_items.stage_id,
      course_id: chronology_items.course_id,
      webinar_id: chronology_items.webinar_id,
      name: sql<string>`coalesce(${courses.name}, ${webinars.name})`.as('name'),
      required: chronology_items.required,
    })
    .from(chronology_items)
    .innerJoin(
      chronology_stages,
      tied(chronology_stages, chronology_items, eq(chronology_stages.id, chronology_items.stage_id)),
    )
    .leftJoin(
      courses,
      tied(
        courses,
        chronology_items,
        eq(courses.id, chronology_items.course_id),
        isNull(courses.deleted_at),
        onlyPublished ? isNotNull(courses.published_at) : undefined,
      ),
    )
    .leftJoin(
      webinars,
      tied(
        webinars,
        chronology_items,
        eq(webinars.id, chronology_items.webinar_id),
        isNull(webinars.deleted_at),
      ),
    )
    .where(
      and(
        tied(chronology_items, programs, eq(chronology_items.program_id, programs.id)),
        or(isNotNull(courses.id), isNotNull(webinars.id)),
      ),
    )
    .orderBy(chronology_stages.position, chronology_items.position, chronology_items.id);

type Elsewhere = ResponseOf<typeof contract.getProgram>['elsewhere'];

/** For who may not edit a program. */
export const nowhere = sql<Elsewhere>`null::jsonb`;

const programById = prepared((given: Given<OneProgram>, student: boolean, may_edit: boolean, reach: Reach) =>
  build
    .select({
      id: programs.id,
      name: programs.name,
      photo: photoOf(programs.photo_id),
      tags: programs.tags,
      may_edit: sql<boolean>`${sql.raw(String(may_edit))}`,
      description: programs.description,
      detailed_description: programs.detailed_description,
      created_at: programs.created_at,
      courses: gathered(student ? coursesForStudent(given) : coursesForStaff(may_edit)),
      groups: gathered(groupsOfProgram(reach)),
      webinars: gathered(webinarsOfProgram),
      chronology: gathered(timelineOf(student)),
      revision: may_edit
        ? sql<string | null>`${programRevision({ program: programs.id })}`
        : sql<string | null>`null::text`,
      elsewhere: may_edit ? programElsewhere({ program: programs.id }).getSQL() : nowhere,
      ...internal(student, reach),
    })
    .from(programs)
    .where(
      and(
        eq(programs.company_id, given.company_id),
        eq(programs.id, given.id),
        isNull(programs.deleted_at),
        inReach({ reach }, 'programs', programs.id),
      ),
    ),
);

/** One program in reach. Errors: not_found. */
export async function programOf(db: Db, scope: Scope, id: number) {
  const { company_id, user_id, user_type, reach } = scope;
  const mayEdit = reachOf('editProgram', user_type) !== null;
  const reading = programById({ company_id, user_id, id }, user_type === 'student', mayEdit, reach);
  const [[row]] = await db.run(scope, reading);
  if (!row) throw new AppError('not_found');
  return row;
}

const tags = paged(
  (select, given: Given<{ company_id: number; pattern: string | undefined }>, reach: Reach) =>
    tagList(select, programs.tags, {
      of: and(
        eq(programs.company_id, given.company_id),
        isNull(programs.deleted_at),
        inReach({ reach }, 'programs', programs.id),
      ),
      pattern: given.pattern,
    }),
);

/** The tags of the programs in reach, each once whatever its case. */
export async function pageOfProgramTags(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listProgramTags>,
) {
  const filters = { company_id: scope.company_id, pattern: searched(query.search) };
  const [rows, [count]] = await db.run(scope, ...tags(query, filters, scope.reach));
  return listed(rows, count!.count, query);
}

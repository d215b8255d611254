import {
  and,
  eq,
  exists,
  gte,
  isNotNull,
  isNull,
  not,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { namedColumns } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { course_groups, course_states, courses } from '../../learning/courses/tables.ts';
import { program_courses, program_groups, programs } from '../../learning/programs/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical, contains, listed, orderOf, paged, searched } from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  counted,
  gathered,
  object,
  photoOf,
  prepared,
  tied,
  type Given,
} from '../../platform/database/queries.ts';
import { userColumns } from '../users/queries.ts';
import type * as contract from './contract.ts';
import { EXPORTED_STUDENTS, type Progress, type Rule } from './contract.ts';
import * as call from './functions.ts';
import { group_members, study_groups } from './tables.ts';

const ofGroup = tied(group_members, study_groups, eq(group_members.group_id, study_groups.id));
const courseOfGroup = tied(course_groups, study_groups, eq(course_groups.group_id, study_groups.id));
const programOfGroup = tied(program_groups, study_groups, eq(program_groups.group_id, study_groups.id));

/** How many of a role a group has. */
const sizeOf = (role: 'manager' | 'coach' | 'student') =>
  sql<number>`${build
    .select(counted)
    .from(group_members)
    .where(and(ofGroup, eq(group_members.role, role)))}`;

const courseCount = sql<number>`${build
  .select(counted)
  .from(course_groups)
  .innerJoin(courses, and(eq(courses.id, course_groups.course_id), isNull(courses.deleted_at)))
  .where(courseOfGroup)}`;

const { id, name, description, created_at, rule_positions, rule_subdivisions } = study_groups;
const hasRule = sql<boolean>`(${rule_positions} <> '{}' or ${rule_subdivisions} <> '{}')`;

interface GroupFilters {
  company_id: number;
  user: number | undefined;
  course: number | undefined;
  program: number | undefined;
  pattern: string | undefined;
}

const groups = paged((select, given: Given<GroupFilters>, reach: Reach) => ({
  rows: select({
    id,
    name,
    description,
    created_at,
    managers: sizeOf('manager'),
    coaches: sizeOf('coach'),
    students: sizeOf('student'),
    courses: courseCount,
    has_rule: reach === 'own' ? sql<boolean>`false` : hasRule,
  })
    .from(study_groups)
    .where(
      and(
        eq(study_groups.company_id, given.company_id),
        isNull(study_groups.deleted_at),
        inReach({ reach }, 'groups', id),
        given.user && exists(anyOf(group_members, ofGroup, eq(group_members.user_id, given.user))),
        given.course &&
          exists(anyOf(course_groups, courseOfGroup, eq(course_groups.course_id, given.course))),
        given.program &&
          exists(anyOf(program_groups, programOfGroup, eq(program_groups.program_id, given.program))),
        contains(given.pattern, name),
      ),
    ),
  order: { name: alphabetical(name), created_at },
  by: 'name',
  ties: [id],
}));

/** The study groups the caller reaches. */
export async function pageOfGroups(db: Db, scope: Scope, query: QueryOf<typeof contract.listGroups>) {
  const { company_id, reach } = scope;
  const { user, course, program } = query;
  const filters = { company_id, user, course, program, pattern: searched(query.search) };
  const [rows, [count]] = await db.run(scope, ...groups(query, filters, reach));
  return listed(rows, count!.count, query);
}

const coursesOfGroup = (onlyPublished: boolean) =>
  build
    .select({ id: courses.id, name: courses.name })
    .from(course_groups)
    .innerJoin(courses, tied(courses, course_groups, eq(courses.id, course_groups.course_id)))
    .where(
      and(
        courseOfGroup,
        isNull(courses.deleted_at),
        onlyPublished ? isNotNull(courses.published_at) : undefined,
      ),
    )
    .orderBy(alphabetical(courses.name));

const programsOfGroup = build
  .select({ id: programs.id, name: programs.name })
  .from(program_groups)
  .innerJoin(programs, tied(programs, program_groups, eq(programs.id, program_groups.program_id)))
  .where(and(programOfGroup, isNull(programs.deleted_at)))
  .orderBy(alphabetical(programs.name));

const hadByGroup = tied(course_groups, courses, eq(course_groups.course_id, courses.id));
const hadByProgram = tied(program_courses, courses, eq(program_courses.course_id, courses.id));
const ofProgramCourse = tied(
  program_groups,
  program_courses,
  eq(program_groups.program_id, program_courses.program_id),
);
const liveProgram = tied(
  programs,
  program_courses,
  eq(programs.id, program_courses.program_id),
  isNull(programs.deleted_at),
);

const stateOfCourse = tied(courses, course_states, eq(courses.id, course_states.course_id));
const finishedOnes = sql`count(*) filter (where ${and(
  gte(course_states.done, course_states.total),
  isNotNull(course_states.opened_at),
)})`;

/** That a course is one of a group's, and of those that the caller looks after. */
const countsFor = (group: SQLWrapper, reach: Reach) =>
  and(
    isNull(courses.deleted_at),
    isNotNull(courses.published_at),
    inReach({ reach }, 'courses', courses.id),
    or(
      exists(anyOf(course_groups, hadByGroup, eq(course_groups.group_id, group))),
      exists(
        build
          .select({})
          .from(program_courses)
          .innerJoin(program_groups, ofProgramCourse)
          .innerJoin(programs, liveProgram)
          .where(and(hadByProgram, eq(program_groups.group_id, group))),
      ),
    ),
  );

/** How much of a group's courses is finished by some of its students, as far as the caller looks after the courses. */
const progressOf = (group: SQLWrapper, students: SQL | undefined, reach: Reach) =>
  sql<Progress>`${build
    .select({
      progress: sql`jsonb_build_object('finished', ${finishedOnes}, 'all', count(*))`,
    })
    .from(course_states)
    .innerJoin(courses, stateOfCourse)
    .where(and(students, countsFor(group, reach)))}`;

const studentOfGroup = exists(
  anyOf(
    group_members,
    ofGroup,
    eq(group_members.role, 'student'),
    tied(group_members, course_states, eq(group_members.user_id, course_states.user_id)),
  ),
);

const ruleOfGroup = sql<Rule | null>`case when ${hasRule} then ${object({
  positions: rule_positions,
  subdivisions: rule_subdivisions,
})} end`;

const MEMBERS_SHOWN = 100;

const membersOfGroup = (role: 'manager' | 'coach' | 'student') =>
  build
    .select(namedColumns)
    .from(group_members)
    .innerJoin(users, eq(users.id, group_members.user_id))
    .where(and(ofGroup, eq(group_members.role, role)))
    .orderBy(alphabetical(users.last_name), users.id);

const oneGroup = (given: Given<{ company_id: number; id: number }>, reach: Reach) =>
  and(
    eq(study_groups.company_id, given.company_id),
    eq(id, given.id),
    isNull(study_groups.deleted_at),
    inReach({ reach }, 'groups', id),
  );

const groupById = prepared(
  (given: Given<{ company_id: number; id: number }>, reach: Reach, toStudent: boolean) =>
    build
      .select({
        id,
        name,
        description,
        created_at,
        courses: gathered(coursesOfGroup(toStudent)),
        programs: gathered(programsOfGroup),
        managers: gathered(membersOfGroup('manager')),
        coaches: gathered(membersOfGroup('coach').limit(MEMBERS_SHOWN)),
        students: gathered(membersOfGroup('student').limit(MEMBERS_SHOWN)),
        coaches_count: sizeOf('coach'),
        students_count: sizeOf('student'),
        progress: toStudent ? sql<null>`null` : progressOf(id, studentOfGroup, reach),
        rule: toStudent ? sql<null>`null` : ruleOfGroup,
      })
      .from(study_groups)
      .where(oneGroup(given, reach)),
);

/** One study group in reach. Errors: not_found. */
export async function groupOf(db: Db, scope: Scope, group_id: number) {
  const { company_id, reach, user_type } = scope;
  const [[row]] = await db.run(
    scope,
    groupById({ company_id, id: group_id }, reach, user_type === 'student'),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

const groupInReach = prepared((given: Given<{ company_id: number; id: number }>, reach: Reach) =>
  build.select({ id }).from(study_groups).where(oneGroup(given, reach)),
);

/** What classmates see of each other (decisions, "Nobody decides about themselves"). */
const classmateColumns = {
  id: users.id,
  first_name: users.first_name,
  last_name: users.last_name,
  photo: photoOf(users.photo_id),
  position: memberships.position,
  role: group_members.role,
};

interface MemberFilters {
  company_id: number;
  group: number;
  role: string | undefined;
  pattern: string | undefined;
}

const ofMember = tied(memberships, group_members, eq(memberships.user_id, group_members.user_id));
const membersWhere = (given: Given<MemberFilters>) =>
  and(
    eq(group_members.company_id, given.company_id),
    eq(group_members.group_id, given.group),
    given.role && eq(group_members.role, given.role),
  );

const ownStates = tied(course_states, group_members, eq(course_states.user_id, group_members.user_id));

const groupOfMember = tied(study_groups, group_members, eq(study_groups.id, group_members.group_id));
const isOffRule = sql<boolean>`${group_members.by_rule} and ${hasRule} and not ${call.matchesRule({
  positions: rule_positions,
  subdivisions: rule_subdivisions,
  position: memberships.position,
  subdivision: memberships.subdivision,
})}`;
/** All of a group at once, which is quicker than one after the other. */
function offRuleWhere(given: Given<MemberFilters>, asked: boolean | undefined) {
  if (asked === undefined) return undefined;
  const students = sql`${group_members.user_id} in (select ${call.studentsOffRule({ group: given.group })})`;
  const isOff = and(group_members.by_rule, students)!;
  return asked ? isOff : not(isOff);
}

const members = paged((select, given: Given<MemberFilters>, reach: Reach, off_rule: boolean | undefined) => ({
  rows: select({
    ...userColumns,
    role: group_members.role,
    by_rule: group_members.by_rule,
    off_rule: isOffRule,
    progress: sql<Progress | null>`case when ${eq(group_members.role, 'student')}
      then ${progressOf(group_members.group_id, ownStates, reach)} end`,
  })
    .from(group_members)
    .innerJoin(study_groups, groupOfMember)
    .innerJoin(memberships, ofMember)
    .innerJoin(users, eq(users.id, group_members.user_id))
    .where(
      and(
        membersWhere(given),
        contains(given.pattern, users.last_name, users.first_name, users.email),
        offRuleWhere(given, off_rule),
      ),
    ),
  order: { last_name: alphabetical(users.last_name), email: users.email },
  by: 'last_name',
  ties: [users.id, group_members.role],
}));

/** Neither a search nor an order tells an address. */
const classmates = paged((select, given: Given<MemberFilters>) => ({
  rows: select(classmateColumns)
    .from(group_members)
    .innerJoin(memberships, ofMember)
    .innerJoin(users, eq(users.id, group_members.user_id))
    .where(and(membersWhere(given), contains(given.pattern, users.last_name, users.first_name))),
  order: { last_name: alphabetical(users.last_name), email: users.id },
  by: 'last_name',
  ties: [users.id, group_members.role],
}));

/** The members of a group in reach, to students as classmates. Errors: not_found for a group out of reach. */
export async function pageOfGroupMembers(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listGroupMembers>,
) {
  const { company_id, reach, user_type } = scope;
  const { group, role } = query;
  const filters = { company_id, group, role, pattern: searched(query.search) };
  const off_rule = query.off_rule && query.off_rule === 'true';
  const list =
    user_type === 'student' ? classmates(query, filters) : members(query, filters, reach, off_rule);
  const [[found], rows, [count]] = await db.run(
    scope,
    groupInReach({ company_id, id: group }, reach),
    ...list,
  );
  if (!found) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

/** Whom a rule would bring into a group. Errors: not_found for one of another company. */
export async function previewOfRule(db: Db, scope: Scope, body: BodyOf<typeof contract.previewRule>) {
  const { group = null, rule } = body;
  const { positions = [], subdivisions = [] } = rule ?? {};
  const [[found]] = await db.run(scope, call.previewRule({ group, positions, subdivisions }));
  return found!;
}

const placeOf = prepared((given: Given<{ company_id: number; id: number; user_id: number }>, reach: Reach) =>
  build
    .select({ name, language: users.language, time_zone: companies.time_zone })
    .from(study_groups)
    .innerJoin(companies, eq(companies.id, study_groups.company_id))
    .innerJoin(users, eq(users.id, given.user_id))
    .where(oneGroup(given, reach)),
);

type ExportedOrder = QueryOf<typeof contract.exportGroupStudents>['ordering'];

/** What a group's courses are due to its students. */
const termsIn = (given: Given<MemberFilters>, reach: Reach) => {
  const counting = build
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.company_id, given.company_id), countsFor(given.group, reach)));
  const students = build.select({ id: group_members.user_id }).from(group_members).where(membersWhere(given));
  return relation(
    call.termsOfStudents({ courses: sql`array(${counting})`, users: sql`array(${students})` }),
    'terms',
  );
};

/** What each student has finished is counted at once: asked one by one, 5,000 took seven seconds. */
const exportedStudents = prepared(
  (given: Given<MemberFilters>, reach: Reach, ordering: ExportedOrder, off_rule?: boolean) => {
    const done = build
      .select({
        user_id: course_states.user_id,
        finished: sql<number>`${finishedOnes}::integer`.as('finished'),
        courses: sql<number>`count(*)::integer`.as('courses'),
      })
      .from(course_states)
      .innerJoin(courses, stateOfCourse)
      .where(and(eq(course_states.company_id, given.company_id), countsFor(given.group, reach)))
      .groupBy(course_states.user_id)
      .as('done');
    const terms = termsIn(given, reach);
    const order = { last_name: alphabetical(users.last_name), email: users.email };
    return build
      .select({
        first_name: users.first_name,
        last_name: users.last_name,
        middle_name: users.middle_name,
        email: users.email,
        phone: users.phone,
        position: memberships.position,
        subdivision: memberships.subdivision,
        by_rule: group_members.by_rule,
        off_rule: isOffRule,
        finished: sql<number>`coalesce(${done.finished}, 0)`,
        courses: sql<number>`coalesce(${done.courses}, 0)`,
        due_at: terms.due_at,
        overdue: terms.overdue,
        finished_late: terms.finished_late,
      })
      .from(group_members)
      .innerJoin(study_groups, groupOfMember)
      .innerJoin(memberships, ofMember)
      .innerJoin(users, eq(users.id, group_members.user_id))
      .leftJoin(done, eq(done.user_id, group_members.user_id))
      .leftJoin(terms, eq(terms.user_id, group_members.user_id))
      .where(
        and(
          membersWhere(given),
          contains(given.pattern, users.last_name, users.first_name, users.email),
          offRuleWhere(given, off_rule),
        ),
      )
      .orderBy(...orderOf(ordering, order, 'last_name', [users.id]))
      .limit(EXPORTED_STUDENTS);
  },
);

/** The students of a group in reach as they are exported, with the caller's language. Errors: not_found. */
export async function groupStudentsToExport(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.exportGroupStudents>,
) {
  const { company_id, user_id, reach } = scope;
  const { group, ordering } = query;
  const filters = { company_id, group, role: 'student', pattern: searched(query.search) };
  const off_rule = query.off_rule && query.off_rule === 'true';
  const [[found], students] = await db.run(
    scope,
    placeOf({ company_id, id: group, user_id }, reach),
    exportedStudents(filters, reach, ordering, off_rule),
  );
  if (!found) throw new AppError('not_found');
  return { ...found, students };
}

export type ExportedStudents = Awaited<ReturnType<typeof groupStudentsToExport>>;

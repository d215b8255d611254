import { and, eq, isNull, sql } from 'drizzle-orm';
import { reachOf, type Reach } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies } from '../../identity/companies/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  alphabetical,
  contains,
  listed,
  orderOf,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import { build, counted, prepared, type Given } from '../../platform/database/queries.ts';
import { programElsewhere } from '../programs/functions.ts';
import { nowhere } from '../programs/queries.ts';
import { programs } from '../programs/tables.ts';
import { EXPORTED_STUDENTS } from './contract.ts';
import type * as contract from './contract.ts';
import {
  chronologyRevision,
  chronologyStagesOf,
  chronologyStudents,
  chronologyUnplaced,
} from './functions.ts';
import { program_students } from './tables.ts';

interface OneProgram {
  company_id: number;
  id: number;
}

const timeline = prepared((given: Given<OneProgram>, may_edit: boolean, reach: Reach) =>
  build
    .select({
      program: { id: programs.id, name: programs.name },
      time_zone: companies.time_zone,
      may_edit: sql<boolean>`${sql.raw(String(may_edit))}`,
      revision: chronologyRevision({ program: programs.id }).getSQL(),
      elsewhere: may_edit ? programElsewhere({ program: programs.id }).getSQL() : nowhere,
      stages: chronologyStagesOf({ program: programs.id }).getSQL(),
      unplaced: chronologyUnplaced({ program: programs.id }).getSQL(),
    })
    .from(programs)
    .innerJoin(companies, eq(companies.id, programs.company_id))
    .where(oneProgram(given, reach)),
);

const oneProgram = (given: Given<OneProgram>, reach: Reach) =>
  and(
    eq(programs.company_id, given.company_id),
    eq(programs.id, given.id),
    isNull(programs.deleted_at),
    inReach({ reach }, 'programs', programs.id),
  );

const programInReach = prepared((given: Given<OneProgram>, reach: Reach) =>
  build.select({ id: programs.id }).from(programs).where(oneProgram(given, reach)),
);

/** The timeline of a program in reach, with the student's own standing. Errors: not_found. */
export async function chronologyOf(db: Db, scope: Scope, id: number) {
  const { company_id, user_type, reach } = scope;
  const mayEdit = reachOf('editEducationProgramChronology', user_type) !== null;
  const [[row]] = await db.run(scope, timeline({ company_id, id }, mayEdit, reach));
  if (!row) throw new AppError('not_found');
  return row;
}

type StudentFilters = OneProgram & { pattern: string | undefined };
type StudentOrdering = Ordering<'last_name' | 'assigned_at'> | undefined;

const wanted = (given: Given<StudentFilters>, reach: Reach) =>
  and(
    eq(program_students.company_id, given.company_id),
    eq(program_students.program_id, given.id),
    inReach({ reach }, 'people', program_students.user_id),
    contains(given.pattern, users.last_name, users.first_name, users.email),
  );

/** Only of a page is it worked out how far they are. */
const students = prepared(
  (given: Given<StudentFilters & Window>, reach: Reach, ordering: StudentOrdering) => {
    const order = { last_name: alphabetical(users.last_name), assigned_at: program_students.assigned_at };
    const page = build
      .select({ id: users.id })
      .from(program_students)
      .innerJoin(users, eq(users.id, program_students.user_id))
      .where(wanted(given, reach))
      .orderBy(...orderOf(ordering, order, 'last_name', [users.id]))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
    return chronologyStudents({ program: given.id, users: sql`array(${page})` });
  },
);

const studentCount = prepared((given: Given<StudentFilters>, reach: Reach) =>
  build
    .select(counted)
    .from(program_students)
    .innerJoin(users, eq(users.id, program_students.user_id))
    .where(wanted(given, reach)),
);

/** A page of the students of a program whom the caller reaches. Errors: not_found. */
export async function pageOfChronologyStudents(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listChronologyStudents>,
) {
  const { company_id, reach } = scope;
  const filters = { company_id, id, pattern: searched(query.search) };
  const [[program], rows, [count]] = await db.run(
    scope,
    programInReach({ company_id, id }, reach),
    students({ ...filters, ...windowOf(query) }, reach, query.ordering),
    studentCount(filters, reach),
  );
  if (!program) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

const placeOf = prepared((given: Given<OneProgram & { user_id: number }>, reach: Reach) =>
  build
    .select({ name: programs.name, language: users.language, time_zone: companies.time_zone })
    .from(programs)
    .innerJoin(companies, eq(companies.id, programs.company_id))
    .innerJoin(users, eq(users.id, given.user_id))
    .where(oneProgram(given, reach)),
);

/** The list of a program's students as it is exported, with the caller's language. Errors: not_found. */
export async function chronologyStudentsToExport(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listChronologyStudents>,
) {
  const { company_id, user_id, reach } = scope;
  const filters = { company_id, id, pattern: searched(query.search) };
  const window = windowOf({ page: 1, page_size: EXPORTED_STUDENTS });
  const [[program], rows] = await db.run(
    scope,
    placeOf({ company_id, id, user_id }, reach),
    students({ ...filters, ...window }, reach, query.ordering),
  );
  if (!program) throw new AppError('not_found');
  return { ...program, students: rows };
}

export type ExportedStudents = Awaited<ReturnType<typeof chronologyStudentsToExport>>;

import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  day,
  instant,
  integer,
  json,
  listOf,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Dashboard = ResponseOf<typeof contract.getDashboard>;

export const companyActivity = sqlFunction(
  'company_activity',
  { from: day, to: day, span: integer },
  rows({
    is_before: boolean,
    began_on: nullable(day),
    people: integer,
    materials: integer,
    attempts: integer,
    results: integer,
    passed: integer,
  }),
);

export const companyState = sqlFunction(
  'company_state',
  {},
  rows({
    people: json<Dashboard['people']>(),
    licences: json<Dashboard['licences']>(),
    files: json<Dashboard['files']>(),
    certificates: json<Dashboard['certificates']>(),
    first_steps: json<Dashboard['first_steps']>(),
  }),
);

export const seldomPassed = sqlFunction(
  'seldom_passed',
  { from: day, to: day, limit: integer },
  rows({ id: integer, name: text, attempts: integer, passed: integer }),
);

export const coursesNotBegun = sqlFunction(
  'courses_not_begun',
  { limit: integer },
  rows({ id: integer, name: text, students: integer, not_begun: integer }),
);

export const coursesOverdue = sqlFunction(
  'courses_overdue',
  { limit: integer },
  rows({ id: integer, name: text, students: integer, overdue: integer }),
);

const standing = {
  students: integer,
  new: integer,
  in_progress: integer,
  finished: integer,
  /** Null: without courses nobody is behind. */
  progress: nullable(integer),
};
const told = rows({ id: integer, name: text, ...standing, overdue: integer });

export const groupStandings = sqlFunction(
  'group_standings',
  { groups: nullable(listOf(integer)) },
  rows({ group_id: integer, ...standing }),
);

export const programStandings = sqlFunction(
  'program_standings',
  { programs: nullable(listOf(integer)) },
  rows({ program_id: integer, ...standing }),
);

export const toldGroups = sqlFunction('told_groups', { groups: listOf(integer) }, told);

export const toldPrograms = sqlFunction('told_programs', { programs: listOf(integer) }, told);

export const endOfDayIn = sqlFunction('end_of_day_in', { days: integer }, instant);

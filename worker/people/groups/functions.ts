import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  setOf,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

export const requireOtherGroups = sqlFunction('require_other_groups', { group: integer }, nothing);

export const saveGroup = sqlFunction('save_group', { group: nullable(integer), fields: json() }, integer);

export const addGroupMembers = sqlFunction(
  'add_group_members',
  {
    group: integer,
    role: text,
    users: listOf(integer),
    types: listOf(text),
    language: text,
    invited: json(),
    mails: json(),
    assignable: listOf(text),
  },
  rows({ added: integer, invited: integer }),
);

export const removeGroupMember = sqlFunction(
  'remove_group_member',
  { group: integer, role: text, user: integer },
  nothing,
);

export const termsOfStudents = sqlFunction(
  'terms_of_students',
  { courses: listOf(integer), users: listOf(integer) },
  rows({ user_id: integer, due_at: nullable(instant), overdue: integer, finished_late: integer }),
);

export const matchesRule = sqlFunction(
  'matches_rule',
  { positions: listOf(text), subdivisions: listOf(text), position: text, subdivision: text },
  boolean,
);

export const studentsOffRule = sqlFunction('students_off_rule', { group: integer }, setOf(integer));

export const previewRule = sqlFunction(
  'preview_rule',
  { group: nullable(integer), positions: listOf(text), subdivisions: listOf(text) },
  rows({
    matching: integer,
    joining: integer,
    blocked: integer,
    taken_out: integer,
    people: json<ResponseOf<typeof contract.previewRule>['people']>(),
  }),
);

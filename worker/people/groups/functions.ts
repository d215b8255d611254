import {
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

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

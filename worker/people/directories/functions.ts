import {
  boolean,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

export const enterDirectory = sqlFunction('enter_directory', { token: text }, nothing);

export const noteDirectoryRefusal = sqlFunction(
  'note_directory_refusal',
  { call: text, subject: text, code: text, detail: text },
  nothing,
);

export const makeDirectoryToken = sqlFunction(
  'make_directory_token',
  { name: text, prefix: text, token: text, most: integer, mails: json() },
  integer,
);

export const revokeDirectoryToken = sqlFunction('revoke_directory_token', { token: integer }, nothing);

export const makeDirectoryPerson = sqlFunction(
  'make_directory_person',
  { person: json(), types: listOf(text), active: boolean, token: json(), mails: json() },
  nothing,
);

export const changeDirectoryPerson = sqlFunction(
  'change_directory_person',
  { id: integer, changes: json(), token: json(), mails: json(), assignable: listOf(text) },
  nothing,
);

export const removeDirectoryPerson = sqlFunction(
  'remove_directory_person',
  { id: integer, assignable: listOf(text) },
  nothing,
);

export const saveDirectoryGroup = sqlFunction(
  'save_directory_group',
  { group: nullable(integer), changes: json() },
  integer,
);

export const hideDirectoryGroup = sqlFunction('hide_directory_group', { group: integer }, nothing);

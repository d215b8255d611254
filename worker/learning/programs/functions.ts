import {
  integer,
  json,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

export const saveProgram = sqlFunction(
  'save_program',
  { program: nullable(integer), fields: json() },
  integer,
);

export const programRevision = sqlFunction('program_revision', { program: integer }, text);

export const programElsewhere = sqlFunction(
  'program_elsewhere',
  { program: integer },
  nullable(json<{ groups: number; students: number }>()),
);

export const deleteProgram = sqlFunction('delete_program', { program: integer }, nothing);

export const setProgramPhoto = sqlFunction(
  'set_program_photo',
  { program: integer, photo: nullable(json()) },
  rows({ id: integer, dropped: nullable(text) }),
);

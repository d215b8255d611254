import { boolean, integer, nullable, sqlFunction, text } from '../../platform/database/functions.ts';

export const keepNote = sqlFunction(
  'keep_note',
  { course: integer, material: integer, kind: text, at: integer, text },
  nullable(integer),
);

export const materialIsOpen = sqlFunction(
  'material_is_open',
  { course: integer, material: integer },
  boolean,
);

import {
  instant,
  integer,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';

export const accessCodeOf = sqlFunction(
  'access_code_of',
  { course: integer, form: integer },
  rows({ form_name: text, code: nullable(text), changed_at: nullable(instant) }),
);

export const setAccessCode = sqlFunction(
  'set_access_code',
  { course: integer, form: integer, code: nullable(text) },
  nothing,
);

export const showAccessCode = sqlFunction(
  'show_access_code',
  { form: integer, code: text },
  rows({
    outcome: word<'none' | 'missing' | 'wrong' | 'locked' | 'shown'>(),
    locked_until: nullable(instant),
  }),
);

export const extraTimeOf = sqlFunction(
  'extra_time_of',
  { user: integer },
  rows({ percent: integer, minutes: integer }),
);

export const setExtraTime = sqlFunction(
  'set_extra_time',
  { user: integer, percent: integer, minutes: integer },
  nothing,
);

export const keepPaper = sqlFunction(
  'keep_paper',
  { attempt: integer, holder: text, marked: nullable(listOf(integer)), closed: nullable(listOf(integer)) },
  nothing,
);

import {
  boolean,
  double,
  integer,
  instant,
  json,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';

export const makeDispatch = sqlFunction('make_dispatch', { course: integer, fields: json() }, integer);

export const changeDispatch = sqlFunction(
  'change_dispatch',
  { course: integer, dispatch: integer, fields: json() },
  nothing,
);

export const takeDispatch = sqlFunction(
  'take_dispatch',
  { course: integer, dispatch: integer },
  rows({ name: text, standard: word<'1.2' | '2004'>(), course: text }),
);

export const launchDispatch = sqlFunction(
  'launch_dispatch',
  { dispatch: integer, learner: text, person: json(), device: text, address: text },
  rows({
    session_id: integer,
    user_id: integer,
    company_id: integer,
    course_id: integer,
    expires_at: instant,
  }),
);

export const noteRefusedLaunch = sqlFunction('note_refused_launch', { dispatch: integer }, nothing);

export const standingInCourse = sqlFunction(
  'standing_in_course',
  { course: integer },
  rows({
    progress: integer,
    completed: boolean,
    success: word<'unknown' | 'passed' | 'failed'>(),
    score: nullable(double),
  }),
);

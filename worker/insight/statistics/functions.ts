import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  day,
  double,
  instant,
  integer,
  json,
  listOf,
  nullable,
  numeric,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { KeptPicture } from '../../exams/questions/contract.ts';
import type { FormStatus } from '../../exams/attempts/contract.ts';
import type * as contract from './contract.ts';
import type { getUserLearning } from './learning/contract.ts';
import type { QuestionFigures } from './statistic.ts';

type Student = ResponseOf<typeof contract.courseStatistic>['results'][number];
type Activity = ResponseOf<typeof contract.dynamicStatistic>;
type Questions = ResponseOf<typeof contract.questionStatistic>;

type Learning = ResponseOf<typeof getUserLearning>;
type Learned = Learning['courses'][number];
type LearnedTest = Omit<Learned['tests'][number], 'passed_form_status'> & { passed_form_status: FormStatus };
type LearnedCourse = Omit<Learned, 'tests'> & { tests: LearnedTest[] };
type StudentForm = Omit<Student['forms'][number], 'status'> & { status: FormStatus };

type AnsweredQuestion = Omit<QuestionFigures, 'answers'> &
  Omit<
    Questions['questions'][number],
    'discrimination' | 'verdict' | 'most_chosen_wrong' | keyof KeptPicture
  > &
  KeptPicture;

export const toldStudents = sqlFunction(
  'told_students',
  { course: integer, users: listOf(integer), all_groups: boolean },
  rows({
    user: json<Student['user']>(),
    email: nullable(text),
    position: text,
    subdivision: text,
    state: word<Student['state']>(),
    progress: integer,
    materials_done: integer,
    materials_total: integer,
    started_at: nullable(instant),
    last_activity: nullable(instant),
    completed_at: nullable(instant),
    time_spent: integer,
    blocked_in_course: boolean,
    can_download_certificate: boolean,
    groups: listOf(text),
    due_at: nullable(instant),
    late_days: nullable(integer),
    certificate_number: nullable(text),
    forms: json<StudentForm[]>(),
    packages: json<Student['packages']>(),
  }),
);

export const courseFigures = sqlFunction(
  'course_figures',
  { course: integer, group: nullable(integer), all: boolean },
  rows({
    students: integer,
    started: integer,
    finished: integer,
    average_progress: nullable(integer),
    results: integer,
    passed: integer,
    average_percent: nullable(double),
    in_review: integer,
  }),
);

export const attemptsOverTime = sqlFunction(
  'attempts_over_time',
  {
    course: integer,
    from: nullable(day),
    to: nullable(day),
    days: integer,
    form: nullable(integer),
    group: nullable(integer),
    recent: boolean,
    all: boolean,
  },
  rows({
    from: day,
    to: day,
    time_zone: text,
    bucket: word<Activity['bucket']>(),
    date: day,
    started: integer,
    completed: integer,
    passed: integer,
    failed: integer,
    average: nullable(double),
  }),
);

export const questionFigures = sqlFunction(
  'question_figures',
  { course: integer, form: integer, group: nullable(integer), all: boolean, number: nullable(integer) },
  rows({
    form: json<Questions['form']>(),
    versions: json<Questions['versions']>(),
    attempts: integer,
    average_percent: nullable(double),
    sections: json<Questions['sections']>(),
    questions: json<AnsweredQuestion[]>(),
  }),
);

export const sheetDay = sqlFunction('sheet_day', { at: nullable(instant), zone: text }, nullable(numeric));

export const sheetStanding = sqlFunction(
  'sheet_standing',
  { status: nullable(text), passed: nullable(boolean) },
  text,
);

export const learningOf = sqlFunction(
  'learning_of',
  { user: integer, all: boolean },
  rows({
    courses: json<LearnedCourse[]>(),
    programs: json<Learning['programs']>(),
    groups: json<Learning['groups']>(),
  }),
);

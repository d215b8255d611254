import * as z from 'zod/mini';
import { formState, nextStep } from '../../../learning/courses/contract.ts';
import { packageResult } from '../../../learning/packages/contract.ts';
import { byId, endpoint, id, instant, named } from '../../../platform/contract.ts';

const times = {
  opened_at: z.nullable(instant),
  last_activity: z.nullable(instant),
  finished_at: z.nullable(instant),
  /** Of the next step that is not done; of what is finished by when that was due. */
  due_at: z.nullable(instant),
  /** Days of the company after that; 0: in time, null: not finished, or not due. Of a program, of its latest step. */
  finished_late_days: z.nullable(z.int()),
};

/** A test or exam of a course as somebody stands in it; a result that waits to be published is not the student's to see. */
const learnedTest = z.object({
  form_id: id,
  name: z.string(),
  form_type: z.int(),
  material_id: id,
  passed_form_status: z.int(),
  passed_successfully: z.nullable(z.boolean()),
  percent: z.nullable(z.number()),
  ects: z.nullable(z.string()),
  in_review: z.boolean(),
  last_attempt_id: z.nullable(id),
  state: formState,
});

export const getUserLearning = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user/:id/learning',
  missing: 'profile_not_found',
  access: 'signed_in',
  summary:
    'What a person learns: courses, programs, groups, tests and exams; of oneself, or of a person in reach',
  params: byId,
  response: z.object({
    courses: z.array(
      z.extend(named, {
        theme_color: z.string(),
        role: z.enum(['student', 'coach']),
        /** Of a student; null for a coach, like everything below. */
        state: z.nullable(z.enum(['new', 'in_progress', 'finished'])),
        percent: z.nullable(z.int()),
        ...times,
        /** The number of the certificate in its newest version. */
        certificate: z.nullable(z.string()),
        certificate_expired: z.boolean(),
        overdue: z.boolean(),
        /** A program keeps it closed for now; told to the person only. */
        locked: z.boolean(),
        tests: z.array(learnedTest),
        packages: z.array(packageResult),
        /** Of the person who asks, in a course that is open to them. */
        next_step: z.nullable(nextStep),
      }),
    ),
    programs: z.array(
      z.extend(named, {
        courses: z.int(),
        percent: z.int(),
        ...times,
        /** Steps past their due date. */
        overdue: z.int(),
        /** In their order. */
        course_ids: z.array(id),
      }),
    ),
    groups: z.array(z.extend(named, { role: z.enum(['manager', 'coach', 'student']) })),
  }),
});

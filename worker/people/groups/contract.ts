import * as z from 'zod/mini';
import {
  byId,
  dueFields,
  email,
  endpoint,
  fileAnswer,
  flag,
  id,
  idText,
  instant,
  listQuery,
  listsRead,
  named,
  nameText,
  nothing,
  optionalText,
  page,
  person,
  text,
} from '../../platform/contract.ts';
import { userRow } from '../users/contract.ts';

/** What a member is in a group. */
export const GROUP_ROLES = ['manager', 'coach', 'student'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];
export const groupRole = z.enum(GROUP_ROLES);

/** Of the group's published courses that the caller looks after: how many are finished, each counted for each student. */
const progress = z.object({ finished: z.int(), all: z.int() });
export type Progress = z.output<typeof progress>;

/** Values of one kind that a rule may have. */
export const RULE_LIMIT = 50;
const ruleValues = z._default(z.array(text(200)).check(z.maxLength(RULE_LIMIT)), []);
/**
 * Whom a group takes in by itself, as students: people with one of the positions (if there are any) and in one of the
 * subdivisions (if there are any), in any case. Without any value it is no rule.
 */
const givenRule = z.strictObject({ positions: ruleValues, subdivisions: ruleValues });
const rule = z.object({ positions: z.array(z.string()), subdivisions: z.array(z.string()) });
export type Rule = z.output<typeof rule>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/v1/study_group/study_group',
  access: 'viewGroup',
  summary: 'Study groups in reach',
  query: listQuery({
    page_size: 10,
    ordering: ['name', 'created_at'],
    filters: { user: z.optional(idText), course: z.optional(idText), program: z.optional(idText) },
  }),
  response: page(
    z.object({
      id,
      name: z.string(),
      description: z.string(),
      managers: z.int(),
      coaches: z.int(),
      students: z.int(),
      courses: z.int(),
      /** It takes in by itself whom its rule finds; a student is told of no rule. */
      has_rule: z.boolean(),
      created_at: instant,
    }),
  ),
});

const idList = (most: number) => z.optional(z.array(id).check(z.maxLength(most)));

const groupBody = {
  name: nameText(),
  description: optionalText(2000),
  /** Of the company's people; a manager who creates a group becomes its manager. Each list replaces the one before. */
  manager_ids: idList(100),
  coach_ids: idList(100),
  student_ids: idList(5000),
  course_ids: idList(500),
  /** Of the courses that this call adds. */
  ...dueFields,
  program_ids: idList(500),
  /** Null takes it away. Of owner and admin alone, since it reaches the whole company. */
  rule: z.optional(z.nullable(givenRule)),
};

/** As the group itself is answered (§3). */
const answered = {
  managers: 'manager_ids',
  coaches: 'coach_ids',
  students: 'student_ids',
  courses: 'course_ids',
  programs: 'program_ids',
};

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/v1/study_group/study_group',
  access: 'editGroup',
  summary: 'Create a study group',
  alsoNamed: answered,
  body: z.strictObject(groupBody),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/v1/study_group/study_group/:id',
  access: 'viewGroup',
  summary: 'A study group',
  params: byId,
  response: z.object({
    id,
    name: z.string(),
    description: z.string(),
    courses: z.array(named),
    programs: z.array(named),
    managers: z.array(person),
    /** The first hundred by name, as of the students; all of them are listed by pages (`group_member`). */
    coaches: z.array(person),
    students: z.array(person),
    coaches_count: z.int(),
    students_count: z.int(),
    /** Of all its students; to staff alone. */
    progress: z.nullable(progress),
    /** To staff alone; null: without. */
    rule: z.nullable(rule),
    created_at: instant,
  }),
});

export const updateGroup = endpoint({
  method: 'PATCH',
  path: '/api/v1/study_group/study_group/:id',
  access: 'editGroup',
  summary: 'Change a study group',
  params: byId,
  alsoNamed: answered,
  body: z.partial(
    z.strictObject({
      ...groupBody,
      lists_read: listsRead('manager_ids', 'coach_ids', 'student_ids', 'course_ids', 'program_ids'),
    }),
  ),
  response: nothing,
  status: 204,
});

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/v1/study_group/study_group/:id',
  access: 'editGroup',
  summary: 'Delete a study group; refused while it is the only group of a course',
  params: byId,
  response: nothing,
  status: 204,
});

export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/api/v1/study_group/group_member',
  access: 'viewGroup',
  summary: 'Members of a study group',
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'email'],
    filters: {
      group: idText,
      role: z.optional(groupRole),
      /** Students whom the rule brought in and who match it no longer, or all others; to staff alone. */
      off_rule: z.optional(flag),
    },
  }),
  /** To students classmates are a name, a photo and a position. */
  response: page(
    z.extend(z.partial(userRow), {
      ...z.pick(userRow, { id: true, first_name: true, last_name: true, photo: true, position: true }).shape,
      role: groupRole,
      /** Of a student; to staff alone. */
      progress: z.optional(z.nullable(progress)),
      /** The group's rule brought them in, not somebody; to staff alone. */
      by_rule: z.optional(z.boolean()),
      /** The group's rule brought them in, and they match it no longer; to staff alone. */
      off_rule: z.optional(z.boolean()),
    }),
  ),
});

/** Rows of an exported file at most: the first ones of the list in its order. */
export const EXPORTED_STUDENTS = 10_000;

export const exportGroupStudents = endpoint({
  method: 'GET',
  path: '/api/v1/study_group/group_member_export',
  access: 'navigateGroups',
  summary: 'The students of a study group with their progress as an xlsx file',
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'email'],
    filters: { group: idText, off_rule: z.optional(flag) },
  }),
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const addGroupMembers = endpoint({
  method: 'POST',
  path: '/api/v1/study_group/group_member',
  access: 'editGroup',
  summary: 'Bring people of the company into a group, and invite new ones by mail',
  body: z.strictObject({
    group: id,
    role: z._default(groupRole, 'student'),
    user_ids: z._default(z.array(id).check(z.maxLength(1000)), []),
    emails: z._default(z.array(email).check(z.maxLength(100)), []),
  }),
  response: z.object({ added: z.int(), invited: z.int() }),
  status: 201,
});

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/study_group/study_group/:id/:role/:user_id',
  access: 'editGroup',
  summary: 'Take a person out of a group',
  params: z.strictObject({ id: idText, role: groupRole, user_id: idText }),
  response: nothing,
  status: 204,
});

export const previewRule = endpoint({
  method: 'POST',
  path: '/api/v1/study_group/rule_preview',
  access: 'setGroupRule',
  summary: 'Whom a rule would bring into a study group if it were saved now; nothing is changed',
  body: z.strictObject({
    /** Left out: a group that is not there yet. */
    group: z.optional(z.nullable(id)),
    rule: z.nullable(givenRule),
  }),
  response: z.object({
    /** People who match it, in the group or not. */
    matching: z.int(),
    /** Of them, who would come into the group; 0 for the rule that it has. */
    joining: z.int(),
    /** Who matches it and would not come, since they are blocked. */
    blocked: z.int(),
    /** Who matches it and stays out, since somebody took them out of the group under this rule. */
    taken_out: z.int(),
    /** The first ten of those who would come, by name. */
    people: z.array(z.extend(person, { position: z.string(), subdivision: z.string() })),
  }),
});

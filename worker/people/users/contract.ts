import * as z from 'zod/mini';
import { removePhoto, uploadPhoto } from '../../learning/media/contract.ts';
import {
  byId,
  dueFields,
  endpoint,
  fileAnswer,
  flag,
  id,
  idText,
  instant,
  listQuery,
  named,
  nameText,
  nothing,
  optionalEmail,
  optionalPhone,
  optionalText,
  page,
} from '../../platform/contract.ts';
import { fullNameParts, language, languageTag, userType } from '../../identity/accounts/contract.ts';

/** Letters of a position or a subdivision. */
export const PLACE_LENGTH = 200;

/** What the caller may do with a person (§6, row actions); the screens offer these and no others. */
export const USER_ACTIONS = ['edit', 'block', 'send_credentials', 'invite_again', 'delete'] as const;

/** §4, in order of priority. */
export const USER_STATUSES = ['blocked', 'not_activated', 'online', 'offline'] as const;

export const userRow = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  /** Last, first and middle name. */
  user_full_info: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  position: z.string(),
  subdivision: z.string(),
  user_types: z.array(userType),
  blocked: z.boolean(),
  email_verified: z.boolean(),
  /** A password of their own was set, by mail or by a printed link. */
  activated: z.boolean(),
  is_online: z.boolean(),
});

const managedRow = z.extend(userRow, {
  actions: z.array(z.enum(USER_ACTIONS)),
  /** The holder of the mailbox said no to the invitation. */
  declined: z.boolean(),
  /** Whether they sign in with a second factor. */
  second_factor: z.boolean(),
  /** The role that `user_types` leaves out. */
  is_owner: z.boolean(),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user',
  access: 'viewUser',
  summary: 'People of the company in reach',
  query: listQuery({
    page_size: 16,
    ordering: ['last_name', 'email', 'position', 'subdivision', 'created_at', 'last_seen_at'],
    filters: {
      /** A role that was given, and one that they can act in, also as it comes with another. */
      user_type: z.optional(userType),
      can_act_as: z.optional(userType),
      status: z.optional(z.enum(USER_STATUSES)),
      position: optionalText(PLACE_LENGTH),
      subdivision: optionalText(PLACE_LENGTH),
      group: z.optional(idText),
      course: z.optional(idText),
      program: z.optional(idText),
      has_email: z.optional(flag),
      /** Of those who have signed in. */
      second_factor: z.optional(flag),
    },
  }),
  response: page(managedRow),
});

export const listAllSpacesUsers = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/all_spaces_users',
  access: 'createMembership',
  summary: 'People of all companies that the caller owns or administers',
  query: listQuery({
    page_size: 16,
    ordering: ['last_name', 'email'],
    filters: { space: z.optional(idText) },
  }),
  response: page(z.extend(userRow, { spaces: z.array(named), is_member: z.boolean() })),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user/:id',
  missing: 'profile_not_found',
  access: 'viewUser',
  alsoOneself: true,
  summary: 'A person of the company',
  params: byId,
  response: z.extend(managedRow, {
    comment: z.string(),
    language,
    created_at: instant,
    last_seen_at: z.nullable(instant),
    /** Whether name, e-mail and phone may be changed here: never activated and in no other company. */
    person_editable: z.boolean(),
    /** A name proposed to them that they have not answered. */
    proposed_name: z.nullable(fullNameParts),
    groups: z.array(z.extend(named, { role: z.string() })),
    /** Of an invitation that is still open. */
    invited_until: z.nullable(instant),
    /** When its mail goes; null: it has gone, or there is none. */
    invitation_goes_at: z.nullable(instant),
  }),
});

const idList = z.optional(z.array(id).check(z.maxLength(100)));

const personFields = {
  email: optionalEmail,
  phone: optionalPhone,
  first_name: z.optional(nameText(100, 0)),
  last_name: z.optional(nameText(100, 0)),
  middle_name: z.optional(nameText(100, 0)),
  position: optionalText(PLACE_LENGTH),
  subdivision: optionalText(PLACE_LENGTH),
  comment: optionalText(2000),
};

/** What becomes of an invitation's mail; an address gets one of a company a day, strangers of a young company wait. */
export const INVITATION_OUTCOMES = ['queued', 'waiting', 'already_invited', 'stopped'] as const;

const invited = z.object({
  id,
  /** Absent where nobody is invited by mail: who has no e-mail, or is in the company already. */
  invitation: z.optional(
    z.object({
      outcome: z.enum(INVITATION_OUTCOMES),
      /** When it goes, or may be sent again. */
      next_at: z.nullable(instant),
    }),
  ),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user',
  access: 'createUser',
  summary: 'Add a person; with an e-mail they are invited by mail, without one they need a sign-in sheet',
  aloneNamed: { user_type: 'user_types' },
  body: z.strictObject({
    ...personFields,
    user_types: z.array(userType).check(z.minLength(1), z.maxLength(5)),
    group_ids: idList,
    course_ids: idList,
  }),
  response: invited,
  status: 201,
  idempotent: true,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/v1/accounts/user/:id',
  missing: 'profile_not_found',
  access: 'editUser',
  alsoOneself: true,
  summary:
    'Change a person’s place and roles in the company; name, e-mail, phone and language only before activation, or one’s own',
  params: byId,
  aloneNamed: { user_type: 'user_types' },
  body: z.strictObject({
    ...personFields,
    language: z.optional(languageTag),
    user_types: z.optional(z.array(userType).check(z.minLength(1), z.maxLength(5))),
  }),
  response: nothing,
  status: 204,
});

const properName = {
  last_name: nameText(100),
  first_name: nameText(100),
  middle_name: z._default(nameText(100, 0), ''),
};

export const proposeName = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user/:id/propose_name',
  missing: 'profile_not_found',
  access: 'editUser',
  summary: 'Propose to an active person how their name is written; the name as it is takes that back',
  params: byId,
  body: z.strictObject(properName),
  response: nothing,
  status: 204,
});

export const answerProposedName = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/proposed_name',
  access: 'signed_in',
  summary: 'Take or refuse the name that the current company proposes, as it was read',
  body: z.strictObject({ ...properName, accept: z.boolean() }),
  response: nothing,
  status: 204,
});

const PICTURE = {
  at: '/api/v1/accounts/user/:id',
  access: 'signed_in',
  of: 'a photo, one’s own or that of a person who may be edited',
  missing: 'profile_not_found',
} as const;
export const uploadUserPhoto = uploadPhoto(PICTURE);
export const removeUserPhoto = removePhoto(PICTURE);

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invite_user',
  access: 'inviteUser',
  summary: 'Invite a person by e-mail or phone into a role, and into groups, courses and programs',
  body: z.strictObject({
    email: optionalEmail,
    phone: optionalPhone,
    user_type: userType,
    first_name: z.optional(nameText(100, 0)),
    last_name: z.optional(nameText(100, 0)),
    group_ids: idList,
    course_ids: idList,
    program_ids: idList,
  }),
  response: invited,
  status: 201,
  idempotent: true,
});

export const BULK_ACTIONS = [
  'add_to_group',
  'add_to_course',
  'block',
  'unblock',
  'delete',
  'send_credentials',
] as const;

/** Selected people at once; one page of a list is 100 at most, a selection may go over several. */
export const changeUsers = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user/bulk',
  access: 'editUser',
  summary: 'Do one thing with several people; whoever it cannot be done with is named with the reason',
  body: z.strictObject({
    action: z.enum(BULK_ACTIONS),
    user_ids: z.array(id).check(z.minLength(1), z.maxLength(1000)),
    /** The group or course to add to. */
    target_id: z.optional(id),
    /** What to add them as. */
    role: z.optional(z.enum(['manager', 'coach', 'student'])),
    /** Of a course for students. */
    ...dueFields,
  }),
  response: z.object({
    done: z.array(id),
    refused: z.array(z.object({ id, code: z.string(), message: z.string() })),
    /** Of send_credentials: people without e-mail, who need a sign-in sheet. */
    need_sheet: z.array(id),
  }),
});

export const createSignInSheets = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/sign_in_sheets',
  access: 'editUser',
  summary: 'Sheets to print for people who are not activated yet: a one-time link with its QR code',
  body: z.strictObject({ user_ids: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  response: fileAnswer,
  file: 'application/pdf',
});

const namesFound = page(z.object({ name: z.string() }));

export const listPositions = endpoint({
  method: 'GET',
  path: '/api/v1/directory/positions',
  access: 'viewUser',
  summary: 'Positions of the company’s people',
  query: listQuery({ page_size: 100, ordering: ['name'] }),
  response: namesFound,
});

export const listSubdivisions = endpoint({
  method: 'GET',
  path: '/api/v1/directory/subdivisions',
  access: 'viewUser',
  summary: 'Subdivisions of the company’s people',
  query: listQuery({ page_size: 100, ordering: ['name'] }),
  response: namesFound,
});

export const membership = z.object({
  user_pk: id,
  space: named,
  user_types: z.array(userType),
  position: z.string(),
  subdivision: z.string(),
  blocked: z.boolean(),
});

/** By the company: one has few. */
const ofPerson = listQuery({ page_size: 100, ordering: ['id', 'name'] });

export const listMemberships = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/memberships',
  missing: 'account_not_found',
  access: 'signed_in',
  summary: 'The companies the caller belongs to, with the roles in each',
  query: ofPerson,
  response: page(membership),
});

export const getMemberships = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/memberships/:id',
  missing: 'account_not_found',
  access: 'viewUser',
  alsoOneself: true,
  summary: 'A person’s memberships: in this company, and in those that the caller owns or administers',
  params: byId,
  query: ofPerson,
  response: page(membership),
});

export const createMembership = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/memberships',
  missing: 'account_not_found',
  alsoAt: '/api/v1/accounts/memberships/:user_pk',
  access: 'createMembership',
  summary: 'Invite a person of another company that the caller owns or administers into this one',
  body: z.strictObject({ user_pk: id, user_type: userType }),
  response: invited,
  status: 201,
  idempotent: true,
});

export const deleteMembership = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/memberships/:id',
  missing: 'account_not_found',
  access: 'editUser',
  summary: 'Take a person out of the company',
  params: byId,
  response: nothing,
  status: 204,
});

export const blockMembership = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/blocking_membership',
  missing: 'account_not_found',
  access: 'editUser',
  summary: 'Block a person in this company, or let them in again',
  body: z.strictObject({ user_pk: id, blocked: z._default(z.boolean(), true) }),
  response: nothing,
  status: 204,
});

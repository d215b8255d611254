import type { UserType } from '../../access/contract.ts';
import type { ErrorCode } from '../../errors/contract.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Membership = ResponseOf<typeof contract.listMemberships>['results'][number];
type Named = Membership['space'];
type Mailed = ResponseOf<typeof contract.inviteUser>['invitation'];

export const issueSheets = sqlFunction(
  'issue_sheets',
  { users: listOf(integer), tokens: json(), assignable: listOf(text) },
  rows({
    id: integer,
    first_name: text,
    last_name: text,
    login: text,
    language: word<Language>(),
    has_link: boolean,
  }),
);

export const peopleOnline = sqlFunction('people_online', {}, rows({ id: integer }));

export const peopleWithSecondFactor = sqlFunction('people_with_second_factor', {}, rows({ id: integer }));

export const peopleMatching = sqlFunction('people_matching', { pattern: text }, rows({ id: integer }));

export const mailedInvitation = sqlFunction('mailed_invitation', {}, nullable(json<Mailed>()));

export const invitedWith = sqlFunction(
  'invited_with',
  { user: integer, key: text },
  nullable(json<Mailed>()),
);

export const membershipsOf = sqlFunction(
  'memberships_of',
  { user: integer },
  rows({
    user_pk: integer,
    space: json<Named>(),
    user_types: listOf(word<UserType>()),
    position: text,
    subdivision: text,
    blocked: boolean,
  }),
);

export const blockMembership = sqlFunction(
  'block_membership',
  { user: integer, blocked: boolean, assignable: listOf(text) },
  nothing,
);

export const removeMembership = sqlFunction(
  'remove_membership',
  { user: integer, assignable: listOf(text) },
  nothing,
);

export const addMembership = sqlFunction(
  'add_membership',
  { user: integer, types: listOf(text), token: json(), mails: json() },
  integer,
);

export const peopleOfAdministeredCompanies = sqlFunction(
  'people_of_administered_companies',
  { space: nullable(integer) },
  rows({
    id: integer,
    first_name: text,
    last_name: text,
    middle_name: text,
    email: nullable(text),
    phone: nullable(text),
    photo_id: nullable(integer),
    email_verified: boolean,
    activated: boolean,
    position: text,
    subdivision: text,
    user_types: listOf(text),
    blocked: boolean,
    is_online: boolean,
    spaces: json<Named[]>(),
    is_member: boolean,
  }),
);

export const addPerson = sqlFunction(
  'add_person',
  {
    person: json(),
    types: listOf(text),
    group_role: text,
    groups: listOf(integer),
    courses: listOf(integer),
    programs: listOf(integer),
    token: json(),
    mails: json(),
    assignable: listOf(text),
  },
  integer,
);

export const changePerson = sqlFunction(
  'change_person',
  { user: integer, fields: json(), types: nullable(listOf(text)), assignable: listOf(text) },
  nothing,
);

export const changeOwnPlace = sqlFunction(
  'change_own_place',
  { fields: json(), types: nullable(listOf(text)), edits: boolean },
  nothing,
);

export const proposeName = sqlFunction(
  'propose_name',
  { user: integer, name: json(), assignable: listOf(text) },
  nothing,
);

export const answerProposedName = sqlFunction(
  'answer_proposed_name',
  { name: json(), accept: boolean },
  nothing,
);

export const changePeople = sqlFunction(
  'change_people',
  {
    action: text,
    users: listOf(integer),
    target: nullable(integer),
    role: text,
    due: json(),
    assignable: listOf(text),
    tokens: json(),
    mails: json(),
  },
  rows({ id: integer, refusal: nullable(word<ErrorCode>()), needs_sheet: boolean }),
);

export const setUserPhoto = sqlFunction(
  'set_user_photo',
  { user: integer, photo: nullable(json()), assignable: listOf(text) },
  rows({ id: integer, dropped: nullable(text) }),
);

export const isOnline = sqlFunction('is_online', { user: integer }, boolean);
export const hasSecondFactor = sqlFunction('has_second_factor', { user: integer }, boolean);
export const lastSeenAt = sqlFunction('last_seen_at', { user: integer }, nullable(instant));
export const personIsOurs = sqlFunction('person_is_ours', { user: integer }, boolean);
export const invitedUntil = sqlFunction('invited_until', { user: integer }, nullable(instant));
export const invitationGoesAt = sqlFunction('invitation_goes_at', { user: integer }, nullable(instant));

export const actionsOn = sqlFunction(
  'actions_on',
  { types: listOf(word<UserType>()), activated: boolean, assignable: listOf(text) },
  listOf(text),
);

/** The positions or subdivisions of the company, each once whatever its case. */
export const placesOfPeople = sqlFunction('places_of_people', { place: text }, rows({ name: text }));

/** Who has one of them, also of those who have left. */
export const peopleAt = sqlFunction('people_at', { place: text, name: text }, rows({ id: integer }));

import { assignableTo, reachOf, type UserType } from '../../access/contract.ts';
import { normalizePhone } from '../../identity/accounts/phone.ts';
import { updateProfile } from '../../identity/accounts/service.ts';
import { AppError, Replay } from '../../errors/app-error.ts';
import { messageOf } from '../../errors/contract.ts';
import { invitationMails } from '../invitations/mails.ts';
import { replacePhoto, storePhoto, type Photo } from '../../learning/media/service.ts';
import type { Env, Later, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import type { Query } from '../../platform/database/queries.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import type { StoredFile } from '../../platform/files/storage.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { inviterOf, newCredentials, requireAssignable, withImplied } from './service-invitations.ts';

/** The role in a group that comes with a role in the company. */
export const GROUP_ROLE = {
  owner: 'manager',
  admin: 'manager',
  manager: 'manager',
  trainer: 'coach',
  student: 'student',
} as const;

interface NewPerson {
  email?: string | undefined;
  phone?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  middle_name?: string | undefined;
  position?: string | undefined;
  subdivision?: string | undefined;
  comment?: string | undefined;
  /** Refuses whoever belongs to the company already. */
  new?: boolean;
}

interface Places {
  group_ids?: number[] | undefined;
  course_ids?: number[] | undefined;
  program_ids?: number[] | undefined;
}

/**
 * Invites a person by e-mail or phone (§7 accounts/invite_user); groups, courses and programs must lie in the caller's
 * reach, and a trainer invites into courses of their own.
 * Errors: user_type_not_assignable (§6, hierarchy), licences_exhausted, not_found for a place out of reach,
 * already_in_company for a person out of reach, program_group_required, group_required where a manager or trainer names
 * no place.
 */
export function inviteUser(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.inviteUser>,
  later: Later,
) {
  const { user_type, group_ids, course_ids, program_ids, ...person } = body;
  return addPerson(env, db, scope, person, [user_type], { group_ids, course_ids, program_ids }, later);
}

/** Adds a person who does not belong to the company yet. Errors: as inviteUser; email_taken, phone_taken. */
export function createUser(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.createUser>,
  later: Later,
) {
  const { user_types, group_ids, course_ids, ...person } = body;
  return addPerson(env, db, scope, { ...person, new: true }, user_types, { group_ids, course_ids }, later);
}

/** Two round trips: the company's name for the mail, then everything else as one. */
async function addPerson(
  env: Env,
  db: Db,
  scope: Scope,
  person: NewPerson,
  user_types: readonly UserType[],
  places: Places,
  later: Later,
) {
  requireAssignable(scope, user_types, 'user_type');
  const phone = phoneOf(person.phone);
  if (!person.email && !phone) throw new AppError('email_or_phone_required', { field: 'email' });
  const { group_ids = [], course_ids = [], program_ids = [] } = places;
  const named = scope.user_type === 'trainer' ? course_ids : [...group_ids, ...course_ids, ...program_ids];
  // Whoever reaches a part of the company only would lose sight of somebody without a place in it.
  if (scope.reach !== 'company' && named.length === 0) {
    throw new AppError('group_required', {
      field: scope.user_type === 'trainer' ? 'course_ids' : 'group_ids',
    });
  }
  const inviter = await inviterOf(db, scope);
  const { secret, kept } = newToken('invitation');
  const mails = invitationMails(productOf(env), inviter, secret);
  const { language } = inviter;
  const types = withImplied(user_types);
  const adding = call.addPerson({
    person: { ...person, phone, language },
    types,
    group_role: GROUP_ROLE[strongest(types)],
    groups: group_ids,
    courses: course_ids,
    programs: program_ids,
    token: kept,
    mails,
    assignable: assignableTo(scope.user_type),
  });
  return invitedBy(env, db, scope, adding, later);
}

/**
 * Changes a person's place and roles in the company, and who they are while they are its record (decisions,
 * "Records and accounts"). Errors: not_found, user_not_manageable, user_type_not_assignable, person_fields_locked, invalid_phone,
 * email_taken, phone_taken, email_or_phone_required.
 */
export async function updateUser(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateUser>,
): Promise<undefined> {
  await db.run(scope, changedPerson(scope, id, body));
}

function changedPerson(scope: Scope, id: number, body: BodyOf<typeof contract.updateUser>) {
  const { user_types, phone, ...fields } = body;
  if (user_types) requireAssignable(scope, user_types, 'user_types');
  const person = { ...fields, ...(phone === undefined ? {} : { phone: phoneOf(phone) }) };
  const types = user_types ? withImplied(user_types) : null;
  const assignable = assignableTo(scope.user_type);
  return call.changePerson({ user: id, fields: person, types, assignable });
}

/** Proposes a name to an active person. Errors: not_found, user_not_manageable, user_not_activated. */
export async function proposeName(
  db: Db,
  scope: Scope,
  id: number,
  name: BodyOf<typeof contract.proposeName>,
): Promise<undefined> {
  await db.run(scope, call.proposeName({ user: id, name, assignable: assignableTo(scope.user_type) }));
}

/** Answers what the current company proposes. Errors: not_found, also for another name than waits. */
export async function answerProposedName(
  db: Db,
  scope: Scope,
  { accept, ...name }: BodyOf<typeof contract.answerProposedName>,
): Promise<undefined> {
  await db.run(scope, call.answerProposedName({ name, accept }));
}

/**
 * Changes what is one's own as the profile does, and one's place in the company where the role may edit people.
 * Errors: as updateProfile and updateUser; permission_denied for the place; required for no e-mail.
 */
export async function updateOneself(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  body: BodyOf<typeof contract.updateUser>,
  later: Later,
): Promise<undefined> {
  const { email, phone, first_name, last_name, middle_name, language, user_types, ...place } = body;
  const types = user_types ? withImplied(user_types) : null;
  const edits = reachOf('editUser', scope.user_type) !== null;
  const isPlaced = types !== null || Object.keys(place).length > 0;
  const placed = isPlaced ? [call.changeOwnPlace({ fields: place, types, edits })] : [];
  const own = { email, phone, first_name, last_name, middle_name, language };
  await updateProfile(env, db, scope, sender, own, later, placed);
}

/**
 * Does one thing with several people in one round trip; who is refused is named with the reason.
 * Errors: not_found for the group or course, required where the action needs one.
 */
export async function changeUsers(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.changeUsers>,
  later: Later,
) {
  const { action, user_ids, target_id = null, role = 'student', due_on, due_after_days } = body;
  const adds = action === 'add_to_group' || action === 'add_to_course';
  if (adds && target_id === null) throw new AppError('required', { field: 'target_id' });
  if (action === 'add_to_course' && role === 'manager')
    throw new AppError('invalid_choice', { field: 'role' });
  const mailed = action === 'send_credentials' ? await newCredentials(env, db, scope, user_ids) : null;
  const [rows] = await db.run(
    scope,
    call.changePeople({
      action,
      users: user_ids,
      target: target_id,
      role,
      due: { due_on, due_after_days },
      assignable: assignableTo(scope.user_type),
      tokens: mailed?.tokens ?? {},
      mails: mailed?.mails ?? {},
    }),
  );
  if (mailed) later(sendDueMails(env, db));
  const refused = rows.flatMap(({ id, refusal }) =>
    refusal ? [{ id, code: refusal, message: messageOf(refusal) }] : [],
  );
  const need_sheet = rows.flatMap(({ id, needs_sheet }) => (needs_sheet ? [id] : []));
  return { done: rows.flatMap(({ id, refusal }) => (refusal ? [] : [id])), refused, need_sheet };
}

/** Sets a photo. Errors: file_too_large, wrong_file_format, person_fields_locked on "photo"; not_found. */
export async function uploadUserPhoto(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  upload: () => Promise<Photo>,
) {
  const stored = await storePhoto(env, await upload());
  return replacePhoto(env, db, scope, stored, (photo) => setPhoto(scope, id, photo));
}

/** Removes a photo. Errors: not_found, person_fields_locked. */
export async function removeUserPhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  await replacePhoto(env, db, scope, null, (photo) => setPhoto(scope, id, photo));
}

const setPhoto = (scope: Scope, id: number, photo: StoredFile | null) =>
  call.setUserPhoto({ user: id, photo, assignable: editableBy(scope.user_type) });

// Trainers and students edit nobody but themselves.
const editableBy = (user_type: UserType) =>
  user_type === 'trainer' || user_type === 'student' ? [] : assignableTo(user_type);

/**
 * Blocks a person in this company, or lets them in again (§7 blocking_membership): a state, so that repeating it changes
 * nothing. Counts on the person's very next request. Errors: not_found, user_not_manageable, user_not_activated,
 * licences_exhausted when letting in.
 */
export async function blockMembership(
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.blockMembership>,
): Promise<undefined> {
  const { user_pk, blocked } = body;
  const assignable = assignableTo(scope.user_type);
  await db.run(scope, call.blockMembership({ user: user_pk, blocked, assignable }));
}

/**
 * Takes a person out of the company; once activated, only those who are neither manager nor above (§6, row actions).
 * Results and history stay. Errors: not_found, user_not_manageable.
 */
export async function deleteMembership(db: Db, scope: Scope, user_id: number): Promise<undefined> {
  await db.run(scope, call.removeMembership({ user: user_id, assignable: assignableTo(scope.user_type) }));
}

/**
 * Invites a person of another company that the caller owns or administers into this one, by their confirmed e-mail.
 * Errors: user_type_not_assignable, not_found, already_member, email_or_phone_required, licences_exhausted.
 */
export async function createMembership(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.createMembership>,
  later: Later,
) {
  const { user_pk, user_type } = body;
  requireAssignable(scope, [user_type], 'user_type');
  const inviter = await inviterOf(db, scope);
  const { secret, kept } = newToken('invitation');
  const mails = invitationMails(productOf(env), inviter, secret);
  const types = withImplied([user_type]);
  const adding = call.addMembership({ user: user_pk, types, token: kept, mails });
  return invitedBy(env, db, scope, adding, later);
}

/** Carries out what adds a person, and says what became of their mail; a replay says it as it stands by now. */
async function invitedBy(env: Env, db: Db, scope: Scope, adding: Query<number>, later: Later) {
  try {
    const [[id], [invitation]] = await db.run(scope, remember(scope, adding), call.mailedInvitation({}));
    later(sendDueMails(env, db));
    return { id: id!, ...(invitation && { invitation }) };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    const { row_id: id } = error;
    const told = call.invitedWith({ user: id, key: scope.idempotency!.key });
    const [[invitation]] = await db.run({ ...scope, idempotency: null }, told);
    return { id, ...(invitation && { invitation }) };
  }
}

const strongest = (user_types: readonly UserType[]) => user_types[0]!;

/** A phone as stored, '' for none. Errors: invalid_phone. */
function phoneOf(typed: string | undefined): string {
  const phone = typed ? normalizePhone(typed) : '';
  if (phone === null) throw new AppError('invalid_phone', { field: 'phone' });
  return phone;
}

import { assignableTo } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Later } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import { invitationMails } from '../invitations/mails.ts';
import { withImplied } from '../users/service-invitations.ts';
import * as call from './functions.ts';
import { countOfPeople, peopleSought } from './queries.ts';
import { personIn, personPatch, type PersonChanges } from './scim/changes.ts';
import type { DirectoryPerson } from './scim/resources.ts';
import { MOST_RESULTS } from './scim/schemas.ts';
import { idOf, peopleMeant, windowOf } from './scim/sought.ts';
import type { DirectoryLogin } from './service.ts';

/** A directory acts as the company's owner, who made its token. */
const ASSIGNABLE = assignableTo('owner');

interface ListAsked {
  filter?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
}

/** An invitation for whoever the call turns out to invite; the database knows in whose name. */
function invitation(env: Env) {
  const { secret, kept } = newToken('invitation');
  const from = { company: '{company}', inviter: '{inviter}' };
  return { token: kept, mails: invitationMails(productOf(env), from, secret) };
}

const one = { limit: 1, offset: 0 };

function found(rows: DirectoryPerson[]): DirectoryPerson {
  if (!rows[0]) throw new AppError('not_found');
  return rows[0];
}

/** A page of people. Errors: invalidFilter, invalidValue. */
export async function directoryPeople(db: Db, { company_id, token }: DirectoryLogin, asked: ListAsked) {
  const { start, ...window } = windowOf(asked.startIndex, asked.count, MOST_RESULTS);
  const entering = call.enterDirectory({ token });
  const { id, ...sought } = (asked.filter ? peopleMeant(asked.filter) : {}) ?? { id: '' };
  const number = id === undefined ? undefined : idOf(id);
  if (number === null) {
    await db.runBy(entering);
    return { rows: [], total: 0, start };
  }
  const who = { company_id, id: number, ...sought };
  const [rows, [count]] = await db.runBy(entering, peopleSought({ ...who, ...window }), countOfPeople(who));
  return { rows, total: count!.count, start };
}

/** One person. Errors: not_found. */
export async function directoryPerson(db: Db, { company_id, token }: DirectoryLogin, id: number) {
  const [rows] = await db.runBy(call.enterDirectory({ token }), peopleSought({ company_id, id, ...one }));
  return found(rows);
}

/**
 * Brings a person: who is not blocked from the start is invited. Errors: email_taken for whoever belongs to the company
 * already, licences_exhausted; as personIn.
 */
export async function createDirectoryPerson(
  env: Env,
  db: Db,
  { company_id, token }: DirectoryLogin,
  body: unknown,
  later: Later,
) {
  const { roles, active = true, ...person } = personIn(body);
  const given = roles && 'set' in roles ? roles.set : [];
  const [, rows] = await db.runBy(
    call.enterDirectory({ token }),
    call.makeDirectoryPerson({
      person,
      types: withImplied(given.length > 0 ? given : ['student']),
      active,
      ...invitation(env),
    }),
    peopleSought({ company_id, email: person.email, ...one }),
  );
  later(sendDueMails(env, db));
  return found(rows);
}

/** Changes a person by a PUT, which leaves alone what it does not name. Errors: as changePerson; as personIn. */
export const replaceDirectoryPerson = (
  env: Env,
  db: Db,
  login: DirectoryLogin,
  id: number,
  body: unknown,
  later: Later,
) => changePerson(env, db, login, id, personIn(body), later);

/** Changes a person by a PATCH. Errors: as changePerson; as personPatch. */
export const patchDirectoryPerson = (
  env: Env,
  db: Db,
  login: DirectoryLogin,
  id: number,
  body: unknown,
  later: Later,
) => changePerson(env, db, login, id, personPatch(body), later);

/** Errors: not_found, email_taken, licences_exhausted; user_not_manageable where the owner is to be blocked. */
async function changePerson(
  env: Env,
  db: Db,
  { company_id, token }: DirectoryLogin,
  id: number,
  changes: PersonChanges,
  later: Later,
) {
  const mayInvite = changes.email !== undefined || changes.active === true;
  const [, rows] = await db.runBy(
    call.enterDirectory({ token }),
    call.changeDirectoryPerson({
      id,
      changes,
      ...(mayInvite ? invitation(env) : { token: null, mails: null }),
      assignable: ASSIGNABLE,
    }),
    peopleSought({ company_id, id, ...one }),
  );
  if (mayInvite) later(sendDueMails(env, db));
  return found(rows);
}

/** Takes a person out of the company. Errors: not_found; user_not_manageable for managers, admins and the owner. */
export async function removeDirectoryPerson(
  db: Db,
  { token }: DirectoryLogin,
  id: number,
): Promise<undefined> {
  await db.runBy(call.enterDirectory({ token }), call.removeDirectoryPerson({ id, assignable: ASSIGNABLE }));
}

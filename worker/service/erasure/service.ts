import { normalizePhone } from '../../identity/accounts/phone.ts';
import { switchSession } from '../../identity/accounts/functions.ts';
import { issueAccess } from '../../platform/secrets/access-token.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import * as call from './functions.ts';
import {
  companyErasedMails,
  companyErasureMails,
  companyKeptMails,
  erasedMails,
  ownershipMails,
} from './mails.ts';

/**
 * Erases everything that names the caller; results stay without a name.
 * Errors: password_confirmation_required, address_mismatch on "address", owner_not_erasable.
 */
export async function eraseOneself(
  env: Env,
  db: Db,
  scope: Scope,
  address: string,
  later: Later,
): Promise<undefined> {
  const typed = address.includes('@') ? address.toLowerCase() : (normalizePhone(address) ?? address);
  const mails = erasedMails(productOf(env), 'oneself');
  await db.run(scope, call.eraseOneself({ address: typed, mails }));
  later(sendDueMails(env, db));
}

/** Erases what is known of somebody who left. Errors: password_confirmation_required, not_found. */
export async function eraseFormerUser(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  later: Later,
): Promise<undefined> {
  const mails = erasedMails(productOf(env), 'company');
  await db.run(scope, call.eraseFormerUser({ user: id, mails }));
  later(sendDueMails(env, db));
}

/**
 * Gives the company to one of its admins; the caller goes on as an admin.
 * Errors: not_found, password_confirmation_required, permission_denied, new_owner_not_admin on "user_id".
 */
export async function transferSpace(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  user_id: number,
  later: Later,
) {
  await db.run(
    scope,
    call.transferCompany({ company: id, user: user_id, mails: ownershipMails(productOf(env)) }),
    switchSession({ session: scope.session_id, company: scope.company_id, type: 'admin' }),
  );
  later(sendDueMails(env, db));
  const { session_id, company_id } = scope;
  return {
    access: await issueAccess(env, { session_id, user_id: scope.user_id, company_id, user_type: 'admin' }),
  };
}

/**
 * Announces the erasure of the company in 30 days to all who administer it.
 * Errors: not_found, password_confirmation_required, permission_denied, company_name_mismatch on "name".
 */
export async function eraseSpace(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  name: string,
  later: Later,
): Promise<undefined> {
  const mails = companyErasureMails(productOf(env));
  await db.run(scope, call.requestCompanyErasure({ company: id, name, mails }));
  later(sendDueMails(env, db));
}

/** Takes back that the company is to be erased. Errors: not_found. */
export async function keepSpace(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  later: Later,
): Promise<undefined> {
  const mails = companyKeptMails(productOf(env));
  await db.run(scope, call.takeBackCompanyErasure({ company: id, mails }));
  later(sendDueMails(env, db));
}

/** Rows that one statement erases, and statements a minute: a company of some million rows is gone within hours. */
const STRETCH = 5000;
const STRETCHES = 30;

/** Erases the companies whose day has come, stretch by stretch, and what was kept to say farewell. */
export async function eraseDueCompanies(env: Env, db: Db, rows = STRETCH): Promise<void> {
  const mails = companyErasedMails(productOf(env));
  for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
    const [[erased]] = await db.system(call.eraseDueCompany({ rows, mails }), call.forgetFarewells({}));
    if (!erased) return;
  }
}

import { securityMails } from '../../identity/accounts/mails.ts';
import type { Env, Later, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { randomToken, sha256 } from '../../platform/secrets/hash.ts';
import { DIRECTORY_TOKENS, type createDirectoryToken as declared } from './contract.ts';
import * as call from './functions.ts';

/** Characters of its random part that are kept to know a token by. */
const SHOWN = 4;
const TOKEN = /^osnova_(\d{1,10})_[\w-]{43}$/;

/** Who comes in by a token: the company that it names, which the database holds against the whole of it. */
export interface DirectoryLogin {
  company_id: number;
  /** SHA-256 of the token. */
  token: string;
}

/** The login that a bearer token of a directory stands for; null: it is no such token. */
export function directoryLogin(bearer: string | null): DirectoryLogin | null {
  const company_id = Number(TOKEN.exec(bearer ?? '')?.[1]);
  return company_id > 0 && company_id < 2 ** 31 ? { company_id, token: sha256(bearer!) } : null;
}

/**
 * Makes a token for a directory, which is told this once; the company's owners are mailed that there is one.
 * Errors: password_confirmation_required, too_many_directory_tokens.
 */
export async function createDirectoryToken(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  { name }: BodyOf<typeof declared>,
  later: Later,
) {
  const secret = randomToken();
  const start = `osnova_${scope.company_id}_`;
  const token = start + secret;
  const prefix = start + secret.slice(0, SHOWN);
  const [[id]] = await db.run(
    scope,
    call.makeDirectoryToken({
      name,
      prefix,
      token: sha256(token),
      most: DIRECTORY_TOKENS,
      mails: securityMails(productOf(env), sender, 'directory_token_made'),
    }),
  );
  later(sendDueMails(env, db));
  return { id: id!, token };
}

/** Ends a token; its very next call is refused. Errors: not_found. */
export async function revokeDirectoryToken(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, call.revokeDirectoryToken({ token: id }));
}

/** Asks whether a token opens its company, where nothing else is asked. Errors: session_ended. */
export async function letIn(db: Db, { token }: DirectoryLogin): Promise<undefined> {
  await db.runBy(call.enterDirectory({ token }));
}

/** Notes a change that a directory was refused, for whoever looks after it. */
export async function noteRefusal(
  db: Db,
  { token }: DirectoryLogin,
  refusal: { call: string; subject: string; code: string; detail: string },
): Promise<undefined> {
  await db.runBy(call.enterDirectory({ token }), call.noteDirectoryRefusal(refusal));
}

import { sql } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { BodyOf } from '../platform/contract.ts';
import { json, remembered, statement, type Db } from '../platform/database.ts';
import { hashPassword } from '../platform/hash.ts';
import { sendDueMails } from '../platform/mail.ts';
import { newToken } from '../platform/tokens.ts';
import { confirmationMails } from '../accounts/mails.ts';
import { normalizePhone } from '../accounts/phone.ts';
import { checkPassword, productOf } from '../accounts/service.ts';
import type * as contract from './contract.ts';

/**
 * Registers a company with its owner and mails the confirmation link (§7 space_registration).
 * Errors: email_taken, phone_taken, invalid_phone, a password rule.
 */
export async function registerSpace(
  env: Env,
  db: Db,
  body: BodyOf<typeof contract.registerSpace>,
  later: (work: Promise<unknown>) => void,
) {
  const { name, email, first_name, last_name, password, language = 'uk' } = body;
  const phone = body.phone ? normalizePhone(body.phone) : '';
  if (phone === null) throw new AppError('invalid_phone', { field: 'phone' });
  await checkPassword(password, { email, phone, names: [first_name, last_name, name] });
  const { secret, kept } = newToken('email_confirmation');
  const mail = confirmationMails(productOf(env), secret)[language];
  const hash = await hashPassword(password, env.PASSWORD_PEPPER);
  await db.system(
    statement(sql`select register_company(${json({ name })}, ${json({ email, phone, first_name, last_name, language })},
      ${hash}, ${json(kept)}, ${json(mail)})`),
  );
  later(sendDueMails(env, db));
  return { email };
}

/** Creates one more company owned by the caller (§7 new_space). */
export async function createSpace(db: Db, scope: Scope, name: string) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(
      sql`with created as (select create_company(${name}) as id)${remembered(scope)} select id from created`,
    ),
  );
  return created!;
}

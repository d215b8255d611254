import { sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { json, remembered, statement, type Db } from '../../platform/database.ts';
import { hashPassword } from '../../platform/hash.ts';
import { sendDueMails } from '../../platform/mail.ts';
import { replacePhoto, storePhoto, type Photo } from '../../learning/media/service.ts';
import { newToken } from '../../platform/tokens.ts';
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
  await checkPassword(env, password, { email, phone, names: [first_name, last_name], places: [name] });
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

/** Asks the vendor to lift the limit of a young company's invitations. */
export async function requestMailLift(db: Db, scope: Scope): Promise<undefined> {
  await db.run(scope, statement(sql`select request_mail_limit_lift()`));
}

/**
 * Requires a second factor of the company's staff, or no longer.
 * Errors: password_confirmation_required, own_second_factor_first.
 */
export async function requireSecondFactor(db: Db, scope: Scope, required: boolean): Promise<undefined> {
  await db.run(scope, statement(sql`select require_second_factor(${required})`));
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

/**
 * Changes the current company. Web addresses are stored without scheme (§3).
 * Errors: not_found for any other company, invalid_phone.
 */
export async function updateSpace(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateSpace>,
): Promise<undefined> {
  const phone = body.phone === undefined ? undefined : body.phone && normalizePhone(body.phone);
  if (phone === null) throw new AppError('invalid_phone', { field: 'phone' });
  const given: Record<string, string | undefined> = {
    name: body.name,
    email: body.email,
    website: withoutScheme(body.website),
    facebook: withoutScheme(body.facebook),
    instagram: withoutScheme(body.instagram),
    linkedin: withoutScheme(body.linkedin),
    description: body.description,
    time_zone: body.time_zone,
  };
  const changes = Object.entries(given).map(
    ([name, value]) => sql`${sql.identifier(name)} = coalesce(${value ?? null}, ${sql.identifier(name)})`,
  );
  if (phone !== undefined) changes.push(sql`phone = ${phone || null}`);
  await db.run(
    scope,
    statement(sql`
      with changed as (
        update companies set ${sql.join(changes, sql`, `)} where id = ${id} and id = ${scope.company_id} returning id
      )
      select case when not exists (select from changed) then fail('not_found') end`),
  );
}

const withoutScheme = (address: string | undefined) =>
  address?.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');

/** Sets the company's logo. Errors: not_found, file_too_large, wrong_file_format on "photo" (§5). */
export async function uploadSpacePhoto(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  upload: () => Promise<Photo>,
) {
  if (id !== scope.company_id) throw new AppError('not_found');
  return replacePhoto(
    env,
    db,
    scope,
    await storePhoto(env, await upload()),
    (photo) => sql`set_company_photo(${photo})`,
  );
}

/** Removes the company's logo. Errors: not_found. */
export async function removeSpacePhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  if (id !== scope.company_id) throw new AppError('not_found');
  await replacePhoto(env, db, scope, null, (photo) => sql`set_company_photo(${photo})`);
}

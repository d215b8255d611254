import { eq, sql } from 'drizzle-orm';
import { AppError, FieldErrors } from '../../errors/app-error.ts';
import { messageOf, type ErrorCode } from '../../errors/contract.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { build, prepared, required, type Given } from '../../platform/database/queries.ts';
import { hashPassword } from '../../platform/secrets/hash.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { replacePhoto, storePhoto, type Photo } from '../../learning/media/service.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import { confirmationMails } from '../accounts/mails.ts';
import { normalizePhone } from '../accounts/phone.ts';
import { checkPassword } from '../accounts/service.ts';
import type * as contract from './contract.ts';
import { requireSecondFactor as requireFactor } from '../factors/functions.ts';
import * as call from './functions.ts';
import { companies } from './tables.ts';
import { type Network, networkAddress, webAddress } from './web-address.ts';

const NETWORKS: readonly Network[] = ['facebook', 'instagram', 'linkedin'];

/**
 * Registers a company with its owner and mails the confirmation link (§7 space_registration).
 * Errors: email_taken, phone_taken, invalid_phone, a password rule.
 */
export async function registerSpace(
  env: Env,
  db: Db,
  body: BodyOf<typeof contract.registerSpace>,
  later: Later,
) {
  const { name, email, first_name, last_name, password, language = 'uk', time_zone } = body;
  const phone = body.phone ? normalizePhone(body.phone) : '';
  if (phone === null) throw new AppError('invalid_phone', { field: 'phone' });
  await checkPassword(env, password, { email, phone, first_name, last_name, places: [name] });
  const { secret, kept } = newToken('email_confirmation');
  const mail = confirmationMails(productOf(env), secret)[language];
  const hash = await hashPassword(password, env);
  await db.system(
    call.registerCompany({
      company: { name, time_zone },
      owner: { email, phone, first_name, last_name, language },
      password_hash: hash,
      token: kept,
      mail,
    }),
  );
  later(sendDueMails(env, db));
  return { email };
}

/** Asks the vendor to lift the limit of a young company's invitations. */
export async function requestMailLift(db: Db, scope: Scope): Promise<undefined> {
  await db.run(scope, call.requestMailLimitLift({}));
}

/**
 * Requires a second factor of the company's staff, or no longer.
 * Errors: password_confirmation_required, own_second_factor_first.
 */
export async function requireSecondFactor(db: Db, scope: Scope, isRequired: boolean): Promise<undefined> {
  await db.run(scope, requireFactor({ required: isRequired }));
}

/** Creates one more company owned by the caller (§7 new_space). Errors: invalid_phone and invalid_link, all at once. */
export async function createSpace(db: Db, scope: Scope, body: BodyOf<typeof contract.createSpace>) {
  const [[id]] = await db.run(scope, remember(scope, call.createCompany({ company: storedFields(body) })));
  return { id: id! };
}

/**
 * Changes the current company. Web addresses are stored without scheme (§3).
 * Errors: not_found for any other company; invalid_phone and invalid_link, all at once.
 */
export async function updateSpace(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateSpace>,
): Promise<undefined> {
  const fields = storedFields(body);
  if (id !== scope.company_id) throw new AppError('not_found');
  await db.run(scope, required(changeCompany({ ...fields, company_id: id })));
}

/** A company's fields as they are stored. Errors: invalid_phone and invalid_link, all at once. */
function storedFields(body: BodyOf<typeof contract.updateSpace>) {
  const { name, email, description, time_zone } = body;
  const refused: Record<string, string[]> = {};
  const read = (field: 'phone' | 'website' | Network, code: ErrorCode, reading: Reading) => {
    const given = body[field];
    const value = given === undefined ? undefined : reading(given);
    if (value === null) refused[field] = [messageOf(code)];
    return value ?? undefined;
  };
  const phone = read('phone', 'invalid_phone', (given) => given && normalizePhone(given));
  const fields = {
    name,
    email,
    website: read('website', 'invalid_link', webAddress),
    ...Object.fromEntries(
      NETWORKS.map((one) => [one, read(one, 'invalid_link', (given) => networkAddress(one, given))]),
    ),
    description,
    time_zone,
    phone: phone === '' ? null : phone,
  };
  if (Object.keys(refused).length > 0) throw new FieldErrors(refused);
  return fields;
}

/** As it is stored; null where it cannot be read. */
type Reading = (given: string) => string | null;

type CompanyFields = Partial<typeof companies.$inferInsert>;

const changeCompany = prepared((given: Given<CompanyFields & { company_id: number }>) => {
  const { company_id, ...fields } = given;
  // A statement sets something, also where nothing is given.
  const set = { ...fields, name: fields.name ?? sql`${companies.name}` };
  return build.update(companies).set(set).where(eq(companies.id, company_id)).returning({ id: companies.id });
});

/** Sets the company's logo. Errors: not_found, file_too_large, wrong_file_format on "photo" (§5). */
export async function uploadSpacePhoto(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  upload: () => Promise<Photo>,
) {
  if (id !== scope.company_id) throw new AppError('not_found');
  return replacePhoto(env, db, scope, await storePhoto(env, await upload()), (photo) =>
    call.setCompanyPhoto({ photo }),
  );
}

/** Removes the company's logo. Errors: not_found. */
export async function removeSpacePhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  if (id !== scope.company_id) throw new AppError('not_found');
  await replacePhoto(env, db, scope, null, (photo) => call.setCompanyPhoto({ photo }));
}

/** Part of the minute's work: what many changes have left of the sums of a company's people is made one. */
export async function joinPeopleSums(db: Db): Promise<void> {
  await db.system(call.joinPeopleSums({}));
}

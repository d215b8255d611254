import { eq } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { widgetProductOf } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies } from '../../identity/companies/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { contactsOf as people } from './functions.ts';

/** More of one kind are nobody in particular. */
const MOST = 12;

const ownCompany = prepared((given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({
      name: companies.name,
      email: companies.email,
      phone: companies.phone,
      language: users.language,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, given.user_id))
    .where(eq(companies.id, given.company_id)),
);

/**
 * Whom the caller may ask. A student sees e-mails of their own managers and trainers only; staff those of everybody here;
 * phones are seen by who may view people.
 */
export async function contactsOf(env: Env, db: Db, scope: Scope) {
  const { company_id, user_id, user_type } = scope;
  const [[found], results] = await db.run(
    scope,
    ownCompany({ company_id, user_id }),
    people({ sees_phones: reachOf('viewUser', user_type) !== null, most: MOST }),
  );
  const { language, ...company } = found!;
  return { company, results, sleekplan_product_id: widgetProductOf(env, language) };
}

import pg from 'pg';
import { hashPassword } from '../worker/platform/secrets/hash.ts';
import { buildCompany } from './demo/build.ts';
import { PASSWORD, PEOPLE, SIGN_INS } from './demo/people.ts';

export interface SignIn {
  user_type: string;
  username: string;
  password: string;
}

/**
 * Fills a migrated, empty database with the demo company: one transaction, so that it is there whole or not at all.
 * Works as osnova_system, which the owner may become and which no policy hides rows from.
 */
export async function buildDemo({
  ownerUrl,
  pepper,
}: {
  ownerUrl: string;
  pepper: string;
}): Promise<{ sign_ins: SignIn[] }> {
  const password_hash = await hashPassword(PASSWORD, { PASSWORD_PEPPER: pepper });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('set local role osnova_system');
    await owner.query(`select set_config('app.consenting', '*', true)`);
    await buildCompany(owner, password_hash);
    await owner.query('commit');
    // Without figures about the new rows the first screens would be planned as if the tables were empty.
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
  const sign_ins = SIGN_INS.map((key) => {
    const { user_type, email } = PEOPLE.find((person) => person.key === key)!;
    return { user_type, username: email!, password: PASSWORD };
  });
  return { sign_ins };
}

import type pg from 'pg';
import { Failure } from '../stack/failure.ts';
import { oneLine } from './print.ts';

/** Ends all sessions of one person, in every company; their very next request is refused. */
export async function endSessions(client: pg.Client, account: string): Promise<string> {
  const { rowCount } = await client.query(
    'update sessions set ended_at = now() where user_id = $1 and ended_at is null and expires_at > now()',
    [await accountNamed(client, account)],
  );
  return `${account}: ${rowCount} sessions ended.`;
}

/** Takes the second factors off the account of somebody who lost them, ends its sessions and tells its mailbox. */
export async function removeFactors(client: pg.Client, account: string, url: string): Promise<string> {
  // What lays out a mail takes seconds to load, and the other commands need none of it.
  const { securityMails } = await import('../../worker/identity/accounts/mails.ts');
  const mails = securityMails({ name: process.env.PRODUCT_NAME ?? 'Osnova', url }, null, 'factors_removed');
  const { rows } = await client.query<{ removed: boolean }>(
    'select remove_second_factors($1, $2) as removed',
    [await accountNamed(client, account), mails],
  );
  if (!rows[0]!.removed) throw new Failure(`${account} has no second factor.`);
  return `${account}: second factors and recovery codes removed, all sessions ended; the password alone signs in.`;
}

/** The account of an e-mail, phone or number; a phone may be that of several, and is then none's name. */
async function accountNamed(client: pg.Client, account: string): Promise<number> {
  const { rows } = await client.query<{ id: number; email: string | null; name: string }>(
    `select id, email, person_name(last_name, first_name) as name from users
       where record_of is null and (email = lower($1) or phone = $1 or id::text = $1) order by id`,
    [account],
  );
  if (rows.length === 0) throw new Failure('Name the person by e-mail, or by phone as +380….');
  if (rows.length > 1) {
    const people = rows.map(({ id, email, name }) => oneLine(`${id}  ${email ?? 'no e-mail'}  ${name}`));
    throw new Failure(
      [`${account} is the phone of several accounts. Name one by its number:`, ...people].join('\n'),
    );
  }
  return rows[0]!.id;
}

import type pg from 'pg';
import { LANGUAGES, type Language } from '../../worker/identity/accounts/contract.ts';
import { newToken } from '../../worker/platform/secrets/tokens.ts';
import { Failure } from '../stack/failure.ts';
import { oneLine } from './print.ts';

interface Named {
  name: string;
}

/** Every company, as the command prints it. */
export async function allCompanies(client: pg.Client) {
  const { rows } = await client.query<Record<string, string | number | null>>(`
    select c.id, c.name, u.email as owner, l.used, l.pending, coalesce(l."limit"::text, 'unlimited') as "limit",
           concat_ws(', ', case when c.is_library then 'library' end, case when c.blocked_at is not null then 'blocked' end,
                     case when c.deleted_at is null then 'erased on ' || to_char(c.erase_at, 'YYYY-MM-DD') end,
                     case when c.deleted_at is not null then 'deleted' end) as marks
      from companies c join users u on u.id = c.owner_id cross join lateral licences(c.id) l order by c.id`);
  return rows;
}

/**
 * Sets how many licences a company has; null: unlimited. Nobody is logged out when there are more people already, so that
 * it says how many there are.
 */
export async function setLicenceLimit(
  client: pg.Client,
  company: number,
  limit: number | null,
): Promise<string> {
  const { name } = await changed(client, 'licence_limit = $2', company, limit);
  const { rows } = await client.query<{ used: number; pending: number }>(
    'select used, pending from licences($1)',
    [company],
  );
  const { used, pending } = rows[0]!;
  const over = limit !== null && used + pending >= limit ? ' Nobody new gets in.' : '';
  return `${name}: ${limit === null ? 'unlimited licences' : `${limit} licences`}; ${used} used, ${pending} reserved.${over}`;
}

/** Makes a company the library, in place of the one before. */
export async function markLibrary(client: pg.Client, company: number): Promise<string> {
  await client.query('begin');
  await client.query('update companies set is_library = false where is_library and id <> $1', [company]);
  const { name } = await changed(client, 'is_library = $2', company, true);
  await client.query('commit');
  return `${name} is the library.`;
}

/** Blocks a company or lets it in again; counts on everybody's very next request. */
export async function setBlocked(client: pg.Client, company: number, blocked: boolean): Promise<string> {
  const { name } = await changed(
    client,
    'blocked_at = case when $2 then coalesce(blocked_at, now()) end',
    company,
    blocked,
  );
  return `${name} is ${blocked ? 'blocked' : 'open'}.`;
}

/** A company with its first owner, who is invited to it by mail like everybody else. */
export async function createOwner(
  client: pg.Client,
  { company, email, language, url }: { company: string; email: string; language: string; url: string },
): Promise<string> {
  if (!LANGUAGES.includes(language as Language))
    throw new Failure(`The language is one of ${LANGUAGES.join(', ')}.`);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Failure(`${email} is not an e-mail address.`);
  const { secret, kept } = newToken('invitation');
  const product = { name: process.env.PRODUCT_NAME ?? 'Osnova', url };
  // What lays out a mail takes seconds to load, and the other commands need none of it.
  const { invitationMails } = await import('../../worker/people/invitations/mails.ts');
  const mail = invitationMails(product, { company, inviter: '' }, secret)[language as Language];
  const { rows } = await client.query<{ id: number }>('select found_company_for($1, $2, $3, $4, $5) as id', [
    company,
    email.toLowerCase(),
    language,
    kept,
    { [language]: mail },
  ]);
  return `${company} has the id ${rows[0]!.id}; ${email} accepts it at ${url}/accounts/finish-registration?token=${secret}`;
}

async function changed(client: pg.Client, set: string, company: number, value: unknown): Promise<Named> {
  const { rows } = await client.query<Named>(
    `update companies set ${set} where id = $1 and deleted_at is null returning name`,
    [company, value],
  );
  if (!rows[0]) throw new Failure(`There is no company ${company}; "companies" lists them.`);
  return { name: oneLine(rows[0].name) };
}

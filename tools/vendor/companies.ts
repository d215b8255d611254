import type pg from 'pg';
import { LANGUAGES, type Language } from '../../worker/accounts/contract.ts';
import { invitationMails } from '../../worker/accounts/mails.ts';
import { newToken } from '../../worker/platform/tokens.ts';
import { Failure } from '../stack/failure.ts';

interface Named {
  name: string;
}

/** Every company, as the command prints it. */
export async function allCompanies(client: pg.Client) {
  const { rows } = await client.query<Record<string, string | number | null>>(`
    select c.id, c.name, u.email as owner, l.used, l.pending, coalesce(l."limit"::text, 'unlimited') as "limit",
           concat_ws(', ', case when c.is_library then 'library' end, case when c.blocked_at is not null then 'blocked' end,
                     case when c.deleted_at is not null then 'deleted' end) as marks
      from companies c join users u on u.id = c.owner_id cross join lateral licences(c.id) l order by c.id`);
  return rows;
}

/** Sets how many licences a company has; null: unlimited. Nobody is logged out when there are more people already. */
export async function setLicenceLimit(
  client: pg.Client,
  company: number,
  limit: number | null,
): Promise<string> {
  const { name } = await changed(client, 'licence_limit = $2', company, limit);
  return `${name}: ${limit === null ? 'unlimited licences' : `${limit} licences`}.`;
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

/** Ends all sessions of a person, whatever company they are in; their very next request is refused. */
export async function endSessions(client: pg.Client, account: string): Promise<string> {
  const known = await client.query<{ id: number }>(
    'select id from users where email = lower($1) or phone = $1',
    [account],
  );
  if (!known.rows[0]) throw new Failure('Name the person by e-mail, or by phone as +380….');
  const { rowCount } = await client.query(
    'update sessions set ended_at = now() where user_id = $1 and ended_at is null and expires_at > now()',
    [known.rows[0].id],
  );
  return `${account}: ${rowCount} sessions ended.`;
}

/** A company with its first owner. Somebody known keeps their password; somebody new gets a link, also by mail. */
export async function createOwner(
  client: pg.Client,
  { company, email, language, url }: { company: string; email: string; language: string; url: string },
): Promise<string> {
  if (!LANGUAGES.includes(language as Language))
    throw new Failure(`The language is one of ${LANGUAGES.join(', ')}.`);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Failure(`${email} is not an e-mail address.`);
  await client.query('begin');
  const known = await client.query<{ id: number; activated: boolean }>(
    'select id, activated_at is not null as activated from users where email = $1',
    [email],
  );
  const id = known.rows[0]?.id ?? (await newUser(client, email, language));
  await client.query(`select set_config('app.user', $1, true), set_config('app.user_type', 'owner', true)`, [
    String(id),
  ]);
  const { rows } = await client.query<{ company: number }>(
    'select found_company($1, $2, $3, null) as company',
    [id, company, email],
  );
  const { secret, kept } = newToken('invitation');
  const product = { name: process.env.PRODUCT_NAME ?? 'Osnova', url };
  const mails = invitationMails(product, company, secret);
  const isKnown = known.rows[0]?.activated ?? false;
  if (!isKnown) await client.query('select keep_token($1, $2, $3)', [kept, id, rows[0]!.company]);
  const mail = mails[isKnown ? 'known' : 'new'][language as Language];
  await client.query('select queue_mail($1, $2)', [email, mail]);
  await client.query('commit');
  const how = isKnown
    ? 'signs in with the usual password.'
    : `sets a password at ${url}/accounts/finish-registration?token=${secret}`;
  return `${company} has the id ${rows[0]!.company}; ${email} owns it and ${how}`;
}

async function newUser(client: pg.Client, email: string, language: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into users (email, language) values ($1, $2) returning id',
    [email, language],
  );
  return rows[0]!.id;
}

async function changed(client: pg.Client, set: string, company: number, value: unknown): Promise<Named> {
  const { rows } = await client.query<Named>(
    `update companies set ${set} where id = $1 and deleted_at is null returning name`,
    [company, value],
  );
  if (!rows[0]) throw new Failure(`There is no company ${company}; "companies" lists them.`);
  return rows[0];
}

import type pg from 'pg';
import { Failure } from '../stack/failure.ts';
import { oneLine } from './print.ts';

interface Wanted {
  /** Typed as a confirmation. */
  name: string;
  /** Without the 30 days. */
  now: boolean;
  url: string;
}

/** Has everything of a company erased, in 30 days unless at once; its owner and admins are told. */
export async function eraseCompany(client: pg.Client, company: number, wanted: Wanted): Promise<string> {
  const { name, now, url } = wanted;
  const { rows } = await client.query<{ name: string }>(
    'select name from companies where id = $1 and erased_at is null',
    [company],
  );
  if (!rows[0]) throw new Failure(`There is no company ${company}; "companies" lists them.`);
  if (rows[0].name.toLowerCase() !== name.trim().toLowerCase())
    throw new Failure(`Company ${company} has another name: type it after the id to confirm.`);
  // What lays out a mail takes seconds to load, and the other commands need none of it.
  const { companyErasureMails } = await import('../../worker/service/erasure/mails.ts');
  const mails = companyErasureMails({ name: process.env.PRODUCT_NAME ?? 'Osnova', url });
  await client.query('begin');
  await client.query('select announce_company_erasure($1, $2)', [company, mails]);
  if (now) await client.query('update companies set erase_at = now() where id = $1', [company]);
  const { rows: told } = await client.query<{ day: string }>(
    `select to_char(erase_at, 'YYYY-MM-DD') as day from companies where id = $1`,
    [company],
  );
  await client.query('commit');
  return `${oneLine(rows[0].name)} will be erased ${now ? 'within minutes' : `on ${told[0]!.day}`}.`;
}

/** Takes back that a company is to be erased, as long as that has not begun. */
export async function keepCompany(client: pg.Client, company: number): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'update companies set erase_at = null where id = $1 and erase_at is not null and deleted_at is null returning name',
    [company],
  );
  if (!rows[0]) throw new Failure(`Company ${company} is not to be erased, or it has begun.`);
  return `${oneLine(rows[0].name)} stays.`;
}

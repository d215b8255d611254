import type pg from 'pg';
import { Failure } from '../stack/failure.ts';
import { oneLine } from './print.ts';
import type { Line } from './report.ts';

/** Companies that asked to have the limit of invitations lifted and wait for an answer. */
export async function allRequests(client: pg.Client): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    select c.id, c.name, o.email as owner, c.created_at::timestamp(0)::text as registered,
           l.lift_requested_at::timestamp(0)::text as asked,
           (select count(*)::integer from mails m
              where m.company_id = c.id and m.kind = 'invitation' and m.sent_at is null and m.tries < 12) as waiting
      from mail_limits l join companies c on c.id = l.company_id join users o on o.id = c.owner_id
      where l.lift_requested_at is not null and mails_limited_until(c.id) is not null and c.deleted_at is null
      order by l.lift_requested_at`);
  return rows;
}

/** Knows a company: its invitations are not limited any more. */
export async function vouchFor(client: pg.Client, company: number): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from companies where id = $1 and deleted_at is null',
    [company],
  );
  if (!rows[0]) throw new Failure(`There is no company ${company}; "companies" lists them.`);
  const { rows: released } = await client.query<{ count: number }>('select vouch_company($1) as count', [
    company,
  ]);
  return `${oneLine(rows[0].name)} invites whom it likes; ${released[0]!.count} invitations go now.`;
}

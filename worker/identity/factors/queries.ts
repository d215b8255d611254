import { sql } from 'drizzle-orm';
import { refuseLocked } from '../accounts/queries.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import { sha256 } from '../../platform/hash.ts';
import type * as contract from './contract.ts';

/** What protects the caller's account. */
export async function securityOf(db: Db, scope: Scope) {
  type Row = ResponseOf<typeof contract.security>;
  const [[row]] = await db.run(scope, statement<Row>(sql`select * from own_security()`));
  return row!;
}

/** A registered security key, as the database keeps it. */
export interface Credential {
  id: string;
  transports: string[];
  /** Base64url. */
  public_key: string;
  counter: number;
}

interface Ticket {
  user_id: number;
  sealed: string | null;
  credentials: Credential[];
  locked_until: Date | null;
}

/** The second factors behind a ticket; counts a try. Errors: ticket_expired, slow_down, too_many_attempts. */
export async function ticketOf(db: Db, ticket: string): Promise<Ticket> {
  const [[row]] = await db.system(
    statement<Ticket>(sql`select * from second_factor_lookup(${sha256(ticket)})`),
  );
  if (!row) throw new AppError('ticket_expired');
  refuseLocked(row.locked_until);
  return row;
}

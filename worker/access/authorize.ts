import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Access } from '../platform/contract.ts';
import type { Scope } from '../platform/context.ts';
import { reachOf, type Reach, type UserType } from './contract.ts';

/**
 * The reach of a role for an endpoint. Whether the role is still held is the database's word (`enter`).
 * @throws permission_denied when the role has none (§6)
 */
export function authorize(access: Exclude<Access, 'public'>, user_type: UserType): Reach {
  const reach = access === 'signed_in' ? 'own' : reachOf(access, user_type);
  if (reach === null) throw new AppError('permission_denied');
  return reach;
}

type Noun = 'groups' | 'programs' | 'courses' | 'people' | 'webinars';

/** The condition that a row lies in the caller's reach (decisions, "Row scope"), for a column that holds its id. */
export function inReach({ reach }: Pick<Scope, 'reach'>, noun: Noun, column: SQLWrapper): SQL {
  if (reach === 'company') return sql`true`;
  return sql`${column} in (select ${sql.raw(`${noun}_in_reach()`)})`;
}

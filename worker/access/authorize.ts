import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Access } from '../platform/contract.ts';
import type { Scope } from '../platform/context.ts';
import { reachOf, type Reach, type UserType } from './contract.ts';
import { integer, setOf, sqlFunction } from '../platform/database/functions.ts';

/**
 * The reach of a role for an endpoint. Whether the role is still held is the database's word (`enter`).
 * @throws permission_denied when the role has none (§6)
 */
export function authorize(access: Exclude<Access, 'public'>, user_type: UserType): Reach {
  const reach = access === 'signed_in' ? 'own' : reachOf(access, user_type);
  if (reach === null) throw new AppError('permission_denied');
  return reach;
}

const IN_REACH = {
  groups: sqlFunction('groups_in_reach', {}, setOf(integer)),
  programs: sqlFunction('programs_in_reach', {}, setOf(integer)),
  courses: sqlFunction('courses_in_reach', {}, setOf(integer)),
  people: sqlFunction('people_in_reach', {}, setOf(integer)),
  webinars: sqlFunction('webinars_in_reach', {}, setOf(integer)),
};
type Noun = keyof typeof IN_REACH;

/** The condition that a row lies in the caller's reach (decisions, "Row scope"), for a column that holds its id. */
export function inReach({ reach }: Pick<Scope, 'reach'>, noun: Noun, column: SQLWrapper): SQL {
  if (reach === 'company') return sql`true`;
  return sql`${column} in (select ${IN_REACH[noun]({})})`;
}

/** The people whom the caller reaches, as a list; null: everybody. */
export const peopleInReach = (reach: Reach): SQL =>
  reach === 'company' ? sql`null::integer[]` : sql`array(select ${IN_REACH.people({})})`;

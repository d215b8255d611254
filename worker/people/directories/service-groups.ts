import { AppError } from '../../errors/app-error.ts';
import type { Db } from '../../platform/database/database.ts';
import * as call from './functions.ts';
import { countOfGroups, groupsSought } from './queries.ts';
import { groupIn, groupPatch } from './scim/changes.ts';
import type { DirectoryGroup } from './scim/resources.ts';
import { MOST_RESULTS } from './scim/schemas.ts';
import { groupsMeant, idOf, windowOf } from './scim/sought.ts';
import type { DirectoryLogin } from './service.ts';

interface ListAsked {
  filter?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
}

/** Groups of a page that shows their students: each has as many as there are. */
const MOST_WITH_MEMBERS = 10;

const one = { limit: 1, offset: 0 };

function found(rows: DirectoryGroup[]): DirectoryGroup {
  if (!rows[0]) throw new AppError('not_found');
  return rows[0];
}

/** A page of groups. Errors: invalidFilter, invalidValue. */
export async function directoryGroups(
  db: Db,
  { company_id, token }: DirectoryLogin,
  asked: ListAsked,
  withMembers: boolean,
) {
  const most = withMembers ? MOST_WITH_MEMBERS : MOST_RESULTS;
  const { start, ...window } = windowOf(asked.startIndex, asked.count, most);
  const entering = call.enterDirectory({ token });
  const { id, member, ...sought } = (asked.filter ? groupsMeant(asked.filter) : {}) ?? { id: '' };
  const [group, person] = [id, member].map((named) => (named === undefined ? undefined : idOf(named)));
  if (group === null || person === null) {
    await db.runBy(entering);
    return { rows: [], total: 0, start };
  }
  const which = { company_id, id: group, member: person, ...sought };
  const [rows, [count]] = await db.runBy(
    entering,
    groupsSought({ ...which, ...window }, withMembers),
    countOfGroups(which),
  );
  return { rows, total: count!.count, start };
}

/** One group. Errors: not_found. */
export async function directoryGroup(
  db: Db,
  { company_id, token }: DirectoryLogin,
  id: number,
  withMembers: boolean,
) {
  const [rows] = await db.runBy(
    call.enterDirectory({ token }),
    groupsSought({ company_id, id, ...one }, withMembers),
  );
  return found(rows);
}

/** Makes a study group. Errors: group_name_taken, not_found on "members"; as groupIn. */
export async function createDirectoryGroup(db: Db, { company_id, token }: DirectoryLogin, body: unknown) {
  const changes = groupIn(body);
  const [, rows] = await db.runBy(
    call.enterDirectory({ token }),
    call.saveDirectoryGroup({ group: null, changes }),
    groupsSought({ company_id, name: changes.name, ...one }, true),
  );
  return found(rows);
}

/** Changes a group by a PUT, whose list of members, where it has one, is the whole of them. Errors: as above; not_found. */
export async function replaceDirectoryGroup(
  db: Db,
  { company_id, token }: DirectoryLogin,
  id: number,
  body: unknown,
) {
  const [, rows] = await db.runBy(
    call.enterDirectory({ token }),
    call.saveDirectoryGroup({ group: id, changes: groupIn(body) }),
    groupsSought({ company_id, id, ...one }, true),
  );
  return found(rows);
}

/** Changes a group by a PATCH. Errors: as above; as groupPatch. */
export async function patchDirectoryGroup(
  db: Db,
  { token }: DirectoryLogin,
  id: number,
  body: unknown,
): Promise<undefined> {
  await db.runBy(
    call.enterDirectory({ token }),
    call.saveDirectoryGroup({ group: id, changes: groupPatch(body) }),
  );
}

/** Hides a group. Errors: not_found; group_required while a course has no other one. */
export async function removeDirectoryGroup(
  db: Db,
  { token }: DirectoryLogin,
  id: number,
): Promise<undefined> {
  await db.runBy(call.enterDirectory({ token }), call.hideDirectoryGroup({ group: id }));
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { assignableTo, type Reach, type UserType } from '../../access/contract.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { sendDueMails } from '../../platform/mail.ts';
import { build, prepared, required, type Given } from '../../platform/database/queries.ts';
import { newInvitations } from '../users/service-invitations.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { study_groups } from './tables.ts';

/** The role in the company that a role in a group asks for. */
const COMPANY_ROLE = {
  manager: 'manager',
  coach: 'trainer',
  student: 'student',
} as const satisfies Record<string, UserType>;

/**
 * Creates a study group; a manager becomes its manager. Whoever matches its rule is in it at once.
 * Errors: group_name_taken; group_rule_forbidden for whoever reaches less than the company; not_found for people, courses and programs out of reach; user_type_required.
 */
export async function createGroup(db: Db, scope: Scope, body: BodyOf<typeof contract.createGroup>) {
  const { manager_ids = [] } = body;
  const managers = scope.user_type === 'manager' ? [...manager_ids, scope.user_id] : manager_ids;
  const fields = { ...body, manager_ids: managers };
  const [[id]] = await db.run(scope, remember(scope, call.saveGroup({ group: null, fields })));
  return { id: id! };
}

/**
 * Changes a group in reach; a list or rule that is given replaces the one before, a list only as it was read (`lists_read`). Errors: not_found, group_name_taken,
 * group_rule_forbidden, user_type_required, group_required for a course that would have no other group.
 */
export async function updateGroup(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateGroup>,
): Promise<undefined> {
  await db.run(scope, call.saveGroup({ group: id, fields: body }));
}

const hideGroup = prepared((given: Given<{ company_id: number; id: number }>, reach: Reach) =>
  build
    .update(study_groups)
    .set({ deleted_at: sql`app_now()` })
    .where(
      and(
        eq(study_groups.company_id, given.company_id),
        eq(study_groups.id, given.id),
        isNull(study_groups.deleted_at),
        inReach({ reach }, 'groups', study_groups.id),
      ),
    )
    .returning({ id: study_groups.id }),
);

/** Hides a group. Errors: not_found; group_required while a course has no other group. */
export async function deleteGroup(db: Db, scope: Scope, id: number): Promise<undefined> {
  const { company_id, reach } = scope;
  await db.run(scope, call.requireOtherGroups({ group: id }), required(hideGroup({ company_id, id }, reach)));
}

/**
 * Brings people of the company into a group, and invites others by mail (§7 group_member). Two round trips when somebody
 * is invited: the company's name for the mail, then everything as one.
 * Errors: not_found for a group or people out of reach, user_type_required, user_type_not_assignable, licences_exhausted.
 */
export async function addGroupMembers(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.addGroupMembers>,
  later: Later,
) {
  const { group, role, user_ids, emails } = body;
  const { types, language, tokens, mails } = await newInvitations(env, db, scope, COMPANY_ROLE[role], emails);
  const [[done]] = await db.run(
    scope,
    call.addGroupMembers({
      group,
      role,
      users: user_ids,
      types,
      language,
      invited: tokens,
      mails,
      assignable: assignableTo(scope.user_type),
    }),
  );
  if (emails.length > 0) later(sendDueMails(env, db));
  return done!;
}

/** Takes a person out of a group. Errors: not_found. */
export async function removeGroupMember(
  db: Db,
  scope: Scope,
  { id, role, user_id }: ParamsOf<typeof contract.removeGroupMember>,
): Promise<undefined> {
  await db.run(scope, call.removeGroupMember({ group: id, role, user: user_id }));
}

import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { assignableTo, type UserType } from '../../access/contract.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { ids, json, remembered, statement, texts, type Db } from '../../platform/database.ts';
import { sendDueMails } from '../../platform/mail.ts';
import { newInvitations } from '../users/service-invitations.ts';
import type * as contract from './contract.ts';

/** The role in the company that a role in a group asks for. */
const COMPANY_ROLE = {
  manager: 'manager',
  coach: 'trainer',
  student: 'student',
} as const satisfies Record<string, UserType>;

/**
 * Creates a study group; a manager becomes its manager.
 * Errors: group_name_taken; not_found for people, courses and programs out of reach; user_type_required.
 */
export async function createGroup(db: Db, scope: Scope, body: BodyOf<typeof contract.createGroup>) {
  const { manager_ids = [] } = body;
  const managers = scope.user_type === 'manager' ? [...manager_ids, scope.user_id] : manager_ids;
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select save_group(null, ${json({ ...body, manager_ids: managers })}) as id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/**
 * Changes a group in reach; a list that is given replaces the one before. Errors: not_found, group_name_taken,
 * user_type_required, group_required for a course that would have no other group.
 */
export async function updateGroup(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateGroup>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select save_group(${id}, ${json(body)})`));
}

/** Hides a group. Errors: not_found; group_required while a course has no other group. */
export async function deleteGroup(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`select require_other_groups(${id})`),
    statement(sql`
      with deleted as (
        update study_groups g set deleted_at = app_now()
          where g.company_id = ${scope.company_id} and g.id = ${id} and g.deleted_at is null
            and ${inReach(scope, 'groups', sql`g.id`)}
          returning id
      )
      select case when not exists (select from deleted) then fail('not_found') end`),
  );
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
  later: (work: Promise<unknown>) => void,
) {
  const { group, role, user_ids, emails } = body;
  const { types, language, tokens, mails } = await newInvitations(
    env,
    db,
    scope,
    COMPANY_ROLE[role],
    emails,
    {
      group_ids: [group],
    },
  );
  const [[done]] = await db.run(
    scope,
    statement<{ added: number; invited: number }>(sql`
      select * from add_group_members(${group}, ${role}, ${ids(user_ids)}, ${texts(types)}, ${language},
        ${json(tokens)}, ${json(mails)}, ${texts(assignableTo(scope.user_type))})`),
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
  await db.run(scope, statement(sql`select remove_group_member(${id}, ${role}, ${user_id})`));
}

import { sql } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, ResponseOf } from '../../platform/contract.ts';
import { json, remembered, statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

type Preview = ResponseOf<typeof contract.previewRepair>;

/**
 * Whose results a repair would change. Errors: not_found, own_form, own_assignment; invalid_choice, question_without_right_answer,
 * question_single_right_answer, repair_leaves_nothing on "changes".
 */
export async function previewRepair(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.previewRepair>,
  { changes, only_raise }: BodyOf<typeof contract.previewRepair>,
): Promise<Preview> {
  const [rows] = await db.run(
    scope,
    statement<
      Omit<Preview, 'attempts'> & {
        attempts: Preview['attempts'];
      }
    >(sql`
      with changed as materialized (
        select p.*, row_number() over () as place, (p.after->>'percent')::numeric - (p.before->>'percent')::numeric as difference,
               (p.before->>'passed')::boolean as passed, (p.after->>'passed')::boolean as passes
          from preview_repair(${id}, ${formId}, ${json(changes)}, ${only_raise}) p
      )
      select count(*)::integer as count,
             count(*) filter (where difference > 0)::integer as raised, count(*) filter (where difference < 0)::integer as lowered,
             count(*) filter (where passes and not passed)::integer as passes_gained,
             count(*) filter (where passed and not passes)::integer as passes_lost,
             count(distinct user_id) filter (where certificate = 'gained')::integer as certificates_gained,
             count(distinct user_id) filter (where certificate = 'lost')::integer as certificates_lost,
             coalesce((
               select jsonb_agg(jsonb_build_object('attempt_id', c.attempt_id, 'number', c.number, 'before', c.before, 'after', c.after,
                   'certificate', c.certificate,
                   'user', jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)) order by c.place)
                 from changed c join users u on u.id = c.user_id where c.place <= 100
             ), '[]') as attempts
        from changed`),
  );
  return rows[0]!;
}

/** Mends the key and grades anew, set-based, in one round trip. Errors: as previewRepair. */
export async function repairKey(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.repairKey>,
  { changes, only_raise, reason }: BodyOf<typeof contract.repairKey>,
) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select repair_key(${id}, ${formId}, ${json(changes)}, ${only_raise}, ${reason}) as id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/** Takes a repair back; repeating it changes nothing. Errors: not_found, own_form, own_assignment. */
export async function undoRepair(
  db: Db,
  scope: Scope,
  { id, formId, repairId }: ParamsOf<typeof contract.undoRepair>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select undo_repair(${id}, ${formId}, ${repairId})`));
}

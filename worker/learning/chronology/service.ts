import { FieldErrors } from '../../errors/app-error.ts';
import { messageOf } from '../../errors/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import * as contract from './contract.ts';
import * as call from './functions.ts';

type Body = BodyOf<typeof contract.saveChronology>;

/**
 * Replaces the timeline of a program in reach; what is open to a student stays so.
 * Errors: not_found; draft_changed for one that was made from an earlier timeline than stands there; by field required,
 * already_in_chronology, due_before_opens, invalid_choice for what is not the program's.
 */
export async function saveChronology(db: Db, scope: Scope, id: number, body: Body): Promise<undefined> {
  const stages = stagesOf(body);
  await db.run(scope, holdChronology(id, body), call.changeChronology({ program: id, stages }));
}

/** What saving would change, and for whom; nothing is written. Errors: as saveChronology. */
export async function previewChronology(db: Db, scope: Scope, id: number, body: Body) {
  const stages = stagesOf(body);
  const [, [preview]] = await db.run(
    scope,
    holdChronology(id, body),
    call.previewChronology({ program: id, stages }),
  );
  return preview!;
}

/**
 * Sets by when a course is due to groups and people, each of whom has it by that very gift; or says what that would
 * change. Errors: not_found for whoever has not, or is out of reach.
 */
export async function setCourseDueDate(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.setCourseDueDate>,
) {
  const { group_ids: groups, user_ids: users, dry_run, due_on, due_after_days } = body;
  const due = { due_on, due_after_days };
  const [[dues]] = await db.run(scope, call.setCourseDue({ course: id, groups, users, due, dry_run }));
  return dues!;
}

const holdChronology = (id: number, { revision }: Body) =>
  call.holdChronology({ program: id, revision: revision ?? null });

function stagesOf({ stages }: Body) {
  const problems = Object.entries(contract.problemsOf(stages));
  if (problems.length)
    throw new FieldErrors(Object.fromEntries(problems.map(([field, code]) => [field, [messageOf(code)]])));
  return stages.map(({ name = '', items, ...stage }) => ({
    ...stage,
    name,
    items: items.map((item) =>
      Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
    ),
  }));
}

import * as z from 'zod/mini';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db, Entering } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/queries.ts';
import { COMPLETIONS, SUCCESSES, type commitPackage } from './contract.ts';
import { commitPackageTry, itemsOfTry } from './functions.ts';
import { interactionsOf, ruledStanding, standingOf, withoutPerson } from './package.ts';

/** Bytes of a commit: the database holds a third more, with what it writes between the words. */
export const COMMIT_LIMIT = 1_500_000;
const LIMITS = { run: 390_000, value: 65_536, elements: 20_000 } as const;
const element = z.string().check(z.regex(/^(cmi|adl)(\.\w{1,60}){1,8}$/));

const shape = z.strictObject({
  opening: z.int().check(z.gte(1)),
  /** 0: nothing is kept, and it is only asked whether this opening still has the try. */
  sequence: z.int().check(z.gte(0), z.lte(2_000_000_000)),
  item: z.string().check(z.maxLength(200)),
  state: z.record(
    z.string().check(z.maxLength(200)),
    z.strictObject({
      seconds: z.int().check(z.gte(0), z.lte(100_000_000)),
      elements: z
        .record(element, z.string().check(z.maxLength(LIMITS.value)))
        .check(z.refine((all) => Object.keys(all).length <= LIMITS.elements)),
    }),
  ),
  /** Of a package with rules: how its root stands, and what the run-time goes on with. */
  sequencing: z.optional(
    z.strictObject({
      status: z.enum(COMPLETIONS),
      success: z.enum(SUCCESSES),
      score: z.nullable(z.number().check(z.gte(0), z.lte(100))),
      run: z.string().check(z.refine((run) => Buffer.byteLength(JSON.stringify(run)) <= LIMITS.run)),
    }),
  ),
});

type Sent = z.output<typeof shape>;
/** A commit as it is kept, with how the try stands by it. */
export type Judged = Parameters<typeof commitPackageTry>[0];
export type Committed = RowOf<ReturnType<typeof commitPackageTry>>;

/**
 * A commit as a player sends it. Errors: malformed_json.
 * @param field that it came in, where it is not all of the body
 */
export function readCommit(text: string, field = ''): Sent {
  const given = z.safeParse(shape, parsed(text));
  if (!given.success) throw new AppError('malformed_json', { field });
  return given.data;
}

/** @param by what its package is judged by: its items, and whether it has rules */
export function judgedCommit(
  { material, try: id }: { material: number; try: number },
  { opening, sequence, item, state: said, sequencing }: Sent,
  by: { items: readonly string[]; ruled: boolean },
): Judged {
  const own = Object.entries(said).filter(([name]) => by.items.includes(name));
  const state = withoutPerson(Object.fromEntries(own));
  const kept = by.ruled ? (sequencing ?? null) : null;
  const standing = standingOf(by.items, state);
  return {
    material,
    try: id,
    opening,
    commit: {
      ...(kept ? ruledStanding(standing, kept) : standing),
      sequence,
      item,
      state,
      sequencing: kept,
    },
    interactions: interactionsOf(state),
  };
}

/** Errors: not_found, those of opening the material. */
export async function commit(db: Db, entering: Entering, one: Judged): Promise<Committed> {
  const [[committed]] = await db.run(entering, commitPackageTry(one));
  return committed!;
}

/** Errors: package_elsewhere. */
export function keptOf({ sequence, done }: Committed): { sequence: number; done: boolean } {
  if (sequence === null) throw new AppError('package_elsewhere');
  return { sequence, done };
}

/**
 * Keeps what a package said while there was no connection, without its player. Errors: malformed_json, not_found,
 * package_elsewhere, those of opening the material.
 */
export async function commitWaiting(
  db: Db,
  scope: Scope,
  { id: course, materialId: material, tryId }: ParamsOf<typeof commitPackage>,
  { commit: text }: BodyOf<typeof commitPackage>,
) {
  const sent = readCommit(text, 'commit');
  const [[by]] = await db.run(scope, itemsOfTry({ course, material, try: tryId }));
  if (!by) throw new AppError('not_found');
  const items = by.items.map(({ id }) => id);
  return keptOf(await commit(db, scope, judgedCommit({ material, try: tryId }, sent, { ...by, items })));
}

/** What Postgres cannot hold, U+0000 and half of a character, comes as an escape alone. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;

/** What Postgres can hold of it; undefined where it is no JSON. Most has nothing else, and is read many times as fast without looking at each value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, UNSTORABLE.test(text) ? storable : undefined);
  } catch {
    return undefined;
  }
}

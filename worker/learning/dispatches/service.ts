import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { issueDispatched } from '../../platform/secrets/access-token.ts';
import type { Env, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf, FileAnswer, ParamsOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { hmac } from '../../platform/secrets/hash.ts';
import type * as contract from './contract.ts';
import { learnerName } from './dispatch.ts';
import * as call from './functions.ts';
import { linkPackage } from './link-package.ts';

type OneDispatch = ParamsOf<typeof contract.updateDispatch>;

/** Gives a course into another system. Errors: not_found; due_in_past on ends_at. */
export async function createDispatch(
  db: Db,
  scope: Scope,
  course: number,
  fields: BodyOf<typeof contract.createDispatch>,
) {
  const [[id]] = await db.run(scope, remember(scope, call.makeDispatch({ course, fields })));
  return { id: id! };
}

/** Changes, limits or withdraws a dispatch. Errors: not_found. */
export async function updateDispatch(
  db: Db,
  scope: Scope,
  { id, dispatchId }: OneDispatch,
  fields: BodyOf<typeof contract.updateDispatch>,
): Promise<undefined> {
  await db.run(scope, call.changeDispatch({ course: id, dispatch: dispatchId, fields }));
}

/**
 * The secret of a dispatch's packages: made anew of its number each time, so that none is kept anywhere, and the package
 * can be had again.
 */
const keyOf = (env: Env, dispatch: number): string => hmac(`dispatch:${dispatch}`, env.JWT_SECRET);

/** The link package of a dispatch. Errors: not_found. */
export async function packageOfDispatch(
  env: Env,
  db: Db,
  scope: Scope,
  { id, dispatchId }: OneDispatch,
): Promise<FileAnswer> {
  const [[taken]] = await db.run(scope, call.takeDispatch({ course: id, dispatch: dispatchId }));
  const { name, standard, course } = taken!;
  const bytes = await linkPackage({
    home: new URL(env.APP_URL).origin,
    dispatch: dispatchId,
    key: keyOf(env, dispatchId),
    standard,
    title: course,
  });
  return { name: `${name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()}.zip`, bytes };
}

const REFUSED_FOR_WANT = ['licences_exhausted', 'dispatch_full'];

/**
 * Lets in whoever another system sends. Whoever holds the package can name anybody of its dispatch, and nobody else.
 * Errors: dispatch_unavailable, also with another key; dispatch_full, licences_exhausted, of which the company is told;
 * account_blocked, rate_limited.
 */
export async function launchDispatch(
  env: Env,
  db: Db,
  sender: Sender,
  { dispatch, key, learner_id, learner_name, language }: BodyOf<typeof contract.launchDispatch>,
) {
  const [given, due] = [Buffer.from(key), Buffer.from(keyOf(env, dispatch))];
  if (given.length !== due.length || !timingSafeEqual(given, due)) throw new AppError('dispatch_unavailable');
  const launching = call.launchDispatch({
    dispatch,
    learner: learner_id,
    person: { ...learnerName(learner_name), language },
    device: sender.device,
    address: sender.address,
  });
  try {
    const [[session]] = await db.system(launching);
    const { course_id, expires_at, ...login } = session!;
    const tokens = await issueDispatched(
      env,
      { ...login, user_type: 'student', only_course: course_id },
      expires_at,
    );
    return { ...tokens, course_id };
  } catch (error) {
    // What refuses takes back all that its transaction did, so that telling of it is one of its own.
    if (error instanceof AppError && REFUSED_FOR_WANT.includes(error.code))
      await db.system(call.noteRefusedLaunch({ dispatch }));
    throw error;
  }
}

import { sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { issueAccess } from '../../platform/secrets/access-token.ts';
import type { Env, Sender } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation, type Call } from '../../platform/database/functions.ts';
import { randomToken, sha256 } from '../../platform/secrets/hash.ts';
import { build, type RowOf } from '../../platform/database/queries.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

type SignedIn = ResponseOf<typeof contract.createToken>;

/**
 * Signs in by a database function that gives the new session.
 * @param sender whose browser is known from then on
 */
export async function openSession(env: Env, db: Db, opening: Call<OpenedSession>, sender?: Sender) {
  return { access: await issueAccess(env, await knownFrom(db, opening, sender)) };
}

type OpenedSession = RowOf<ReturnType<typeof call.confirmEmail>>;
type StartedSession = RowOf<ReturnType<typeof call.signInSucceeded>>;

/** The session that a database function opens; the browser gets a secret to be known by, unless it has one. */
async function knownFrom<Row extends OpenedSession | StartedSession>(
  db: Db,
  opening: Call<Row>,
  sender: Sender | undefined,
): Promise<Row> {
  if (!sender) return (await db.system(opening))[0][0]!;
  const secret = randomToken();
  // One statement, since who it is opened for is known in the middle of it.
  const opened = relation<StartedSession>(opening as unknown as Call<StartedSession>, 'opened');
  const remembering = call.rememberDevice({
    user: opened.user_id,
    known_hash: sha256(sender.known ?? ''),
    fresh_hash: sha256(secret),
  });
  const [[row]] = await db.system(
    build
      .select({
        session: sql<Row>`to_jsonb(${sql.identifier('opened')})`,
        keeps: sql<boolean | null>`case when ${opened.session_id} is not null then ${remembering} end`,
      })
      .from(opened),
  );
  if (row!.keeps) sender.keep(secret);
  return row!.session;
}

/**
 * The end of a first step: access, or the ticket for the second factor that the person has set up.
 * @param starting calls a database function with the ticket to keep
 * @param sender whose browser is known from then on
 */
export async function startSignIn(
  env: Env,
  db: Db,
  starting: (ticket: object) => Call<StartedSession>,
  sender?: Sender,
): Promise<SignedIn> {
  const { secret, kept } = newToken('second_factor');
  const { session_id, two_factor, ...person } = await knownFrom(db, starting(kept), sender);
  if (session_id === null && two_factor.length === 0) throw new AppError('no_company');
  if (session_id === null) return { two_factor, ticket: secret };
  return { access: await issueAccess(env, { ...person, session_id }) };
}

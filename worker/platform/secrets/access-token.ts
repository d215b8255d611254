import { jwtVerify, SignJWT } from 'jose';
import { USER_TYPES, type UserType } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env } from '../context.ts';
import { TOKENS } from './tokens.ts';

/** What an access token says; whether it still holds is asked of the database with every request. */
export interface Login {
  session_id: number;
  user_id: number;
  company_id: number;
  user_type: UserType;
  /** Whoever came from another system acts in this course alone, in the calls that say so (`inDispatch`). */
  only_course?: number;
}

const AUDIENCE = 'access';
/** Of another system's people, whose token is no one's sign-in. */
const DISPATCHED = 'dispatch';
/** The same in the address of a file, where it opens files alone. */
const TICKET = 'dispatch_files';

/** Makes the `access` of a sign-in answer: it lives 30 days, as its session does (decisions, "Identity"). */
export async function issueAccess(env: Env, login: Login): Promise<string> {
  return new SignJWT({ sid: login.session_id, space: login.company_id, type: login.user_type })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(login.user_id))
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${TOKENS.access.lifetime} seconds`)
    .sign(secretOf(env));
}

/**
 * Makes the two tokens of somebody who came from another system: for the calls of one course, and for its files.
 * @param expires_at when their session ends by itself
 */
export async function issueDispatched(env: Env, login: Login, expires_at: string) {
  const signed = (audience: string) =>
    new SignJWT({
      sid: login.session_id,
      space: login.company_id,
      type: login.user_type,
      course: login.only_course,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(login.user_id))
      .setAudience(audience)
      .setExpirationTime(Math.floor(Date.parse(expires_at) / 1000))
      .sign(secretOf(env));
  return { access: await signed(DISPATCHED), ticket: await signed(TICKET) };
}

/** Makes the token that signs a person in at the help widget, with the widget's own key. */
export function signWidgetToken(key: string, claims: { id: number; mail: string; name: string }) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('widget')
    .setIssuedAt()
    .setExpirationTime(`${TOKENS.widget.lifetime} seconds`)
    .sign(new TextEncoder().encode(key));
}

/** Reads the token in the address of a file, which opens nothing but files. */
export const readTicket = (env: Env, ticket: string): Promise<Login> => read(env, ticket, [TICKET]);

/**
 * Reads the Bearer token of a request.
 * @throws not_authenticated without a token; session_ended with one that is forged, of another purpose or expired
 */
export async function readAccess(env: Env, authorization: string | undefined): Promise<Login> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new AppError('not_authenticated');
  return read(env, token, [AUDIENCE, DISPATCHED]);
}

async function read(env: Env, token: string, audiences: string[]): Promise<Login> {
  const key = `${audiences[0]} ${token}`;
  const known = verified.get(key);
  if (known && known.secret === env.JWT_SECRET && known.expires > Date.now()) return known.login;
  try {
    const { payload } = await jwtVerify(token, secretOf(env), {
      algorithms: ['HS256'],
      audience: audiences,
      requiredClaims: ['sub', 'exp', 'sid', 'space', 'type'],
    });
    const { sub, sid, space, type, course } = payload as unknown as Claims;
    if (!USER_TYPES.includes(type)) throw new Error('unknown role');
    const login: Login = { session_id: sid, user_id: Number(sub), company_id: space, user_type: type };
    if (payload.aud !== AUDIENCE) {
      if (typeof course !== 'number') throw new Error('no course');
      login.only_course = course;
    }
    if (verified.size >= 2000) verified.clear();
    verified.set(key, { secret: env.JWT_SECRET, expires: payload.exp! * 1000, login });
    return login;
  } catch {
    throw new AppError('session_ended');
  }
}

interface Claims {
  sub: string;
  sid: number;
  space: number;
  type: UserType;
  course?: number;
}

const verified = new Map<string, { secret: string; expires: number; login: Login }>();

let cached: { secret: string; key: Uint8Array } | undefined;

function secretOf(env: Env): Uint8Array {
  if (cached?.secret !== env.JWT_SECRET) {
    cached = { secret: env.JWT_SECRET, key: new TextEncoder().encode(env.JWT_SECRET) };
  }
  return cached.key;
}

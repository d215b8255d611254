import { jwtVerify, SignJWT } from 'jose';
import { USER_TYPES, type UserType } from '../access/contract.ts';
import { AppError } from '../errors/app-error.ts';
import type { Env } from './context.ts';
import { TOKENS } from './tokens.ts';

/** What an access token says; whether it still holds is asked of the database with every request. */
export interface Login {
  session_id: number;
  user_id: number;
  company_id: number;
  user_type: UserType;
}

const AUDIENCE = 'access';

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

/** Makes the token that signs a person in at the help widget, with the widget's own key. */
export function signWidgetToken(key: string, claims: { id: number; mail: string; name: string }) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('widget')
    .setIssuedAt()
    .setExpirationTime(`${TOKENS.widget.lifetime} seconds`)
    .sign(new TextEncoder().encode(key));
}

/**
 * Reads the Bearer token of a request.
 * @throws not_authenticated without a token; session_ended with one that is forged, of another purpose or expired
 */
export async function readAccess(env: Env, authorization: string | undefined): Promise<Login> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new AppError('not_authenticated');
  const known = verified.get(token);
  if (known && known.secret === env.JWT_SECRET && known.expires > Date.now()) return known.login;
  try {
    const { payload } = await jwtVerify(token, secretOf(env), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'sid', 'space', 'type'],
    });
    const { sub, sid, space, type } = payload as { sub: string; sid: number; space: number; type: UserType };
    if (!USER_TYPES.includes(type)) throw new Error('unknown role');
    const login = { session_id: sid, user_id: Number(sub), company_id: space, user_type: type };
    if (verified.size >= 2000) verified.clear();
    verified.set(token, { secret: env.JWT_SECRET, expires: payload.exp! * 1000, login });
    return login;
  } catch {
    throw new AppError('session_ended');
  }
}

const verified = new Map<string, { secret: string; expires: number; login: Login }>();

let cached: { secret: string; key: Uint8Array } | undefined;

function secretOf(env: Env): Uint8Array {
  if (cached?.secret !== env.JWT_SECRET) {
    cached = { secret: env.JWT_SECRET, key: new TextEncoder().encode(env.JWT_SECRET) };
  }
  return cached.key;
}

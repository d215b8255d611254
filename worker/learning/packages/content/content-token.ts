import { errors, jwtVerify, SignJWT } from 'jose';
import { USER_TYPES, type UserType } from '../../../access/contract.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Env } from '../../../platform/context.ts';
import type { Entering } from '../../../platform/database/database.ts';
import { hmac } from '../../../platform/secrets/hash.ts';
import { TOKENS } from '../../../platform/secrets/tokens.ts';

/** What the address of a package says: whose try it is at which version, and nothing that opens anything else. */
export interface ContentToken {
  /** The one in which it was opened, and the role: the address ends with either. */
  session: number;
  user_type: UserType;
  company: number;
  user: number;
  material: number;
  package: number;
  /** 0: somebody looks at it, and nothing is kept. */
  try: number;
  /** It is played in a course that another system shows in a frame of its own. */
  dispatched: boolean;
}

/** By what a request with such an address enters the company. */
export const enteringOf = ({ session, company, user_type }: ContentToken): Entering => ({
  session_id: session,
  company_id: company,
  user_type,
  in_no_role: false,
  idempotency: null,
});

const AUDIENCE = 'package';

/**
 * Signs the address of a try: the same one for half of its life, so that a browser finds again what it holds.
 * @param started_at of the try; it changes in whole periods from then on, and holds for one more
 */
export async function signContent(env: Env, token: ContentToken, started_at: string): Promise<string> {
  const started = Math.floor(Date.parse(started_at) / 1000);
  const period = TOKENS.package.lifetime / 2;
  const periods = Math.floor((Date.now() / 1000 - started) / period) + 2;
  return new SignJWT({
    sid: token.session,
    type: token.user_type,
    c: token.company,
    m: token.material,
    p: token.package,
    t: token.try,
    d: token.dispatched,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(token.user))
    .setAudience(AUDIENCE)
    .setExpirationTime(started + periods * period)
    .sign(keyOf(env));
}

/**
 * Reads the token of an address; null for one that is forged or of another purpose.
 * @throws session_ended with one whose time is over
 */
export async function readContentToken(env: Env, token: string): Promise<ContentToken | null> {
  const known = verified.get(token);
  if (known && known.secret === env.JWT_SECRET && known.expires > Date.now()) return known.token;
  try {
    const { payload } = await jwtVerify(token, keyOf(env), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'sid', 'type', 'c', 'm', 'p', 't'],
    });
    const { sub, exp, type, sid, c, m, p, t, d } = payload as unknown as Claims;
    if (!USER_TYPES.includes(type)) return null;
    const read = {
      session: sid,
      user_type: type,
      company: c,
      user: Number(sub),
      material: m,
      package: p,
      try: t,
      dispatched: d === true,
    };
    if (verified.size >= 2000) verified.clear();
    verified.set(token, { secret: env.JWT_SECRET, expires: exp * 1000, token: read });
    return read;
  } catch (error) {
    // Its signature was right.
    if (error instanceof errors.JWTExpired) throw new AppError('session_ended');
    return null;
  }
}

interface Claims extends Record<'sid' | 'c' | 'm' | 'p' | 't' | 'exp', number> {
  sub: string;
  type: UserType;
  d?: boolean;
}

const verified = new Map<string, { secret: string; expires: number; token: ContentToken }>();

const secretOf = (env: Env) => hmac('content of packages', env.JWT_SECRET);

/** A key of its own: no token of one kind is ever one of another, whatever its claims. */
const keyOf = (env: Env) => new TextEncoder().encode(secretOf(env));

/** The most that a host's label may be is 63 signs. */
const LABEL = 24;

/**
 * Where the files of a token are: with a `*` in `CONTENT_URL` each try has a host of its own, which shares storage and
 * messages with no other; else the one host of all.
 */
export function contentOrigin(env: Env, token: ContentToken): string {
  const { company, user, material, package: id, try: number } = token;
  const address = env.CONTENT_URL ?? '';
  if (!address.includes('*')) return address;
  const label = hmac(`host of ${[company, user, material, id, number].join(' ')}`, secretOf(env));
  return address.replace('*', label.slice(0, LABEL));
}

interface Hosts {
  product: string | undefined;
  /** With a leading dot where each try has a host of its own; null: there is none. */
  content: string | null;
}

const hostsOfEnv = new WeakMap<Env, Hosts>();

/** Read once: it is the same object for every request of an isolate, each of which is asked about. */
function hostsOf(env: Env): Hosts {
  let hosts = hostsOfEnv.get(env);
  if (!hosts) {
    const content = env.CONTENT_URL ? (URL.parse(env.CONTENT_URL)?.host ?? null) : null;
    hosts = { product: URL.parse(env.APP_URL)?.host, content: content && content.replace(/^\*(?=\..)/, '') };
    hostsOfEnv.set(env, hosts);
  }
  return hosts;
}

/** Whether a request is for the host of content, which serves packages and nothing of the product. */
export function isOfContent(env: Env, request: Request): boolean {
  const { product, content } = hostsOf(env);
  if (content === null) return false;
  // The runtime's own, in order: taken apart as an address, each request would pay for it.
  const [, , host = ''] = request.url.toLowerCase().split('/', 3);
  if (host === product) return false;
  return content.startsWith('.') ? host.endsWith(content) : host === content;
}

import { jwtVerify, SignJWT } from 'jose';
import type { Env } from '../../../platform/context.ts';
import { hmac } from '../../../platform/secrets/hash.ts';
import { TOKENS } from '../../../platform/secrets/tokens.ts';

/** What the address of a package says: whose try it is at which version, and nothing that opens anything else. */
export interface ContentToken {
  company: number;
  user: number;
  material: number;
  package: number;
  /** 0: somebody looks at it, and nothing is kept. */
  try: number;
  /** It is played in a course that another system shows in a frame of its own. */
  dispatched: boolean;
}

const AUDIENCE = 'package';
const DAY = 86_400;

/**
 * Signs the address of a try: the same one as long as the try lasts, so that a browser finds again what it holds.
 * @param started_at of the try; it holds in whole periods from then on, with a day to spare
 */
export async function signContent(env: Env, token: ContentToken, started_at: string): Promise<string> {
  const started = Math.floor(Date.parse(started_at) / 1000);
  const { lifetime } = TOKENS.package;
  const periods = Math.floor((Date.now() / 1000 + DAY - started) / lifetime) + 1;
  return new SignJWT({
    c: token.company,
    m: token.material,
    p: token.package,
    t: token.try,
    d: token.dispatched,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(token.user))
    .setAudience(AUDIENCE)
    .setExpirationTime(started + periods * lifetime)
    .sign(keyOf(env));
}

/** Reads the token of an address; null for one that is forged, of another purpose or expired. */
export async function readContentToken(env: Env, token: string): Promise<ContentToken | null> {
  const known = verified.get(token);
  if (known && known.secret === env.JWT_SECRET && known.expires > Date.now()) return known.token;
  try {
    const { payload } = await jwtVerify(token, keyOf(env), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'c', 'm', 'p', 't'],
    });
    const { sub, exp, c, m, p, t, d } = payload as { sub: string; exp: number; d?: boolean } & Record<
      'c' | 'm' | 'p' | 't',
      number
    >;
    const read = {
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
  } catch {
    return null;
  }
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

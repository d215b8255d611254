import {
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto';

/**
 * Cost of a password: `rounds` of scrypt, each over the key of the one before. A round takes about 30 ms of a processor,
 * and requests waiting in the same isolate have their turn between two of them.
 */
interface Cost {
  N: number;
  r: number;
  p: number;
  rounds: number;
}

// Measured for the Workers runtime: argon2 does not load there and PBKDF2 is capped.
const COST: Cost = { N: 2 ** 14, r: 8, p: 1, rounds: 5 };
const KEY_BYTES = 32;
/** Between rounds, in milliseconds: enough for a waiting request to go to the database and back. */
const PAUSE_MS = 10;

/** A password's hash as a PHC string: scrypt with a random salt over the peppered password. */
export async function hashPassword(password: string, pepper: string): Promise<string> {
  const salt = randomBytes(16);
  return phcOf(salt, await derive(password, pepper, salt, COST));
}

/** Whether a password fits a hash, and whether the hash should be made anew with today's cost. */
export async function verifyPassword(password: string, hash: string, pepper: string) {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)(?:,t=(\d+))?\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) return { fits: false, outdated: false };
  const [ln, r, p, rounds] = parts.slice(1, 5).map((part) => Number(part ?? 1)) as [
    number,
    number,
    number,
    number,
  ];
  const cost = { N: 2 ** ln, r, p, rounds };
  const expected = Buffer.from(parts[6]!, 'base64');
  const key = await derive(password, pepper, Buffer.from(parts[5]!, 'base64'), cost);
  const fits = key.length === expected.length && timingSafeEqual(key, expected);
  const outdated = Object.entries(COST).some(([name, value]) => cost[name as keyof Cost] !== value);
  return { fits, outdated };
}

/** The hash that an unknown account is judged by, so that it takes as long as a known one. */
export const NOBODYS_HASH = phcOf(Buffer.alloc(16), Buffer.alloc(KEY_BYTES));

function phcOf(salt: Buffer, key: Buffer): string {
  const { N, r, p, rounds } = COST;
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p},t=${rounds}$${base64(salt)}$${base64(key)}`;
}

/** A random token for a link, 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex: how single-use tokens are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** HMAC in hex: how short codes are stored, which a plain hash would give away to whoever tries them all. */
export function hmac(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

async function derive(password: string, pepper: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const { rounds, ...options } = cost;
  let key: Buffer = createHmac('sha256', pepper).update(password.normalize('NFKC')).digest();
  for (let round = 0; round < rounds; round += 1) {
    key = await scryptOf(key, salt, { ...options, maxmem: 64 * 1024 * 1024 });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return key;
}

function scryptOf(secret: Buffer, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

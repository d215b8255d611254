import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// Measured for the Workers runtime: argon2 does not load there and PBKDF2 is capped.
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;

/** A password's hash as a PHC string: scrypt with a random salt over the peppered password. */
export async function hashPassword(password: string, pepper: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, pepper, salt, COST);
  return `$scrypt$ln=${Math.log2(COST.N)},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`;
}

/** Whether a password fits a hash, and whether the hash should be made anew with today's cost. */
export async function verifyPassword(password: string, hash: string, pepper: string) {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) return { fits: false, outdated: false };
  const cost = { N: 2 ** Number(parts[1]), r: Number(parts[2]), p: Number(parts[3]), maxmem: COST.maxmem };
  const expected = Buffer.from(parts[5]!, 'base64');
  const key = await derive(password, pepper, Buffer.from(parts[4]!, 'base64'), cost);
  const fits = key.length === expected.length && timingSafeEqual(key, expected);
  return { fits, outdated: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p };
}

/** The hash that an unknown account is judged by, so that it takes as long as a known one. */
export const NOBODYS_HASH = `$scrypt$ln=14,r=8,p=5$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(KEY_BYTES))}`;

/** A random token for a link, 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex: how single-use tokens are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function derive(password: string, pepper: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const peppered = createHmac('sha256', pepper).update(password.normalize('NFKC')).digest();
  return new Promise((resolve, reject) => {
    scrypt(peppered, salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

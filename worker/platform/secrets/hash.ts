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

/** As much of `Env` as makes a hash. */
export interface HashSettings {
  PASSWORD_PEPPER: string;
  /** Rounds of a new hash in place of five, heard where `APP_URL` is no address of the internet. */
  PASSWORD_ROUNDS?: string | undefined;
  APP_URL?: string | undefined;
}

/** A password's hash as a PHC string: scrypt with a random salt over the peppered password. */
export async function hashPassword(password: string, settings: HashSettings): Promise<string> {
  const salt = randomBytes(16);
  const cost = costOf(settings);
  const key = await derive(password, settings.PASSWORD_PEPPER, salt, cost);
  const { N, r, p, rounds } = cost;
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p},t=${rounds}$${base64(salt)}$${base64(key)}`;
}

/**
 * Whether a password fits a hash, and whether the hash should be made anew with today's cost.
 * @param hash null for an account that is not there: nothing fits, and it takes as long
 */
export async function verifyPassword(password: string, hash: string | null, settings: HashSettings) {
  const today = costOf(settings);
  const kept = hash === null ? { cost: today, salt: Buffer.alloc(16), key: null } : readHash(hash);
  if (!kept) return { fits: false, outdated: false };
  const key = await derive(password, settings.PASSWORD_PEPPER, kept.salt, kept.cost);
  const fits = kept.key?.length === key.length && timingSafeEqual(key, kept.key);
  const outdated = Object.entries(today).some(([name, value]) => kept.cost[name as keyof Cost] !== value);
  return { fits, outdated };
}

function readHash(hash: string): { cost: Cost; salt: Buffer; key: Buffer } | null {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)(?:,t=(\d+))?\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) return null;
  const [ln, r, p, rounds] = parts.slice(1, 5).map((part) => Number(part ?? 1)) as [
    number,
    number,
    number,
    number,
  ];
  const [salt, key] = [Buffer.from(parts[5]!, 'base64'), Buffer.from(parts[6]!, 'base64')];
  return { cost: { N: 2 ** ln, r, p, rounds }, salt, key };
}

function costOf({ PASSWORD_ROUNDS, APP_URL = '' }: HashSettings): Cost {
  const rounds = Number(PASSWORD_ROUNDS);
  // RFC 6761: neither name leads to another machine.
  const isOfNobody = /(^|\.)(localhost|test)$/.test(URL.parse(APP_URL)?.hostname ?? '');
  return isOfNobody && Number.isInteger(rounds) && rounds > 0 ? { ...COST, rounds } : COST;
}

/** A random token for a link, 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex: how single-use tokens are stored. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
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
  return bytes.toString('base64').replace(/(?<!=)=+$/, '');
}

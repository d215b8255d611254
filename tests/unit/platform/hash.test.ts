import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../../worker/platform/secrets/hash.ts';

const PEPPER = 'p'.repeat(44);
const PASSWORD = 'Zorepad-2026';
const at = (APP_URL?: string, PASSWORD_ROUNDS?: string) => ({
  PASSWORD_PEPPER: PEPPER,
  APP_URL,
  PASSWORD_ROUNDS,
});

test.each([
  ['5', at('https://osnova.example')],
  ['5', at()],
  ['5', at('https://osnova.example', '1')],
  ['5', at('https://localhost.osnova.example', '1')],
  ['5', at('https://notlocalhost', '1')],
  ['5', at(undefined, '1')],
  ['5', at('http://localhost:8787')],
  ['5', at('http://localhost:8787', '0')],
  ['5', at('http://localhost:8787', 'few')],
  ['5', at('http://localhost:8787', '1.5')],
  ['1', at('http://localhost:8787', '1')],
  ['1', at('https://osnova.test', '1')],
])('a password is hashed in %s rounds of scrypt at %j', async (rounds, settings) => {
  const hash = await hashPassword(PASSWORD, settings);
  expect(hash).toMatch(new RegExp(String.raw`^\$scrypt\$ln=14,r=8,p=1,t=${rounds}\$`));
});

test('the password alone fits its hash, with the same pepper', async () => {
  const settings = at('https://osnova.test', '1');
  const hash = await hashPassword(PASSWORD, settings);
  const other = { ...settings, PASSWORD_PEPPER: 'q'.repeat(44) };
  expect(await verifyPassword(PASSWORD, hash, settings)).toEqual({ fits: true, outdated: false });
  expect(await verifyPassword('Zorepad-2027', hash, settings)).toMatchObject({ fits: false });
  expect(await verifyPassword(PASSWORD, hash, other)).toMatchObject({ fits: false });
});

test('a hash of fewer rounds is read at a public address, and is to be made anew', async () => {
  const hash = await hashPassword(PASSWORD, at('https://osnova.test', '1'));
  const read = await verifyPassword(PASSWORD, hash, at('https://osnova.example'));
  expect(read).toEqual({ fits: true, outdated: true });
});

/** How many rounds a password is judged by: each is followed by a pause. */
async function roundsOf(hash: string | null, settings: ReturnType<typeof at>): Promise<number> {
  const set = vi.spyOn(globalThis, 'setTimeout');
  try {
    expect(await verifyPassword('Zorepad-2027', hash, settings)).toEqual({ fits: false, outdated: false });
    return set.mock.calls.filter(([, ms]) => ms === 10).length;
  } finally {
    set.mockRestore();
  }
}

test.each([at('https://osnova.example'), at('https://osnova.test', '2')])(
  'an account that is not there costs as many rounds as one that is, at %j',
  async (settings) => {
    const known = await roundsOf(await hashPassword(PASSWORD, settings), settings);
    expect(known).toBe(Number(settings.PASSWORD_ROUNDS ?? 5));
    expect(await roundsOf(null, settings)).toBe(known);
  },
);

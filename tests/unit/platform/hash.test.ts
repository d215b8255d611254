import { expect, test } from 'vitest';
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

test('without an account nothing fits', async () => {
  const settings = at('https://osnova.test', '1');
  expect(await verifyPassword('', null, settings)).toEqual({ fits: false, outdated: false });
});

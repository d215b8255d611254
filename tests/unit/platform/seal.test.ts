import { expect, test } from 'vitest';
import { seal, unseal } from '../../../worker/platform/secrets/seal.ts';

const PEPPER = 'p'.repeat(44);
const sealed = seal('JBSWY3DPEHPK3PXP', PEPPER);

test('what was sealed is read again with the same pepper alone', () => {
  expect(unseal(sealed, PEPPER)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => unseal(sealed, 'q'.repeat(44))).toThrow();
  expect(seal('JBSWY3DPEHPK3PXP', PEPPER)).not.toBe(sealed);
});

test.each(Array.from(Buffer.from(sealed, 'base64url').keys()))('byte %i cannot be changed', (at) => {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[at]! ^= 1;
  expect(() => unseal(bytes.toString('base64url'), PEPPER)).toThrow();
});

import { inject } from 'vitest';
import { hashPassword } from '../../worker/platform/secrets/hash.ts';

/** A password's hash as the product under test makes it. */
export const hashOf = (password: string): Promise<string> =>
  hashPassword(password, {
    PASSWORD_PEPPER: inject('stack').secrets.password_pepper,
    PASSWORD_ROUNDS: '1',
    APP_URL: inject('product').url,
  });

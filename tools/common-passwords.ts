import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_LENGTH } from '../worker/identity/accounts/password/contract.ts';
import { ROOT } from './stack/paths.ts';
import { answerHelp } from './stack/usage.ts';

const USAGE = `node tools/common-passwords.ts

Writes worker/identity/accounts/common-passwords.txt anew, from the installed dictionary and the rules of a password.`;

/** Of the known common passwords those that no other rule of a password refuses anyway, as `commonPasswords` reads them. */
export function listOfCommonPasswords(): string {
  const worthKeeping = dictionary['passwords-common'].filter(
    (password) => [...password].length >= MIN_LENGTH && /\p{L}/u.test(password),
  );
  let last = '';
  return worthKeeping
    .toSorted()
    .map((password) => {
      let shared = 0;
      while (shared < 35 && shared < password.length && password[shared] === last[shared]) shared += 1;
      last = password;
      return `${shared.toString(36)}${password.slice(shared)}\n`;
    })
    .join('');
}

if (import.meta.main) {
  answerHelp(USAGE);
  writeFileSync(join(ROOT, 'worker/identity/accounts/common-passwords.txt'), listOfCommonPasswords());
}

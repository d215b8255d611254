import { generate } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { hashOf } from '../product-hash.ts';
import { productWorld } from '../product-world.ts';

/** Of everybody who was given one. */
export const PASSWORD = 'Zorepad-2026';

let hash: Promise<string> | undefined;

/** Lets somebody sign in with PASSWORD. */
export async function givePassword({ id }: Pick<Person, 'id'>): Promise<void> {
  hash ??= hashOf(PASSWORD);
  await asSystem(productWorld(), [
    'insert into credentials (user_id, password_hash) values ($1, $2)',
    [id, await hash],
  ]);
}

/** As if the password had been entered long ago. */
export const forgetProof = ({ id }: Pick<Person, 'id'>) =>
  asSystem(productWorld(), [
    `update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`,
    [id],
  ]);

/**
 * Pages of this context ask for no news, as they do by themselves two seconds after they stand and each minute: where
 * the session has ended meanwhile, that would be refused in place of what the test does.
 */
export const withoutNews = (context: BrowserContext) =>
  context.route('**/api/v1/notifications/unread/', (route) =>
    route.fulfill({ json: { unread: 0, newest: null } }),
  );

/** Types a password where one is asked for, on a page or in a dialog of it. */
export const typePassword = (scope: Pick<Page, 'getByLabel'>, password = PASSWORD) =>
  scope.getByLabel('Пароль', { exact: true }).fill(password);

/** Signs in on the page of signing in, by hand. */
export async function typeSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(email);
  await typePassword(page, password);
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
}

/** Has an app protect the account, without the screens; codes of the half minute after now, as that of now is used up by it. */
export async function setUpTotp({ client }: Pick<Person, 'client'>) {
  const created = await client.post('/accounts/totp/create/');
  const secret = created.body.secret as string;
  const verified = await client.post('/accounts/totp/verify/', { code: await generate({ secret }) });
  expect(verified.status).toBe(200);
  return {
    recovery: verified.body.recovery_codes as string[],
    nextCode: () => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }),
  };
}

/** A security key that answers by itself. */
export async function plugKeyIn(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: false,
      hasUserVerification: false,
      automaticPresenceSimulation: true,
    },
  });
}

/** The title of the dialog of recovery codes. */
export const CODES = 'Резервні коди';

/** Says that the recovery codes are kept. */
export async function keepCodes(page: Page): Promise<void> {
  const codes = page.getByRole('dialog', { name: CODES, exact: true });
  await codes.getByRole('checkbox', { name: 'Коди вже збережено' }).check();
  await codes.getByRole('button', { name: 'Готово', exact: true }).click();
  await codes.waitFor({ state: 'detached' });
}

import { join } from 'node:path';
import { Failure } from './failure.ts';
import { ROOT } from './paths.ts';

/** The port of the address: PORT, or 8787. */
export function portFrom(value: string | undefined): number {
  const port = Number(value || 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Failure(`PORT is ${value}, which is not a port number.`);
  return port;
}

/** Where an installation's data lives: DATA_DIR, or `.data` in the checkout. */
export const dataPath = (): string => process.env.DATA_DIR || join(ROOT, '.data');

/** What is optional in production is taken from the environment as it would be there: a provider to sign in with, say. */
export const optionalBindings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    ['GOOGLE_SIGN_IN', 'FACEBOOK_SIGN_IN', 'HEALTH_TOKEN', 'SUPPORT_EMAIL'].flatMap((name) => {
      const value = environment[name];
      return value ? [[name, value]] : [];
    }),
  );

/** Whether the arguments ask for a start without demo data. */
export function isEmptyAsked(args: string[]): boolean {
  const unknown = args.find((argument) => argument !== '--empty');
  if (unknown !== undefined) throw new Failure(`There is no option ${unknown}; the only one is --empty.`);
  return args.length > 0;
}

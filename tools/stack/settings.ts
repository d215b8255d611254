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

/** Whether the arguments ask for a start without demo data. */
export function isEmptyAsked(args: string[]): boolean {
  const unknown = args.find((argument) => argument !== '--empty');
  if (unknown !== undefined) throw new Failure(`There is no option ${unknown}; the only one is --empty.`);
  return args.length > 0;
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure } from './failure.ts';

/** Makes sure of a browser for the tests: CHROMIUM, or Debian's package, installed here if we may. */
export function installChromium(): void {
  const path = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (existsSync(path)) return;
  if (process.env.CHROMIUM || process.getuid?.() !== 0) {
    throw new Failure(
      `There is no browser at ${path}: install Debian's package chromium, or set CHROMIUM to a Chromium.`,
    );
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-qq', '-y', '--no-install-recommends', 'chromium'],
  ]) {
    try {
      execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    } catch {
      throw new Failure(
        `Chromium cannot be installed: apt-get ${args[0]} failed; install it by hand, or set CHROMIUM.`,
      );
    }
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure } from './failure.ts';

/** The same browser; the shell has no window and takes a third less of the processor for a screen. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of the tests and tools: CHROMIUM, or one of Debian's packages. */
export function chromiumPath(): string {
  return process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED[0]!;
}

/** Makes sure of that browser, which is installed here if we may. */
export function installChromium(): void {
  const path = chromiumPath();
  if (existsSync(path)) return;
  if (process.env.CHROMIUM || process.getuid?.() !== 0) {
    throw new Failure(
      `There is no browser at ${path}: install Debian's package chromium-headless-shell or chromium, or set CHROMIUM to a Chromium.`,
    );
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-qq', '-y', '--no-install-recommends', 'chromium-headless-shell'],
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

import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { answerHelp } from './usage.ts';

interface Program {
  /** Registers what must be undone before the process ends; the newest goes first. */
  onStop: (stop: () => unknown) => void;
  /** Undoes everything and ends. */
  finish: (exitCode?: number) => void;
}

/**
 * Runs a command of this folder: a Failure ends it with its one sentence and exit code 1, and a signal undoes whatever
 * was started, also in the middle of the start.
 * @param usage what it says with --help; unless told, what the README says of its command
 */
export async function runProgram(main: (program: Program) => Promise<void>, usage?: string): Promise<void> {
  answerHelp(usage);
  const stops: (() => unknown)[] = [];
  const stopAll = async (): Promise<void> => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
      }
    }
  };
  let isEnding = false;
  const running = main({
    onStop: (stop) => stops.push(stop),
    finish: (exitCode = 0) => void setImmediate(() => void end(exitCode)),
  });
  const end = async (exitCode: number): Promise<void> => {
    // npm passes on the signal that the terminal has sent already: the second one means nothing.
    if (isEnding) return;
    isEnding = true;
    await stopAll();
    // A start under way fails soon without its database; what it started meanwhile is undone too.
    await Promise.race([running.catch(() => {}), sleep(PATIENCE, undefined, { ref: false })]);
    await stopAll();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

  try {
    await running;
  } catch (error) {
    if (!isEnding) console.error(error instanceof Failure ? error.message : error);
    await end(1);
  }
}

const PATIENCE = 5_000;

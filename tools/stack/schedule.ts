import { messageOf } from './failure.ts';

const MINUTE = 60_000;

/** Calls `work` at the start of each minute, as the platform's cron trigger does; returns the way to stop. */
export function eachMinute(work: (time: Date) => Promise<void>): () => void {
  let timer: NodeJS.Timeout;
  const next = (): void => {
    const time = new Date(Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE);
    timer = setTimeout(() => {
      next();
      work(time).catch((error: unknown) => console.error(`Scheduled work failed: ${messageOf(error)}`));
    }, time.getTime() - Date.now());
  };
  next();
  return () => clearTimeout(timer);
}

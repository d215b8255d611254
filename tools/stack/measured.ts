import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from './build.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import type { Postgres } from './database/postgres.ts';
import { removeInstallation, startDatabase } from './installation.ts';

/** An empty installation that a command measures: gone at its end, with all that was started on it, the last first. */
export async function openMeasured(
  name: string,
  onStop: (stop: () => unknown) => void,
): Promise<{ folder: DataFolder; postgres: Postgres; stops: (() => unknown)[] }> {
  const folder = await openDataFolder(join(tmpdir(), `osnova-${name}-${process.getuid?.() ?? ''}`));
  onStop(folder.release);
  await removeInstallation(folder);
  const stops: (() => unknown)[] = [];
  onStop(async () => {
    for (const stop of stops.toReversed()) await stop();
    await removeInstallation(folder);
  });
  const [{ postgres }] = await Promise.all([
    startDatabase(folder, { demo: false, onStop: (stop) => stops.push(stop) }),
    buildProduct(),
  ]);
  return { folder, postgres, stops };
}

import { asSystem, type World } from './world.ts';

/**
 * Sets another pause after wrong passwords and codes until what is returned is called; the rule is the whole database's.
 * @param change of the text of its function
 */
async function changePauses(world: World, change: (source: string) => string): Promise<() => Promise<void>> {
  const [row] = await asSystem<{ source: string }>(world, [
    "select pg_get_functiondef('throttle_pause(text, integer)'::regprocedure) as source",
  ]);
  const source = row!.source;
  await asSystem(world, [change(source)]);
  return async () => void (await asSystem(world, [source]));
}

/** Pauses of seconds last longer than any machine takes for what happens meanwhile. */
export const longPauses = (world: World): Promise<() => Promise<void>> =>
  changePauses(world, (source) => source.replaceAll(/interval '\d+ seconds'/g, "interval '59 seconds'"));

/** No pauses at all: what they would hide has to hold by itself. */
export const noPauses = (world: World): Promise<() => Promise<void>> =>
  changePauses(world, (source) => source.replaceAll(/interval '[^']+'/g, 'null::interval'));

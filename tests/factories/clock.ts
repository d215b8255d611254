import { asSystem, type World } from './world.ts';

/** Sets the database's clock back by so many seconds until what is returned is called; it is the whole database's. */
export async function clockBehind(world: World, seconds: number): Promise<() => Promise<void>> {
  const [row] = await asSystem<{ source: string }>(world, [
    "select pg_get_functiondef('app_now()'::regprocedure) as source",
  ]);
  const { source } = row!;
  // Its owner is who connects.
  const replace = async (text: string) => void (await asSystem(world, ['reset role'], [text]));
  await replace(source.replace('clock_timestamp()', `clock_timestamp() - interval '${seconds} seconds'`));
  return () => replace(source);
}

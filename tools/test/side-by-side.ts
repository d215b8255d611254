/**
 * Does all the work, each as soon as there are places for it, in order.
 * @param places how many there are; what asks for more gets them all
 */
export async function sideBySide<Work extends { places: number }>(
  all: readonly Work[],
  places: number,
  run: (work: Work) => Promise<void>,
): Promise<void> {
  const running = new Map<Work, Promise<void>>();
  const isFreeFor = (work: Work): boolean => {
    const taken = [...running.keys()].reduce((sum, each) => sum + each.places, 0);
    return running.size === 0 || taken + work.places <= places;
  };
  for (const work of all) {
    for (let isFree = isFreeFor(work); !isFree; isFree = isFreeFor(work))
      await Promise.race(running.values());
    running.set(
      work,
      run(work).finally(() => running.delete(work)),
    );
  }
  await Promise.all(running.values());
}

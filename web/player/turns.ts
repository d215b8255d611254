import type { ItemState } from './commits.ts';
import type { Ways } from './rules.ts';
import type { Item, Prerequisite } from './run-time.ts';

type State = Readonly<Record<string, ItemState>>;

/** Where one may go in a package whose items are taken in turn, each when what it needs is done. */
export function turns(items: readonly Item[], here: Item, state: State): Ways {
  const open = new Set(items.filter((item) => item === here || isOpen(item, state)).map(({ id }) => id));
  const place = items.indexOf(here);
  const leads = (to: number) => items[to] !== undefined && open.has(items[to].id);
  return { previous: leads(place - 1), next: leads(place + 1), items: open, hidden: [] };
}

const isOpen = ({ needs }: Item, state: State) => !needs || holds(needs, state);

function holds(one: Prerequisite, state: State): boolean {
  if ('not' in one) return !holds(one.not, state);
  if ('of' in one) return one.of.filter((each) => holds(each, state)).length >= one.least;
  return one.is.includes(state[one.item]?.elements['cmi.core.lesson_status'] ?? 'not attempted');
}

import type { Chronology, Item } from '../chronology.ts';

type Thing = Chronology['unplaced'][number];

/** An item while it is edited. */
export type DraftItem = Omit<Item, 'id' | 'own'> & { key: string };

export interface DraftStage {
  key: string;
  id?: number;
  name: string;
  items: DraftItem[];
}

const keyOf = ({ course_id, webinar_id }: Pick<Thing, 'course_id' | 'webinar_id'>) =>
  course_id ? `course-${course_id}` : `webinar-${webinar_id}`;

let serial = 0;
export const newStage = (items: DraftItem[] = []): DraftStage => ({
  key: `new-${(serial += 1)}`,
  name: '',
  items,
});

export const newItem = (thing: Thing): DraftItem => ({
  ...thing,
  key: keyOf(thing),
  required: true,
  access_rule: 'always',
  access_from: null,
  opens: 'none',
  opens_on: null,
  opens_after_days: null,
  due: 'none',
  due_on: null,
  due_after_days: null,
  after_due: 'allow_late',
});

export function draftOf({ stages }: Chronology): DraftStage[] {
  return stages.map(({ id, name, items }) => ({
    key: `stage-${id}`,
    id,
    name,
    items: items.map(({ id: _id, own: _own, ...item }) => ({ ...item, key: keyOf(item) })),
  }));
}

/** A draft for another timeline than it was made from: a stage that is gone there becomes a new one. */
export function rebased(draft: readonly DraftStage[], { stages }: Chronology): DraftStage[] {
  const there = new Set(stages.map(({ id }) => id));
  return draft.map(({ id, ...stage }) => (id && there.has(id) ? { ...stage, id } : stage));
}

/** Everything that the program holds, placed or not. */
export function thingsOf({ stages, unplaced }: Chronology): DraftItem[] {
  const placed = stages.flatMap(({ items }) => items);
  return [...placed, ...unplaced].map(
    ({ course_id, webinar_id, name, theme_color, starts_at, canceled, has_tests }) =>
      newItem({ course_id, webinar_id, name, theme_color, starts_at, canceled, has_tests }),
  );
}

export function unplacedOf(things: readonly DraftItem[], stages: readonly DraftStage[]): DraftItem[] {
  const placed = new Set(stages.flatMap(({ items }) => items.map(({ key }) => key)));
  return things.filter(({ key }) => !placed.has(key));
}

/** One stage for each course in the program's order, each opened by the one before; webinars run where they fall. */
export function inOrder(things: readonly DraftItem[]): DraftStage[] {
  return things.map((thing, index) =>
    newStage([{ ...thing, access_rule: index === 0 || !thing.course_id ? 'always' : 'previous_done' }]),
  );
}

/** Where an item stands. */
export interface Place {
  stage: number;
  index: number;
}

export function placeOf(stages: readonly DraftStage[], key: string): Place | null {
  for (const [stage, { items }] of stages.entries()) {
    const index = items.findIndex((item) => item.key === key);
    if (index >= 0) return { stage, index };
  }
  return null;
}

/** Puts an item into a place, taking it from where it stands. */
export function withItemAt(
  stages: readonly DraftStage[],
  item: DraftItem,
  { stage, index }: Place,
): DraftStage[] {
  return withoutItem(stages, item.key).map((one, at) =>
    at === stage ? { ...one, items: one.items.toSpliced(index, 0, item) } : one,
  );
}

export function withoutItem(stages: readonly DraftStage[], key: string): DraftStage[] {
  return stages.map((stage) => ({ ...stage, items: stage.items.filter((item) => item.key !== key) }));
}

const follows = ({ access_rule }: DraftItem): boolean => access_rule.includes('previous');

/**
 * Stages in another order, or one fewer. Before the first there is nothing to wait for: what waits there is open at once,
 * and the stage that was the first waits in its place for what comes before it now.
 */
export function reordered(stages: readonly DraftStage[], next: readonly DraftStage[]): DraftStage[] {
  const [was, now] = [stages[0], next[0]];
  const rule = now?.items.find(follows)?.access_rule;
  if (!rule || !now || now === was) return [...next];
  const opened = (item: DraftItem): DraftItem => (follows(item) ? { ...item, access_rule: 'always' } : item);
  const waiting = (item: DraftItem): DraftItem =>
    item.access_rule === 'always' && item.course_id ? { ...item, access_rule: rule } : item;
  return next.map((stage) =>
    stage === now
      ? { ...stage, items: stage.items.map(opened) }
      : stage === was
        ? { ...stage, items: stage.items.map(waiting) }
        : stage,
  );
}

/** What is sent. */
export function bodyOf(stages: readonly DraftStage[]) {
  return {
    stages: stages.map(({ id, name, items }) => ({
      ...(id !== undefined && { id }),
      name,
      items: items.map(
        ({
          key: _key,
          name: _name,
          theme_color: _color,
          starts_at: _start,
          canceled: _canceled,
          has_tests: _tests,
          ...item
        }) => ({
          ...item,
          access_from: item.access_rule === 'from_date' ? item.access_from : null,
          opens_on: item.opens === 'date' ? item.opens_on : null,
          opens_after_days: item.opens.startsWith('after') ? item.opens_after_days : null,
          due_on: item.due === 'date' ? item.due_on : null,
          due_after_days: item.due.startsWith('after') ? item.due_after_days : null,
        }),
      ),
    })),
  };
}

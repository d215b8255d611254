import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { closeToast, showSuccess } from '../../../../lib/page/toasts.ts';
import { moved } from '../../../../ui/drag/moved.ts';
import {
  type DraftItem,
  type DraftStage,
  newStage,
  type Place,
  placeOf,
  reordered,
  withItemAt,
  withoutItem,
} from './draft.ts';

export type Editor = ReturnType<typeof useEditor>;

/** The moves of the editor: each is said, and the focus stays with what was moved. */
export function useEditor(stages: DraftStage[], onPut: (stages: DraftStage[]) => void) {
  const t = useTranslations('chronology');
  const undo = useTranslations('shell.undo')('undo');
  const offered = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<DraftItem | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [focused, setFocused] = useState<{ key: string } | null>(null);

  // After the menu has given the focus back to a button that stands elsewhere by now.
  useEffect(() => {
    if (!focused) return;
    const timer = setTimeout(
      () => document.querySelector<HTMLElement>(`[data-open="${focused.key}"]`)?.focus(),
      50,
    );
    return () => clearTimeout(timer);
  }, [focused]);

  // What it would take back is another's by then, or the page is gone.
  function withdraw(): void {
    if (offered.current !== null) closeToast(offered.current);
    offered.current = null;
  }
  useEffect(() => withdraw, []);

  function onChange(next: DraftStage[]): void {
    withdraw();
    onPut(next);
  }

  /** A change that the toast can take back as long as nothing else was changed. */
  function offer(next: DraftStage[], text: string): void {
    onChange(next);
    offered.current = showSuccess(text, { label: undo, run: () => onChange(stages) });
  }

  const titleOf = (index: number) => stages[index]!.name || t('stage', { number: index + 1 });

  function place(item: DraftItem, at: Place, among = stages): void {
    const next = withItemAt(among, item, at);
    if (placeOf(among, item.key)) offer(next, t('said.order'));
    else onChange(next);
    const total = next[at.stage]!.items.length;
    setSaid(t('said.item', { name: item.name, stage: at.stage + 1, place: at.index + 1, total }));
    setFocused({ key: item.key });
  }

  return {
    said,
    over,
    stages,
    itemOf: (key: string) => stages.flatMap(({ items }) => items).find((item) => item.key === key),
    placeOf: (key: string) => placeOf(stages, key),
    replace: onChange,
    place,
    /** Puts an item at the end of a stage. */
    append: (item: DraftItem, stage: number) =>
      place(item, { stage, index: stages[stage]!.items.filter(({ key }) => key !== item.key).length }),
    /** Puts an item into a stage of its own, after the one given. */
    separate(item: DraftItem, after: number): void {
      place(item, { stage: after + 1, index: 0 }, stages.toSpliced(after + 1, 0, newStage()));
    },
    change(key: string, changes: Partial<DraftItem>): void {
      onChange(
        stages.map((stage) => ({
          ...stage,
          items: stage.items.map((item) => (item.key === key ? { ...item, ...changes } : item)),
        })),
      );
    },
    remove(item: DraftItem): void {
      const text = t('said.item_removed', { name: item.name });
      offer(withoutItem(stages, item.key), text);
      setSaid(text);
    },
    addStage(): void {
      onChange([...stages, newStage()]);
      setSaid(t('said.stage_added', { place: stages.length + 1 }));
    },
    renameStage: (index: number, name: string) => onChange(stages.with(index, { ...stages[index]!, name })),
    moveStage(from: number, to: number): void {
      offer(reordered(stages, moved(stages, from, to)), t('said.order'));
      setSaid(t('said.stage', { name: titleOf(from), place: to + 1, total: stages.length }));
    },
    removeStage(index: number): void {
      const text = t('said.stage_removed', { name: titleOf(index) });
      offer(reordered(stages, stages.toSpliced(index, 1)), text);
      setSaid(text);
    },
    drag: (item: DraftItem) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', item.name);
        setDragged(item);
      },
      onDragEnd() {
        setDragged(null);
        setOver(null);
      },
    }),
    /** A stage takes what is dropped: before the item under the pointer, else at its end. */
    drop: (stage: number) => ({
      onDragOver(event: DragEvent) {
        if (!dragged) return;
        event.preventDefault();
        setOver(stage);
      },
      onDrop(event: DragEvent) {
        if (!dragged) return;
        event.preventDefault();
        const { items } = stages[stage]!;
        const rest = items.filter(({ key }) => key !== dragged.key);
        const under = (event.target as Element).closest<HTMLElement>('[data-item]')?.dataset['item'];
        const index = rest.findIndex(({ key }) => key === under);
        if (under !== dragged.key) place(dragged, { stage, index: index < 0 ? rest.length : index });
        setDragged(null);
        setOver(null);
      },
    }),
    isDragged: (item: DraftItem) => dragged?.key === item.key,
  };
}

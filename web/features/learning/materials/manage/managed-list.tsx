import { updateMaterialsSequence } from '#contract/learning/materials';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { moved } from '../../../../ui/drag/moved.ts';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { MANY, ManagedFilter, useManagedFilter } from './managed-filter.tsx';
import { ManagedRow } from './managed-row.tsx';
import { ManagedQuestion } from './managed-question.tsx';
import classes from './manage-screen.module.css';
import { useRowDrag } from '../../../../ui/drag/use-row-drag.ts';
import type { ManagedMaterial, Asked } from '../material.ts';

/** The order is changed by dragging, or by the arrows of a row; each change is saved at once and announced. */
export function ManagedList({
  course_id,
  materials,
}: {
  course_id: number;
  materials: readonly ManagedMaterial[];
}) {
  const t = useTranslations('materials.manage');
  const common = useTranslations('common.list');
  const undo = useTranslations('shell.undo')('undo');
  const errorText = useErrorText();
  const [order, setOrder] = useState(materials);
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<{ id: number; step: 1 | -1 } | null>(null);
  const filter = useManagedFilter(order);
  useEffect(() => setOrder(materials), [materials]);

  async function move(from: number, to: number): Promise<void> {
    if (to < 0 || to >= order.length || from === to) return;
    const before = order;
    const next = moved(order, from, to);
    setSaid(t('moved', { name: next[to]?.name ?? '', place: to + 1, total: next.length }));
    if (await save(next)) showSuccess(t('reordered'), { label: undo, run: () => void save(before) });
  }

  async function save(next: readonly ManagedMaterial[]): Promise<boolean> {
    setOrder(next);
    try {
      await call(updateMaterialsSequence, {
        params: { id: course_id },
        body: { material_ids: next.map(({ id }) => id) },
      });
      return true;
    } catch (error) {
      setOrder(materials);
      showWarning(errorText(errorOf(error)));
      return false;
    }
  }

  // A row that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (!focused.current) return;
    const { id, step } = focused.current;
    focused.current = null;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-id="${id}"] [data-move] button`);
    buttons?.[step < 0 ? 0 : 1]?.focus();
  }, [order]);

  const drag = useRowDrag(list, (from, to) => void move(from, to));
  const latest = useRef({ order, move });
  useEffect(() => {
    latest.current = { order, move };
  });
  const onStep = useCallback((id: number, step: 1 | -1) => {
    const from = latest.current.order.findIndex((one) => one.id === id);
    focused.current = { id, step };
    void latest.current.move(from, from + step);
  }, []);
  const onAsk = useCallback((next: Asked) => setAsked(next), []);

  const places = new Map(order.map(({ id }, index) => [id, index]));
  return (
    <>
      {materials.length > MANY && <ManagedFilter filter={filter} />}
      {filter.shown.length === 0 ? (
        <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
      ) : (
        <ol
          ref={list}
          className={`${classes.list} stack plain gap-4`}
          data-dragging={drag.from !== null || undefined}
        >
          {filter.shown.map((material) => {
            const place = places.get(material.id)!;
            return (
              <ManagedRow
                key={material.id}
                course_id={course_id}
                material={material}
                first={place === 0}
                last={place === order.length - 1}
                fixed={filter.active}
                dragged={drag.from === place}
                drop={drag.dropAt(place)}
                onStep={onStep}
                onGrip={drag.onGrip}
                onAsk={onAsk}
              />
            );
          })}
        </ol>
      )}
      {asked && <ManagedQuestion course_id={course_id} asked={asked} onClose={() => setAsked(null)} />}
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </>
  );
}

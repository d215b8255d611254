import type { getCourse } from '#contract/courses';
import { updateMaterialsSequence } from '#contract/materials';
import type { ResponseOf } from '#contract/platform';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { errorOf, useErrorText } from '../../lib/errors.ts';
import { showWarning } from '../../lib/toasts.ts';
import { moved } from '../../ui/moved.ts';
import { ManagedRow } from './managed-row.tsx';
import classes from './manage-screen.module.css';

export type ManagedMaterial = ResponseOf<typeof getCourse>['education_materials'][number];

/** The order is changed by dragging, or by the arrows of a row; each change is saved at once and announced. */
export function ManagedList({
  course_id,
  materials,
}: {
  course_id: number;
  materials: readonly ManagedMaterial[];
}) {
  const t = useTranslations('materials.manage');
  const errorText = useErrorText();
  const [shown, setShown] = useState(materials);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => setShown(materials), [materials]);

  async function save(order: readonly ManagedMaterial[], place: number): Promise<void> {
    setShown(order);
    setSaid(t('moved', { name: order[place]?.name ?? '', place: place + 1, total: order.length }));
    try {
      await call(updateMaterialsSequence, {
        params: { id: course_id },
        body: { material_ids: order.map(({ id }) => id) },
      });
    } catch (error) {
      setShown(materials);
      showWarning(errorText(errorOf(error)));
    }
  }

  function move(from: number, to: number): void {
    if (to >= 0 && to < shown.length && from !== to) void save(moved(shown, from, to), to);
  }

  /** While something is dragged over a row the list shows where it would land. */
  function drag(over: number): void {
    if (dragged === null || dragged === over) return;
    setShown(moved(shown, dragged, over));
    setDragged(over);
  }

  function drop(): void {
    const place = dragged;
    setDragged(null);
    if (place !== null && shown.some(({ id }, index) => materials[index]?.id !== id)) void save(shown, place);
  }

  return (
    <>
      <ol className={classes.list}>
        {shown.map((material, index) => (
          <ManagedRow
            key={material.id}
            course_id={course_id}
            material={material}
            first={index === 0}
            last={index === shown.length - 1}
            dragged={dragged === index}
            onMove={(step) => move(index, index + step)}
            onDragStart={() => setDragged(index)}
            onDragOver={() => drag(index)}
            onDragEnd={drop}
          />
        ))}
      </ol>
      <p className={classes.said} aria-live="polite">
        {said}
      </p>
    </>
  );
}

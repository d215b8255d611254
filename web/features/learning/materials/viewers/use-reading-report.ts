import { reportProgress } from '#contract/learning/materials';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { safely } from '../../../../lib/api/safely.ts';
import { PLAYED } from '../../../../lib/session/stored.ts';
import type { Material } from '../material.ts';

/** Leafing on tells nothing until the reader stays. */
const STAY_MS = 1500;
/** What could not be told is told again after this. */
const AGAIN_MS = 10_000;

const keyOf = (id: number) => `${PLAYED}page.${id}`;

/** Where a student left off, also where that could not be told yet; others begin at the beginning. */
export const pageToBeginAt = (
  { id, resume_at }: Pick<Material, 'id' | 'resume_at'>,
  student: boolean,
): number => (student ? Number(safely(() => localStorage.getItem(keyOf(id)))) || Math.round(resume_at) : 1);

/**
 * Remembers the page on which a student is, so that they go on there. What could not be told waits, also over a reload.
 */
export function useReadingReport(material: Material, student: boolean) {
  const { id, course_id, resume_at } = material;
  const told = useRef(resume_at);
  const page = useRef(resume_at);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function tell(leaving: boolean): void {
    clearTimeout(timer.current);
    if (!student || page.current === told.current) return;
    told.current = page.current;
    const params = { id: course_id, materialId: id };
    const at = page.current;
    const body = { resume_at: at };
    call(reportProgress, { params, body, quiet: true, keepalive: leaving }).then(
      () => safely(() => localStorage.removeItem(keyOf(id))),
      () => {
        told.current = -1;
        safely(() => localStorage.setItem(keyOf(id), String(at)));
        if (!leaving) timer.current = setTimeout(() => tell(false), AGAIN_MS);
      },
    );
  }

  const leave = useEffectEvent(() => tell(true));
  const begin = useEffectEvent(() => {
    page.current = pageToBeginAt(material, student);
    timer.current = setTimeout(() => tell(false), STAY_MS);
  });
  useEffect(() => {
    begin();
    const hidden = () => document.visibilityState === 'hidden' && leave();
    const left = () => leave();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', left);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', left);
      leave();
    };
  }, []);

  return (at: number): void => {
    page.current = at;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(false), STAY_MS);
  };
}

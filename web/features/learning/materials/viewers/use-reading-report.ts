import { reportProgress } from '#contract/learning/materials';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../../../lib/api/api.ts';
import type { Material } from '../material.ts';

/** Leafing on tells nothing until the reader stays. */
const STAY_MS = 1500;

/** Remembers the page on which a student is, so that they go on there. */
export function useReadingReport({ id, course_id, resume_at }: Material, student: boolean) {
  const told = useRef(resume_at);
  const page = useRef(resume_at);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function tell(leaving: boolean): void {
    clearTimeout(timer.current);
    if (!student || page.current === told.current) return;
    told.current = page.current;
    const params = { id: course_id, materialId: id };
    const body = { resume_at: page.current };
    call(reportProgress, { params, body, quiet: true, keepalive: leaving }).catch(() => {
      told.current = -1;
    });
  }

  const leave = useEffectEvent(() => tell(true));
  useEffect(() => {
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

import { reportProgress } from '#contract/learning/materials';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../../../lib/api/api.ts';
import { queryClient } from '../../../../../lib/api/use-data.ts';
import { PlayedStretches, type Stretch } from './played-stretches.ts';
import { safely } from '../../../../../lib/api/safely.ts';
import { PLAYED } from '../../../../../lib/session/stored.ts';
import type { Material } from '../../material.ts';

/** How often it is told while it plays. */
const REPORT_MS = 10_000;

/**
 * Tells the server what of a video or audio a student played and where they stand. What could not be told waits, also
 * over a reload, and goes with the next report.
 */
export function usePlayedReport(material: Material, file_id: number, student: boolean) {
  const { id, course_id } = material;
  const kept = `${PLAYED}${file_id}`;
  const [played] = useState(() => {
    const stretches = new PlayedStretches();
    if (student) stretches.putBack(storedStretches(kept));
    return stretches;
  });
  const [share, setShare] = useState(material.watched_share);
  const place = useRef(material.resume_at);
  const told = useRef(material.resume_at);
  const done = useRef(material.done);

  async function report(leaving: boolean): Promise<void> {
    if (!student) return;
    const watched = played.take();
    if (watched.length === 0 && place.current === told.current) return;
    told.current = place.current;
    try {
      const answer = await call(reportProgress, {
        params: { id: course_id, materialId: id },
        body: { file_id, resume_at: place.current, ...(watched.length > 0 && { watched }) },
        quiet: true,
        keepalive: leaving,
      });
      localStorage.removeItem(kept);
      setShare(answer.watched_share);
      if (answer.done && !done.current) {
        done.current = true;
        void queryClient.invalidateQueries();
      }
    } catch {
      played.putBack(watched);
      told.current = -1;
      safely(() => localStorage.setItem(kept, JSON.stringify(watched)));
    }
  }

  const tell = useEffectEvent((leaving: boolean) => void report(leaving));
  useEffect(() => {
    const timer = setInterval(() => tell(false), REPORT_MS);
    const hidden = () => document.visibilityState === 'hidden' && tell(true);
    const leave = () => tell(true);
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', leave);
      tell(true);
    };
  }, []);

  return {
    share,
    /** The player plays, and stands there. */
    plays: (time: number): void => {
      played.play(time);
      place.current = time;
    },
    /** It was paused, or moved to another place. */
    stops: (time: number): void => {
      played.stop();
      place.current = time;
    },
    report: () => void report(false),
  };
}

function storedStretches(key: string): Stretch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Stretch[]) : [];
  } catch {
    return [];
  }
}

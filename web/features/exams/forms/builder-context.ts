import { createContext, use } from 'react';
import type { DraftStore } from './draft-store.ts';

interface Builder {
  store: DraftStore;
  /** The form, and the zone of its company, in which its instants are written. */
  about: { course_id: number; form_id: number; time_zone: string };
  /** Publishing was tried: every field says what it lacks. */
  sent: boolean;
  /** Opens a question and goes to it. */
  point: (key: string) => void;
}

export const BuilderContext = createContext<Builder | null>(null);

/** The draft that is being edited around here. */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('no draft is edited here');
  return builder;
}

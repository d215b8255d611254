import { createContext, use } from 'react';
import type { DraftState, DraftStore } from './draft-store.ts';
import type { Content } from './draft.ts';

interface Builder {
  store: DraftStore;
  /** The form, and the zone of its company, in which its instants are written. */
  about: { course_id: number; form_id: number; form_type: number; time_zone: string };
  /** Publishing was tried: every field says what it lacks. */
  sent: boolean;
  /** Opens a question and goes to it. */
  point: (key: string) => void;
}

export const BuilderContext = createContext<Builder | null>(null);

/** What holds the question that is edited: a draft, or a question of the bank alone. */
export interface QuestionStore extends Pick<DraftStore, 'ids' | 'subscribe' | 'setFiles' | 'flush'> {
  readonly state: () => Pick<DraftState, 'questions' | 'files'>;
  change: (name: string, next: Pick<Content, 'questions'>) => void;
}

type QuestionBuilder = Pick<Builder, 'sent'> & { store: QuestionStore };
export const QuestionContext = createContext<QuestionBuilder | null>(null);

/** The question that is edited around here. */
export function useQuestionStore(): QuestionBuilder {
  const builder = use(BuilderContext);
  const found = use(QuestionContext) ?? builder;
  if (!found) throw new Error('no question is edited here');
  return found;
}

/** The draft that is being edited around here. */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('no draft is edited here');
  return builder;
}

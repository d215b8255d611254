import { useCallback } from 'react';
import { useQuestionStore } from '../builder-context.ts';

/** Answers the id of a question, which a new one gets when it is saved. */
export function useQuestionId(key: string): () => Promise<number> {
  const { store } = useQuestionStore();
  return useCallback(async () => {
    if (!store.ids.has(key)) await store.flush();
    const id = store.ids.get(key);
    if (id === undefined) throw new Error('the question is not saved');
    return id;
  }, [store, key]);
}

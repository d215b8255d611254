import { listHistory, restoreEntry } from '#contract/insight/history';
import { call } from './api.ts';
import { currentProfile, refreshProfile } from '../session/session.ts';
import { queryClient } from './use-data.ts';

/** The entry that the person's own write has just made; undefined: there is none among the latest. */
export async function entryOf({ object_model, object_id, name }: Removed): Promise<number | undefined> {
  const author = String(currentProfile()!.id);
  const { results } = await call(listHistory, { query: { author } });
  return results.find(
    (entry) =>
      (entry.object_model === object_model && entry.object_id === object_id) ||
      // What ties two things together stands with either of them.
      (entry.part?.kind === object_model && entry.part.label === name),
  )?.id;
}

/** Makes everything as it was before an entry. Throws `ApiError`. */
export async function restore(id: number): Promise<void> {
  await call(restoreEntry, { params: { id } });
  // A GET, so nobody else knows that it writes.
  void queryClient.invalidateQueries();
  await refreshProfile();
}

export interface Removed {
  object_model: 'group' | 'program' | 'course' | 'material' | 'webinar';
  object_id: number;
  name: string;
}

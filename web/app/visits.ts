import { dropRecent, noteRecent, type RecentKind } from '../lib/page/recent.ts';
import { loginKey, type Profile } from '../lib/session/session.ts';
import { queryClient } from '../lib/api/use-data.ts';

/** Whose page each reading is; by its path, since a declaration would bring its whole contract along. */
const READINGS: Record<string, RecentKind> = {
  '/api/v1/accounts/user/:id': 'users',
  '/api/v1/course/course/:id': 'courses',
  '/api/v1/study_group/study_group/:id': 'groups',
  '/api/v1/educational_program/educational_program/:id': 'programs',
  '/api/v1/webinar/webinar/:id': 'webinars',
};
const SECTIONS: Record<RecentKind, string> = {
  users: 'user',
  courses: 'course',
  groups: 'group',
  programs: 'program',
  webinars: 'webinar',
};

/** Notes whose page is or gets open, once its name has been read; the returned function ends it. */
export function noteVisits(profile: Profile): () => void {
  const login = loginKey(profile);
  const cache = queryClient.getQueryCache();
  type Reading = ReturnType<typeof cache.getAll>[number];

  function note({ queryKey, state }: Reading): void {
    const [path, params] = queryKey as [string, { id?: number } | undefined];
    const kind = READINGS[path];
    const id = params?.id;
    if (!kind || id === undefined) return;
    const [, section, shownId] = location.pathname.split('/');
    if (section !== SECTIONS[kind] || shownId !== String(id)) return;
    const data = state.data as { name?: string; first_name?: string; last_name?: string } | undefined;
    if (state.status === 'error') dropRecent(login, { kind, id });
    else if (data) noteRecent(login, { kind, id, name: data.name ?? `${data.last_name} ${data.first_name}` });
  }

  for (const reading of cache.getAll()) note(reading);
  return cache.subscribe(({ type, query }) => {
    if (type === 'updated' || type === 'observerAdded') note(query);
  });
}

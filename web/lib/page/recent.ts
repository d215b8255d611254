import { safely } from '../api/safely.ts';
import { RECENT } from '../session/stored.ts';

export const RECENT_KINDS = ['users', 'courses', 'groups', 'programs', 'webinars'] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

/** Something whose page was open. */
export interface Recent {
  kind: RecentKind;
  id: number;
  name: string;
}

const MOST = 8;

/** What a login (`loginKey`) had open in this browser, the latest first. */
export function recentOf(login: string): Recent[] {
  try {
    return (JSON.parse(localStorage.getItem(RECENT + login) ?? '[]') as Recent[]).filter(({ kind }) =>
      RECENT_KINDS.includes(kind),
    );
  } catch {
    return [];
  }
}

export function noteRecent(login: string, opened: Recent): void {
  keep(login, [opened, ...others(login, opened)].slice(0, MOST));
}

/** It is there no more, or out of reach. */
export function dropRecent(login: string, gone: Pick<Recent, 'kind' | 'id'>): void {
  keep(login, others(login, gone));
}

const others = (login: string, { kind, id }: Pick<Recent, 'kind' | 'id'>) =>
  recentOf(login).filter((one) => one.kind !== kind || one.id !== id);

function keep(login: string, list: Recent[]): void {
  safely(() => localStorage.setItem(RECENT + login, JSON.stringify(list)));
}

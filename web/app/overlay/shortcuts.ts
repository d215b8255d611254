import type { Capability } from '#contract/access';
import type { Profile } from '../../lib/session/session.ts';
import { entriesOf, type NavigationEntry } from '../shell/navigation-entries.ts';

/** After G: the letter of each entry of the drawer that has one. */
export const GO_LETTERS = {
  t: 'today',
  d: 'dashboard',
  p: 'programs',
  c: 'courses',
  w: 'webinars',
  l: 'library',
  u: 'users',
  g: 'groups',
  m: 'profile',
} as const satisfies Record<string, NavigationEntry['key']>;

/** Lists in which N makes a new thing. */
const CREATE: Record<string, readonly [path: string, capability: Capability]> = {
  '/course': ['/course/create', 'createCourse'],
  '/program': ['/program/create', 'editProgram'],
  '/group': ['/group/create', 'editGroup'],
  '/user': ['/user/create', 'createUser'],
  '/webinar': ['/webinar/create', 'editWebinar'],
};

/** The entries a letter leads the person to. */
export function goTargets(profile: Profile): { letter: string; key: NavigationEntry['key']; path: string }[] {
  const entries = entriesOf(profile);
  return Object.entries(GO_LETTERS).flatMap(([letter, key]) => {
    const entry = entries.find((one) => one.key === key);
    return entry ? [{ letter, key, path: entry.path(profile) }] : [];
  });
}

/** Where a new thing of the list is made, or null. */
export function createPath(pathname: string, profile: Profile): string | null {
  const [path, capability] = CREATE[pathname] ?? [];
  return path && capability && profile.permissions.includes(capability) ? path : null;
}

/** Whether the person may create in any list. */
export const createsAnywhere = (profile: Profile): boolean =>
  Object.values(CREATE).some(([, capability]) => profile.permissions.includes(capability));

import { redirect } from 'react-router';
import { stepsShown } from '../features/identity/companies/steps-shown.ts';
import { isSignedIn, loadProfile, type Profile } from '../lib/session/session.ts';

/**
 * Where a person begins: staff with what waits for them today, a student with their own courses; who has a company to set
 * up, or an invitation to answer, where that stands.
 */
export function homeOf(profile: Pick<Profile, 'permissions' | 'invitations'>, hasSteps: boolean): string {
  return profile.permissions.includes('viewToday') && !hasSteps && profile.invitations === 0
    ? '/today'
    : '/profile';
}

/** Leads on from `/`, where signing in ends without an address to come back to. */
export async function goHome(): Promise<never> {
  if (!isSignedIn()) throw redirect('/login');
  // What is wrong with the session is said by the screen itself.
  const profile = await loadProfile().catch(() => null);
  throw redirect(profile ? homeOf(profile, stepsShown(profile, profile.first_steps) === 'list') : '/profile');
}

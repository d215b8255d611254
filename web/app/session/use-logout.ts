import { useNavigate } from 'react-router';
import { endOwnSession, loginKey, useMaybeProfile } from '../../lib/session/session.ts';
import { sendWaiting } from './waiting.ts';

/** Ends the session here and on the server, and goes to the sign-in screen. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const profile = useMaybeProfile();
  return async () => {
    if (profile) await sendWaiting(loginKey(profile)).catch(() => {});
    await endOwnSession();
    await navigate('/login');
  };
}

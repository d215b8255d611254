import { useNavigate } from 'react-router';
import { endOwnSession } from '../../lib/session/session.ts';

/** Ends the session here and on the server, and goes to the sign-in screen. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await endOwnSession();
    await navigate('/login');
  };
}

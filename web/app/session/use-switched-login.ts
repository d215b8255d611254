import { useLocation, useNavigate } from 'react-router';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { readProfile, startSession } from '../../lib/session/session.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import { sectionAfterSwitch } from '../shell/navigation-entries.ts';

/** After another company or role was chosen: takes the new token and stays in the section. */
export function useSwitchedLogin(): (access: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const errorText = useErrorText();
  return async (access) => {
    startSession(access);
    try {
      const profile = await readProfile();
      await navigate(sectionAfterSwitch(pathname, profile));
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    }
  };
}

import { useTranslations } from 'use-intl';
import { showSuccess } from '../../lib/page/toasts.ts';
import { useLogout } from './use-logout.ts';
import { useSwitchedLogin } from './use-switched-login.ts';

/** After a company was left: goes on in another one, or signs out where there is none. */
export function useLeftCompany(): (access: string | null, company: string) => Promise<void> {
  const t = useTranslations('profile.leave');
  const switched = useSwitchedLogin();
  const logout = useLogout();
  return async (access, company) => {
    showSuccess(t('done', { company }));
    await (access === null ? logout() : switched(access));
  };
}

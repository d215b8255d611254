import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMailOpened,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { modKey } from '../../lib/page/keys.ts';
import { useProfile } from '../../lib/session/session.ts';
import { Logo, Mark } from '../../ui/brand/logo.tsx';
import { isShort, Licences } from '../parts/licences.tsx';
import { CompanyMenu } from './company/company-menu.tsx';
import { LoginSwitch } from './company/login-switch.tsx';
import classes from './navigation-drawer.module.css';
import { drawnEntriesOf } from './navigation-entries.ts';
import { showOverlay } from '../overlay/overlay.ts';
import { SchemeSwitch } from './preferences.tsx';
import { useLogout } from '../session/use-logout.ts';

interface Props {
  /** Over the page, on a phone. */
  opened: boolean;
  onClose: () => void;
  /** Icons only, on a desktop. */
  narrow: boolean;
  onToggleNarrow: () => void;
  /** At its top, on a desktop: a phone has it in the bar. */
  bell: ReactNode;
}

export function NavigationDrawer({ opened, onClose, narrow, onToggleNarrow, bell }: Props) {
  const t = useTranslations('shell');
  const profile = useProfile();
  const drawer = useRef<HTMLElement>(null);
  useWhileOpened(opened, drawer, onClose);

  // In a low window the entries scroll; the one whose screen is shown stays in sight. The page stays where it is.
  const entries = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // With the frame that shows it: before, the page would be laid out once more for it.
    const frame = requestAnimationFrame(() => {
      const list = entries.current;
      const shown = list?.querySelector('[aria-current]')?.getBoundingClientRect();
      if (!list || !shown) return;
      const { top, bottom } = list.getBoundingClientRect();
      list.scrollTop += Math.max(0, shown.bottom - bottom) + Math.min(0, shown.top - top);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, opened]);

  return (
    <>
      <div
        className={`${classes.shade} off-paper`}
        data-opened={opened || undefined}
        onClick={onClose}
        aria-hidden
      />
      <aside
        ref={drawer}
        aria-label={t('sidebar')}
        className={`${classes.drawer} off-paper`}
        data-opened={opened || undefined}
        data-narrow={narrow || undefined}
      >
        <div className={classes.head}>
          <Link to="/" className={`${classes.home} finger-high`} onClick={onClose}>
            <span className={classes.wide}>
              <Logo />
            </span>
            <span className={classes.small}>
              <span className="row">
                <Mark />
              </span>
            </span>
          </Link>
          <button
            type="button"
            className={`${classes.close} lit-up finger`}
            aria-label={t('close_menu')}
            onClick={onClose}
          >
            <IconX size={22} aria-hidden />
          </button>
          <span className={`${classes.bell} at-end dim`}>{bell}</span>
          <button
            type="button"
            className={`${classes.fold} lit-up`}
            aria-label={narrow ? t('expand') : t('collapse')}
            aria-expanded={!narrow}
            onClick={onToggleNarrow}
          >
            {narrow ? (
              <IconLayoutSidebarLeftExpand size={20} aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={20} aria-hidden />
            )}
          </button>
        </div>
        <div className={classes.company}>
          <div className={classes.wide}>
            <LoginSwitch />
          </div>
          <CompanyMenu onLeave={onClose} />
        </div>
        {profile.invitations > 0 && (
          <InvitationsEntry count={profile.invitations} narrow={narrow} onOpen={onClose} />
        )}
        <button
          type="button"
          className={`${classes.search} lit-up finger-high`}
          aria-label={narrow ? t('search') : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          title={narrow ? t('search') : undefined}
          onClick={() => {
            onClose();
            showOverlay('palette');
          }}
        >
          <IconSearch size={19} stroke={1.7} aria-hidden />
          <span className={classes.label}>{t('search')}</span>
          <kbd className={`${classes.keys} not-touch`} aria-hidden>
            {modKey(t('control'))} K
          </kbd>
        </button>
        <nav ref={entries} className={classes.entries} aria-label={t('menu')}>
          {drawnEntriesOf(profile).map(({ key, icon: Icon, path, startsGroup }) => (
            <NavLink
              key={key}
              to={path(profile)}
              end={key === 'company'}
              className={`${classes.entry} lit`}
              data-starts-group={startsGroup || undefined}
              onClick={onClose}
              title={narrow ? t(`entries.${key}`) : undefined}
            >
              {key === 'profile' && profile.photo ? (
                <img src={profile.photo} alt="" width={21} height={21} className={classes.face} />
              ) : (
                <Icon size={21} stroke={1.7} aria-hidden />
              )}
              <span className={classes.label}>{t(`entries.${key}`)}</span>
            </NavLink>
          ))}
        </nav>
        <div className={classes.foot}>
          {profile.licences && isShort(profile.licences) && (
            <div className={classes.wide}>
              <Licences {...profile.licences} />
            </div>
          )}
          <div className={classes.preferences}>
            <span className={classes.wide}>
              <SchemeSwitch />
            </span>
            <Logout />
          </div>
        </div>
      </aside>
    </>
  );
}

/** Below the companies of the person: how many more invite them. */
function InvitationsEntry({ count, narrow, onOpen }: { count: number; narrow: boolean; onOpen: () => void }) {
  const t = useTranslations('shell');
  const text = t('invitations', { count });
  return (
    <Link
      to="/profile#invitations"
      className={`${classes.invitations} underlined finger-high`}
      aria-label={narrow ? text : undefined}
      title={narrow ? text : undefined}
      onClick={onOpen}
    >
      <IconMailOpened size={19} stroke={1.7} aria-hidden />
      <span className={classes.label}>{text}</span>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
    </Link>
  );
}

function Logout() {
  const t = useTranslations('shell');
  const logout = useLogout();

  return (
    <button
      type="button"
      className={`${classes.logout} lit-up at-end finger`}
      aria-label={t('logout')}
      title={t('logout')}
      onClick={() => void logout()}
    >
      <IconLogout size={20} stroke={1.7} aria-hidden />
    </button>
  );
}

/** While the drawer lies over the page: Escape closes it, the focus is inside, the page behind rests. */
function useWhileOpened(
  opened: boolean,
  drawer: React.RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const main = document.getElementById('main');
    drawer.current?.querySelector<HTMLElement>('button, a')?.focus();
    main?.setAttribute('inert', '');
    document.body.style.overflow = 'hidden';
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      main?.removeAttribute('inert');
      document.body.style.overflow = '';
      document.removeEventListener('keydown', onKey);
      before?.focus();
    };
  }, [opened, drawer]);
}

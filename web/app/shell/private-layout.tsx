import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation, useNavigationType } from 'react-router';
import { useTranslations } from 'use-intl';
import { RunningBar } from '../../features/exams/attempts/running-bar.tsx';
import { Bell } from '../../features/service/notifications/bell.tsx';
import { online } from '../../lib/page/chunks.ts';
import { dateTimeText } from '../../lib/words/dates.ts';
import { loadMessages } from '../../lib/words/locale.tsx';
import { setPageOpen } from '../../lib/session/ended-session.ts';
import { useKeptPlace } from '../../lib/page/kept-place.ts';
import { PRODUCT_NAME } from '../../lib/words/product.ts';
import { loginKey, type Profile, useBlocked, useMaybeProfile } from '../../lib/session/session.ts';
import { queryClient } from '../../lib/api/use-data.ts';
import { Logo } from '../../ui/brand/logo.tsx';
import '../frame/frame.css';
import { BlockedScreen } from '../blocked-screen.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { showOverlay, useTouched } from '../overlay/overlay.ts';
import { ScreenOutlet } from '../parts/screen-outlet.tsx';
import classes from './private-layout.module.css';
import { SessionEnd } from '../session/session-end.tsx';
import { ReadingCode } from '../../lib/reading/reading-code.ts';
import { safely } from '../../lib/api/safely.ts';
import { later, laterOver } from '../../lib/page/later.tsx';

/** What the page itself shows comes first. */
const NEWS_AFTER_MS = 2000;
const onceShown = () => new Promise((done) => setTimeout(done, NEWS_AFTER_MS)).then(online);
const BellNews = later(() => import('../../features/service/notifications/bell-news.tsx'), {
  after: onceShown,
});

/** Few open it at once. */
const NotificationPanel = later(() => import('../../features/service/notifications/notification-panel.tsx'), {
  words: ['notifications'],
});

const NARROW = 'osnova.narrow_drawer';

const Overlays = laterOver(() => import('../overlay/overlays.tsx'), { after: online });

/** Few companies are ever to be erased. */
const ErasureBanner = laterOver(() => import('./erasure-banner.tsx'), { words: ['privacy'] });

const loadReadingCode = () => import('../parts/reading-code.ts').then((it) => it.loadReadingCode());

/** One and the same, so that it is not drawn again with what stands around it: a screen may have hundreds of rows. */
const SCREEN = (
  <ReadingCode value={loadReadingCode}>
    <ScreenOutlet />
  </ReadingCode>
);

/** Private screens: skip link, drawer (beside on a desktop, over the page on a phone) and the page. */
export default function PrivateLayout() {
  const t = useTranslations('shell');
  const profile = useMaybeProfile();
  const blocked = useBlocked();
  const [opened, setOpened] = useState(false);
  const [narrow, setNarrow] = useState(() => localStorage.getItem(NARROW) === 'true');
  const [telling, setTelling] = useState(false);
  const [unread, setUnread] = useState(0);
  const main = useRef<HTMLElement>(null);
  const touched = useTouched();
  useTextsOfStaff(profile);
  useFocusOnNavigation(main, () => setOpened(false));
  useEffect(() => {
    // Nothing waits for a session behind the blocked screen.
    setPageOpen(!blocked);
    return () => setPageOpen(false);
  }, [blocked]);

  function toggleNarrow(): void {
    safely(() => localStorage.setItem(NARROW, String(!narrow)));
    setNarrow(!narrow);
  }

  const bell = <Bell unread={unread} opened={telling} onOpen={() => setTelling(true)} />;
  if (blocked) return <BlockedScreen profile={profile} />;
  // After a logout the layout is still on screen for a moment.
  if (!profile) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <a
        href="#main"
        className={`${classes.skip} off-paper`}
        onClick={(event) => skipTo(event, main.current)}
      >
        {t('skip')}
      </a>
      <div className={classes.layout} data-narrow={narrow || undefined}>
        <header className={`${classes.bar} sticks off-paper`}>
          <button
            type="button"
            className={`${classes.burger} fixed`}
            aria-label={t('open_menu')}
            aria-expanded={opened}
            onClick={() => setOpened(true)}
          >
            <IconMenu2 size={24} aria-hidden />
          </button>
          <Link to="/" className={`${classes.home} finger-line`}>
            <Logo />
          </Link>
          <button
            type="button"
            className={`${classes.search} at-end fixed`}
            aria-label={t('search')}
            onClick={() => showOverlay('palette')}
          >
            <IconSearch size={22} aria-hidden />
          </button>
          {bell}
        </header>
        <OfflineBanner />
        <NavigationDrawer
          opened={opened}
          onClose={() => setOpened(false)}
          narrow={narrow}
          onToggleNarrow={toggleNarrow}
          bell={bell}
        />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <PrintedLine company={companyOf(profile)} />
          <Fragment key={loginKey(profile)}>
            <RunningBar running={profile.running_attempt} />
            {profile.erase_at && <ErasureBanner profile={profile} />}
            <div className={classes.page}>{SCREEN}</div>
          </Fragment>
        </main>
      </div>
      {touched && <Overlays profile={profile} />}
      <Suspense fallback={null}>
        <BellNews key={loginKey(profile)} onUnread={setUnread} />
      </Suspense>
      <Suspense fallback={null}>
        {telling && <NotificationPanel narrow={narrow} onClose={() => setTelling(false)} />}
      </Suspense>
      <SessionEnd profile={profile} />
    </QueryClientProvider>
  );
}

const companyOf = ({ spaces, current_login_info: { space_pk } }: Profile): string =>
  spaces.find(({ id }) => id === space_pk)?.name ?? '';

/** On paper: whose it is, and when it was printed. */
function PrintedLine({ company }: { company: string }) {
  const t = useTranslations('shell');
  // Words of a date take a phone long to write, for a line that nobody sees before.
  const [at, setAt] = useState<Date>();
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const note = () => flushSync(() => setAt(new Date()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return (
    <p className={`${classes.printed} on-paper`}>
      {company} · {PRODUCT_NAME} · {at && t('printed', { date: dateTimeText(at) })}
    </p>
  );
}

/** What only staff can be refused is no part of what a student waits for. */
function useTextsOfStaff(profile: ReturnType<typeof useMaybeProfile>): void {
  const isStaff = profile !== null && profile.current_login_info.type_user !== 'student';
  useEffect(() => {
    if (isStaff) void onceShown().then(() => loadMessages(['staff_refusals']));
  }, [isStaff]);
}

/** Moves the focus to the new page's heading, or back to the link it was left by, so that a screen reader and the keyboard start there. */
function useFocusOnNavigation(main: React.RefObject<HTMLElement | null>, onChange: () => void): void {
  const { pathname } = useLocation();
  // Come to by signing in it is new as well; a page that was loaded begins as the browser has it.
  const isLoaded = (useNavigationType() as string) === 'POP';
  const shown = useRef(isLoaded ? pathname : null);
  const backInPlace = useKeptPlace(main);
  const stop = useRef(() => {});
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    onChange();
    if (backInPlace()) return;
    stop.current();
    if (focusHeading(main.current)) return;
    main.current?.focus({ preventScroll: true });
    stop.current = headingOf(main.current);
  });
}

function focusHeading(main: HTMLElement | null): boolean {
  const heading = main?.querySelector<HTMLElement>('h1');
  heading?.focus({ preventScroll: true });
  return heading !== null && heading !== undefined;
}

/** Waits for the heading of a screen that is still read, as long as the focus has gone nowhere else. */
function headingOf(main: HTMLElement | null): () => void {
  if (!main) return () => {};
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusHeading(main)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

// The hash belongs to the tabs, so the skip link moves the focus itself.
function skipTo(event: React.MouseEvent, target: HTMLElement | null): void {
  event.preventDefault();
  target?.focus();
}

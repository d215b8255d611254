import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isCovered, isFocusScreen, letterOf } from '../../lib/page/keys.ts';
import { prefetchMessages } from '../../lib/words/locale.tsx';
import { loginKey, type Profile } from '../../lib/session/session.ts';
import { keepTyped, showOverlay, takeEarlyKeys, useOverlay } from './overlay.ts';
import { useKeptFocus } from './kept-focus.ts';
import { PLACE_WORDS } from './place-words.ts';
import { pressKey } from './page-keys.ts';
import { prefetchLinks } from '../prefetch.ts';
import { useWaiting } from '../session/waiting.ts';
import { noteVisits } from '../visits.ts';
import { later } from '../../lib/page/later.tsx';

const palette = () => import('./command-palette.tsx');
const CommandPalette = later(palette, { words: PLACE_WORDS });
const ShortcutList = later(() => import('./shortcut-list.tsx'), { words: ['palette'] });

const InviteDialog = later(() => import('../../features/people/users/form/invite-dialog.tsx'), {
  words: ['users', 'companies'],
});

/** The palette and the list of shortcuts over any private screen, and the keys that open them. */
export default function Overlays({ profile }: { profile: Profile }) {
  const overlay = useOverlay();
  const opener = useRef<HTMLElement | null>(null);
  useKeys(profile);
  useKeptFocus();
  useWaiting(loginKey(profile));
  useEffect(() => noteVisits(profile), [profile]);
  useEffect(() => prefetchLinks(), []);

  useEffect(() => {
    if (overlay) opener.current ??= document.activeElement as HTMLElement | null;
  }, [overlay]);
  useEffect(() => () => showOverlay(null), []);

  function close(focus = true): void {
    showOverlay(null);
    const before = opener.current;
    opener.current = null;
    // The focus is let go of by the dialog first.
    if (focus) setTimeout(() => before?.isConnected && before.focus());
  }

  return (
    <Suspense>
      {overlay === 'palette' && <CommandPalette profile={profile} onClose={close} />}
      {overlay === 'invite' && <InviteDialog onClose={close} />}
      {overlay === 'shortcuts' && <ShortcutList profile={profile} onClose={close} />}
    </Suspense>
  );
}

function useKeys(profile: Profile): void {
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Fetched between the two keys, so that it takes the first letter typed.
    if (event.key === 'Control' || event.key === 'Meta')
      void Promise.all([palette(), prefetchMessages(PLACE_WORDS)]).catch(() => {});
    if (keepTyped(event)) return;
    const held = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (held && letterOf(event) === 'k') openPalette(event);
    else pressKey(event, profile, (path) => void navigate(path));
  });
  useEffect(() => {
    for (const event of takeEarlyKeys()) onKey(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function openPalette(event: KeyboardEvent): void {
  // In a text it makes a link.
  const inText = (event.target as HTMLElement).closest('[contenteditable="true"], [role="textbox"]');
  if (inText || event.defaultPrevented || isFocusScreen() || isCovered()) return;
  event.preventDefault();
  showOverlay('palette');
}

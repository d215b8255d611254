import {
  isCovered,
  isFocusScreen,
  isQuestionMark,
  isSlash,
  isTyping,
  letterOf,
} from '../../lib/page/keys.ts';
import type { Profile } from '../../lib/session/session.ts';
import { singleKeysOn } from '../../lib/page/single-keys.ts';
import { showOverlay } from './overlay.ts';
import { createPath, goTargets } from './shortcuts.ts';

/** How long the letter after G is waited for. */
const SEQUENCE_MS = 1500;

let wentAt = -SEQUENCE_MS;

/** Does what a key stands for on a page. */
export function pressKey(event: KeyboardEvent, profile: Profile, go: (path: string) => void): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !singleKeysOn()) return;
  if (isFocusScreen() || isTyping(event.target) || isCovered()) return;
  if (pressed(event, profile, go)) event.preventDefault();
}

function pressed(event: KeyboardEvent, profile: Profile, go: (path: string) => void): boolean {
  const letter = event.shiftKey ? null : letterOf(event);
  const isSecond = event.timeStamp - wentAt < SEQUENCE_MS;
  wentAt = -SEQUENCE_MS;
  if (isSecond && letter) {
    const target = goTargets(profile).find((one) => one.letter === letter);
    if (target) go(target.path);
    return target !== undefined;
  }
  if (isQuestionMark(event)) {
    showOverlay('shortcuts');
    return true;
  }
  if (isSlash(event)) {
    const search = document.querySelector<HTMLInputElement>('main [role="search"] input');
    search?.focus();
    return search !== null;
  }
  if (letter === 'g') {
    wentAt = event.timeStamp;
    return true;
  }
  const path = letter === 'n' ? createPath(location.pathname, profile) : null;
  if (path) go(path);
  return path !== null;
}

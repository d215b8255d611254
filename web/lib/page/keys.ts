import { useEffectEvent, useLayoutEffect } from 'react';

/** The Latin letter of a key, whichever layout is on: by what it types, or else by where it lies. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
}

/** The question mark, also where its key types a comma. */
export const isQuestionMark = ({ key, code, shiftKey }: KeyboardEvent): boolean =>
  key === '?' || (key === ',' && code === 'Slash' && shiftKey);

/** The slash, also where its key types a full stop. */
export const isSlash = ({ key, code }: KeyboardEvent): boolean =>
  key === '/' || (key === '.' && code === 'Slash');

/** Whether keys that are pressed there write something. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file'].includes(target.type);
  return target.closest('textarea, select, [role="textbox"], [role="listbox"], [role="menu"]') !== null;
}

/** Something lies over the page: a dialog, a menu, the drawer of a phone. */
export const isCovered = (): boolean =>
  document.querySelector(
    'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], main[inert]',
  ) !== null;

/** How many parts of the screen ask for the page; one goes as the next comes. */
let focused = 0;

/** A screen that has the page to itself, such as a running test. */
export const isFocusScreen = (): boolean => focused > 0;

/**
 * Has the page be one while the component stands and asks for it, by an attribute of the root: rules that look for it among
 * what the page holds (`:has`) would have all of the page styled anew whenever something in it comes or goes.
 */
export function useFocusScreen(isAsked = true): void {
  useLayoutEffect(() => {
    if (!isAsked) return;
    const tell = (by: number) => {
      focused += by;
      document.documentElement.toggleAttribute('data-focus-screen', focused > 0);
    };
    tell(1);
    return () => tell(-1);
  }, [isAsked]);
}

/** The key of commands as this machine has it; elsewhere than on a Mac it is called as in the person's language. */
export const modKey = (control: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : control;

/** Hears keys wherever the focus is, from the moment the screen stands: whoever sees it may press one at once. */
export function usePressed(press: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(press);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

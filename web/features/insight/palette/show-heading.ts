/** Milliseconds for which a screen is waited for that holds the heading. */
const PATIENCE_MS = 10_000;

/**
 * Brings a heading of the screen that is being opened into sight, and the focus to it, as soon as it is there: what it
 * stands above has no address of its own.
 */
export function showHeading(words: string): void {
  const observer = new MutationObserver(look);
  const end = setTimeout(() => observer.disconnect(), PATIENCE_MS);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  // Whoever goes on meanwhile is left alone; the key that chose it is still on its way up.
  const EVENTS = ['pointerdown', 'keydown', 'wheel'] as const;
  setTimeout(() => EVENTS.forEach((event) => addEventListener(event, stop, { once: true, passive: true })));
  look();

  function look(): void {
    const heading = [
      ...document.querySelectorAll<HTMLElement>('main :is(h2, h3, label, [id$="-label"])'),
    ].find(
      // A label may say more after its words.
      (one) => one.textContent.trim().startsWith(words) && one.checkVisibility(),
    );
    if (!heading) return;
    stop();
    const field = heading instanceof HTMLLabelElement ? heading.control : null;
    if (!field) heading.tabIndex = -1;
    (field ?? heading).focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'center' });
  }

  function stop(): void {
    clearTimeout(end);
    observer.disconnect();
  }
}

/** Between what lies over the page and what it belongs to, or the window's edge, pixels. */
const SPACE = 8;

export type Side = 'top' | 'bottom';
export type Position = Side | `${Side}-${'start' | 'end'}`;

/**
 * Puts an element that is shown over the page beside another one: on the other side where there is no room, and never
 * beyond the window.
 */
export function placeBeside(
  element: HTMLElement,
  anchor: Pick<Element, 'getBoundingClientRect'>,
  position: Position,
): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const { offsetWidth, offsetHeight } = element;
  const [side, end] = position.split('-');
  const starts = { start: left, end: right - offsetWidth, middle: (left + right - offsetWidth) / 2 };
  const above = top - SPACE - offsetHeight;
  const below = bottom + SPACE;
  const isAbove = side === 'top' ? above >= SPACE : below + offsetHeight > height - SPACE && above >= SPACE;
  const within = (at: number, room: number): number => Math.max(SPACE, Math.min(at, room - SPACE));
  element.style.left = `${within(starts[end as 'start'] ?? starts.middle, width - offsetWidth)}px`;
  element.style.top = `${within(isAbove ? above : below, height - offsetHeight)}px`;
}

/** Keeps it there while the page is scrolled or the window changes. @returns what ends it */
export function keepBeside(element: HTMLElement, anchor: Element, position: Position): () => void {
  const place = () => placeBeside(element, anchor, position);
  place();
  window.addEventListener('scroll', place, { capture: true, passive: true });
  window.addEventListener('resize', place);
  return () => {
    window.removeEventListener('scroll', place, { capture: true });
    window.removeEventListener('resize', place);
  };
}

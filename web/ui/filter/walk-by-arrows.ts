const STOPS = 'input, [role=option], [role=menuitem]';

/** Lets the arrow keys lead through what stands in an element. For `ref`. */
export function walkByArrows(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return undefined;
  const walk = (event: KeyboardEvent) => {
    const stops = [...root.querySelectorAll<HTMLElement>(STOPS)];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      ...(stops[at]?.tagName === 'INPUT' ? {} : { Home: 0, End: stops.length - 1 }),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    stops[to]?.focus();
  };
  root.addEventListener('keydown', walk);
  return () => root.removeEventListener('keydown', walk);
}

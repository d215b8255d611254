const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const;

/** Calls back once, when the page is first touched; the returned function gives up. */
export function onTouch(callback: () => void): () => void {
  const stop = () => {
    for (const event of EVENTS) window.removeEventListener(event, touch);
  };
  const touch = () => {
    stop();
    callback();
  };
  for (const event of EVENTS) window.addEventListener(event, touch, { passive: true });
  return stop;
}

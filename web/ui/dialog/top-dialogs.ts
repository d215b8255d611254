/** The dialogs over all others, in the order they were opened. */
const opened: { close: (() => void) | undefined }[] = [];

// Listens before any dialog below can, so it stands apart from them: Escape belongs to the topmost one alone.
window.addEventListener(
  'keydown',
  (event) => {
    const top = opened.at(-1);
    if (event.key !== 'Escape' || event.isComposing || !top) return;
    event.stopImmediatePropagation();
    top.close?.();
  },
  { capture: true },
);

/** Puts a dialog on top until the returned function is called; without `close`, Escape does nothing. */
export function putOnTop(close: (() => void) | undefined): () => void {
  const entry = { close };
  opened.push(entry);
  return () => void opened.splice(opened.indexOf(entry), 1);
}

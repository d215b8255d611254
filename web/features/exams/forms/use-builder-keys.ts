import type { DraftStore } from './draft-store.ts';
import { usePressed } from '../../../lib/page/keys.ts';

/** Ctrl or ⌘ with Z takes back, with Shift does again, outside of fields, which have that of their own; with S saves. */
export function useBuilderKeys(store: DraftStore): void {
  usePressed((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.code === 'KeyS') {
      event.preventDefault();
      void store.flush();
    } else if (event.code === 'KeyZ' && !isTextField(event.target)) {
      event.preventDefault();
      if (event.shiftKey) store.redo();
      else store.undo();
    }
  });
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role="textbox"], dialog *');
}

/** What somebody has done in what stands in the editor's place. */
export interface Begun extends Kept {
  /** The text that they write in, and what is chosen there by its two ends; null: they are elsewhere. */
  place: { text: HTMLElement; anchor: Spot; head: Spot } | null;
  /** How far the tools are pushed. */
  pushed: number;
}

/** What is not to be seen in the page. */
export interface Kept {
  /** The text before they wrote; null: they did not. */
  before: string | null;
  /** A picture that was pasted or dropped, which has to be asked about. */
  picture: File | null;
  /** Something that was pasted had a picture that stayed behind. */
  hasLost: boolean;
}

/** As the editor's library takes places of the page, and adds which of its own each is. */
interface Spot {
  node: Node;
  offset: number;
  pos?: number;
}

export function begunIn(text: HTMLElement, kept: Kept): Begun {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {};
  const isThere = text.contains(anchorNode ?? null) && text.contains(focusNode ?? null);
  const end = { node: text, offset: text.childNodes.length };
  const anchor = isThere ? { node: anchorNode!, offset: anchorOffset! } : end;
  const head = isThere ? { node: focusNode!, offset: focusOffset! } : end;
  return {
    ...kept,
    place: document.activeElement === text ? { text, anchor, head } : null,
    pushed: text.previousElementSibling?.scrollLeft ?? 0,
  };
}

const HELD = {
  pointerdown: ['pointerup', 'pointercancel'],
  compositionstart: ['compositionend'],
  dragstart: ['dragend'],
};

/** Whoever draws over a text to choose it, drags it or composes a sign goes on only in what they began in: `free` waits for them. */
export function watchHolds(text: HTMLElement): { free: () => Promise<void>; stop: () => void } {
  const held = new Set<string>();
  const over = new AbortController();
  let onFree = () => {};
  for (const [begins, ends] of Object.entries(HELD)) {
    text.addEventListener(begins, () => held.add(begins), { signal: over.signal });
    for (const end of ends)
      // Not at once: whoever composes sign after sign begins the next in the press that ends one.
      window.addEventListener(
        end,
        () => {
          held.delete(begins);
          setTimeout(() => onFree());
        },
        { signal: over.signal },
      );
  }
  return {
    free: () =>
      new Promise((resolve) => {
        onFree = () => held.size === 0 && resolve();
        onFree();
      }),
    stop: () => over.abort(),
  };
}

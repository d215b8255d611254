import { Suspense as Waits } from 'preact/compat';
import { lazy, type LazyExoticComponent, Suspense } from 'react';
import type { Slice } from '../../i18n/messages.ts';
import { loadMessages } from '../words/locale.tsx';
import { loadChunk } from './chunks.ts';

/** Whatever takes some properties and can be drawn. */
type Part = Parameters<typeof lazy>[0] extends () => Promise<{ default: infer P }> ? P : never;
type Load<P extends Part> = () => Promise<P | { default: P }>;

interface Options {
  /** The texts that only it shows. */
  words?: readonly Slice[];
  /** What is waited for before it is asked for at all. */
  after?: () => Promise<unknown>;
}

/**
 * A part that is loaded when it is first drawn. A `Suspense` around it says what stands in its place meanwhile.
 * @param load imports its module, which exports it as its default; or picks it from a module of several
 */
export function later<P extends Part>(
  load: Load<P>,
  { words = [], after }: Options = {},
): LazyExoticComponent<P> {
  return lazy(async () => {
    await after?.();
    const [found] = await Promise.all([loadChunk(load), words.length > 0 && loadMessages(words)]);
    return 'default' in found ? found : { default: found };
  });
}

/** A part in whose place nothing stands until it has come: a dialog, or what a menu offers besides. */
export function laterOver<P extends Part>(load: Load<P>, options?: Options): P {
  const Found: Part = later(load, options);
  const Over: Part = (props: object) => (
    <Suspense fallback={null}>
      <Found {...props} />
    </Suspense>
  );
  return Over as P;
}

/**
 * Waits as a whole for what is loaded or read in it outside of every `Suspense`: nothing of it is shown before, and so nothing
 * moves. Not the one of `react` (web/lib/react.ts), which lets everything else of it stand.
 */
export const Whole = Waits as unknown as typeof Suspense;

import type { ErrorCode, ErrorParams } from '#contract/errors';
import { createTranslator } from 'use-intl';
import type { Messages } from '../../i18n/messages.ts';
import { loadChunk } from '../page/chunks.ts';
import { reportIntlError } from '../words/intl-errors.ts';

type Catalogue = typeof import('#contract/errors');

/** Where the texts are: lib/words/locale.tsx, which is above of this. */
interface Texts {
  load: () => Promise<void>;
  language: () => string;
  now: () => Messages['refusals'] | undefined;
}

let texts: Texts | undefined;
let catalogue: Catalogue | undefined;
let loading: Promise<void> | undefined;

export function sayRefusalsBy(given: Texts): void {
  texts = given;
}

/**
 * Fetches what refusals are told from each other by, and their texts: most screens are never refused anything. Each refusal
 * waits for it before anybody hears of it (`call`).
 */
export function loadRefusals(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** For what is said once, without a call that was refused: settles also where they do not come. */
export const refusalsHere = (): Promise<void> => loadRefusals().catch(() => {});

async function load(): Promise<void> {
  const [found] = await Promise.all([loadChunk(() => import('#contract/errors')), texts?.load()]);
  catalogue = found;
}

/** The code and parameters behind a message of the server, or null where the catalogue has none. */
export const findError: Catalogue['findError'] = (message) => catalogue?.findError(message) ?? null;

/** Read when it is said, which may be before anything is drawn anew. Until the texts are here there is none. */
export function refusalText(code: ErrorCode, params: ErrorParams): string | undefined {
  const refusals = texts?.now();
  if (!texts || !refusals) {
    // What a form finds by itself is drawn again when they come.
    loadRefusals().catch(() => {});
    return undefined;
  }
  if (!(code in refusals)) return catalogue?.messageOf(code, params);
  const t = createTranslator({
    locale: texts.language(),
    messages: { refusals },
    namespace: 'refusals',
    onError: reportIntlError,
  });
  return t(code as keyof Messages['refusals'], params);
}

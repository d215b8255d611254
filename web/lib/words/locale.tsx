import { LANGUAGES, type Language } from '#contract/identity/accounts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import type { Messages, Slice } from '../../i18n/messages.ts';
import { loadChunk } from '../page/chunks.ts';
import { reportIntlError } from './intl-errors.ts';
import { safely } from '../api/safely.ts';
import { isDispatched } from '../session/dispatched.ts';

const KEY = 'language';
const TAGS: Record<Language, string> = { uk: 'uk', en: 'en-US', de: 'de' };
const files = import.meta.glob<{ default: Messages[Slice] }>('../../i18n/*/*.json');

type Loaded = { [S in Slice]?: Messages[S] };
interface State {
  language: Language;
  messages: Loaded;
}

const cache = new Map<Language, Loaded>();
const wanted = new Set<Slice>(['common', 'errors']);
const listeners = new Set<() => void>();
let state: State = { language: storedLanguage(), messages: {} };

/** The one chosen here; in another system's frame, which reads nothing of that, the browser's. */
function storedLanguage(): Language {
  const known = isDispatched ? navigator.language.slice(0, 2) : localStorage.getItem(KEY);
  return LANGUAGES.find((one) => one === known) ?? 'uk';
}

/** The language of the interface: the profile's, or the one chosen while signed out. */
export function currentLanguage(): Language {
  return state.language;
}

/** The texts of the language of now, for what is said once it has changed. */
export function currentMessages(): Loaded {
  return state.messages;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** Changes the language; what is on screen switches at once when its texts have arrived. */
export async function setLanguage(language: Language): Promise<void> {
  if (!isDispatched) safely(() => localStorage.setItem(KEY, language));
  if (language === state.language) return;
  await load(language);
  publish({ language, messages: cache.get(language) ?? {} });
}

/** Takes a language proposed by the server unless one was chosen here before. */
export async function suggestLanguage(language: Language): Promise<void> {
  if (localStorage.getItem(KEY) === null) await setLanguage(language);
}

/** Loads slices of texts before the screen that needs them is shown. */
export async function loadMessages(slices: readonly Slice[]): Promise<void> {
  for (const slice of slices) wanted.add(slice);
  const { language } = state;
  await load(language);
  if (language === state.language) publish({ language, messages: cache.get(language) ?? {} });
}

/** Fetches texts for later. Rejects when they are gone, instead of loading the page anew as `loadMessages` does. */
export async function prefetchMessages(slices: readonly Slice[]): Promise<void> {
  await Promise.all(slices.map(async (slice) => files[`../../i18n/${state.language}/${slice}.json`]?.()));
}

async function load(language: Language): Promise<void> {
  const known = cache.get(language) ?? {};
  const missing = [...wanted].filter((slice) => !(slice in known));
  if (missing.length === 0) return;
  const loaded = await Promise.all(
    missing.map(async (slice) => {
      const file = files[`../../i18n/${language}/${slice}.json`];
      if (!file) throw new Error(`no texts ${language}/${slice}`);
      return [slice, (await loadChunk(file)).default] as const;
    }),
  );
  cache.set(language, { ...cache.get(language), ...Object.fromEntries(loaded) });
}

function publish(next: State): void {
  if (next.language === state.language && next.messages === state.messages) return;
  state = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useSyncExternalStore(subscribe, () => state);
  return (
    <IntlProvider locale={TAGS[language]} messages={messages} onError={reportIntlError}>
      {children}
    </IntlProvider>
  );
}

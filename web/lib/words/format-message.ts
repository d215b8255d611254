import formatMessage from 'use-intl/format-message/format-only';
import { nestedQuotes } from './quotes.ts';

type Format = typeof formatMessage;

/** Takes the place of use-intl's own (vite.config.ts): as that one, with quotations that stand in others. */
const quoting: Format = Object.assign(
  (...[key, message, values, options]: Parameters<Format>) => {
    const kept: Record<string, unknown> = {};
    for (const name in values) {
      const make: unknown = values[name];
      // Of a tag the words come first, and what its function makes of them once all are known.
      kept[name] = typeof make === 'function' ? (parts: unknown) => ({ make, parts }) : make;
    }
    const told: unknown = formatMessage(key, message, kept as typeof values, options);
    let text = '';
    each(told, (part) => (text += part));
    text = nestedQuotes(text);
    let at = 0;
    // Each mark has another one in its place, so that all parts are as long as they were.
    return each(told, (part) => text.slice(at, (at += part.length)), true) as ReturnType<Format>;
  },
  { raw: formatMessage.raw },
);

/** Puts what `put` gives in the place of each text, in their order, and of each tag what its function makes. */
function each(part: unknown, put: (text: string) => string, makes?: boolean): unknown {
  if (typeof part === 'string') return put(part);
  if (Array.isArray(part)) return part.map((one) => each(one, put, makes));
  const { make, parts } = part as { make: (parts: unknown) => unknown; parts: unknown };
  const done = each(parts, put, makes);
  return makes ? make(done) : done;
}

export default quoting;

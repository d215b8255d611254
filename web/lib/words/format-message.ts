import formatMessage from 'use-intl/format-message/format-only';
import { nestedQuotes } from './quotes.ts';

type Format = typeof formatMessage;
type Values = Parameters<Format>[2];

/** Takes the place of use-intl's own (vite.config.ts): as that one, with quotations that stand in others. */
const quoting: Format = Object.assign(
  (...[key, message, values, options]: Parameters<Format>) =>
    quoted(formatMessage(key, message, withQuotedTags(values), options)),
  { raw: formatMessage.raw },
);

/** What stands within a tag is told by the tag's function alone. */
function withQuotedTags(values: Values): Values {
  if (!values) return values;
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: never) => value(quoted(parts)) : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

/** @param told a text, or the parts of one that has tags */
function quoted<T>(told: T): T {
  if (Array.isArray(told)) return told.map(quoted) as T;
  return (typeof told === 'string' ? nestedQuotes(told) : told) as T;
}

export default quoting;

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
    const told: unknown = formatMessage(key, message, kept as typeof values, {
      ...options,
      formatters: withPlainNumbers(options.formatters),
    });
    let text = '';
    each(told, (part) => (text += part));
    text = nestedQuotes(text);
    let at = 0;
    // Each mark has another one in its place, so that all parts are as long as they were.
    return each(told, (part) => text.slice(at, (at += part.length)), true) as ReturnType<Format>;
  },
  { raw: formatMessage.raw },
);

/**
 * A count below a thousand or a whole percent as Intl writes it in the product's languages; undefined for what is neither.
 * The first format of Intl's takes a phone 50 ms to make, and most first screens count something.
 */
export function plainNumber(
  value: unknown,
  locale: string,
  { style, maximumFractionDigits: _, ...others }: Intl.NumberFormatOptions = {},
): string | undefined {
  const isPercent = style === 'percent';
  if (typeof value !== 'number' || Object.keys(others).length > 0 || (style && !isPercent)) return undefined;
  const told = isPercent ? value * 100 : value;
  const whole = Math.round(told);
  // 0.29 * 100 is a little less than 29.
  if (!(whole >= 0 && whole < 1000 && Math.abs(whole - told) < 1e-9)) return undefined;
  return `${whole}${isPercent ? (locale === 'de' ? '\u00A0%' : '%') : ''}`;
}

type Formatters = Parameters<Format>[3]['formatters'];

/** As the browser writes numbers, without what that takes where it is a small one. */
const withPlainNumbers = (formatters: Formatters): Formatters => ({
  ...formatters,
  getNumberFormat: (...asked) =>
    ({
      format: (value: number) =>
        plainNumber(value, String(asked[0]), asked[1]) ?? formatters.getNumberFormat(...asked).format(value),
    }) as Intl.NumberFormat,
});

/** Puts what `put` gives in the place of each text, in their order, and of each tag what its function makes. */
function each(part: unknown, put: (text: string) => string, makes?: boolean): unknown {
  if (typeof part === 'string') return put(part);
  if (Array.isArray(part)) return part.map((one) => each(one, put, makes));
  const { make, parts } = part as { make: (parts: unknown) => unknown; parts: unknown };
  const done = each(parts, put, makes);
  return makes ? make(done) : done;
}

export default quoting;

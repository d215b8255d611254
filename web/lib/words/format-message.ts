import formatMessage from 'use-intl/format-message/format-only';
import { nestedQuotes } from './quotes.ts';

/** Takes the place of use-intl's own (vite.config.ts): as that one, with quotations that stand in others. */
const quoting: typeof formatMessage = Object.assign(
  (...given: Parameters<typeof formatMessage>) => {
    const told = formatMessage(...given);
    return typeof told === 'string' ? nestedQuotes(told) : told;
  },
  { raw: formatMessage.raw },
);

export default quoting;

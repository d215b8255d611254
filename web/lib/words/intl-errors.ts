import { type IntlError, IntlErrorCode } from 'use-intl';

/**
 * What formatting complains of. That no time zone is given is no mistake: the browser's own is meant, and to ask for its name
 * takes a phone longer than to draw a list.
 */
export function reportIntlError(error: IntlError): void {
  if (error.code !== IntlErrorCode.ENVIRONMENT_FALLBACK) console.error(error);
}

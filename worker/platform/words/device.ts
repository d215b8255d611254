import Bowser from 'bowser';
import { subjectText } from '../mail.ts';

/**
 * What a browser calls itself in its User-Agent, as the list of sessions names it: "Chrome · Windows"; empty for an unknown
 * one. Whoever calls may send any text, so it is a short one without addresses.
 */
export function deviceName(userAgent: string): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent);
  const name = [browser.name, os.name].filter(Boolean).join(' · ');
  return name && subjectText(name);
}

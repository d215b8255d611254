/** A webinar as its calendar entry needs it; instants as Dates. */
export interface Entry {
  uid: string;
  sequence: number;
  name: string;
  /** Plain text. */
  description: string;
  starts_at: Date;
  /** Minutes. */
  duration: number;
  canceled: boolean;
  /** Of the webinar's page; the join address never stands in a calendar. */
  url: string;
}

/**
 * An iCalendar file with one event (RFC 5545).
 * @param product the product's name, for PRODID
 * @param now the moment of writing (DTSTAMP)
 */
export function calendarFile(entry: Entry, product: string, now: Date): string {
  const end = new Date(entry.starts_at.getTime() + entry.duration * 60_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//Webinars//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(entry.starts_at)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(entry.name)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** 20261121T140300Z */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** A TEXT value: backslash, comma and semicolon escaped, line ends as \n, no other control characters. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', String.raw`\n`)
      // oxlint-disable-next-line no-control-regex -- the format forbids them
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

const LINE_OCTETS = 75;

/** A line folded so that none is longer than 75 octets, never inside a character. */
export function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let size = 0;
  for (const character of line) {
    const octets = new TextEncoder().encode(character).length;
    // A continuation begins with a blank, which counts.
    if (size + octets > LINE_OCTETS) {
      lines.push(current);
      current = '';
      size = 1;
    }
    current += character;
    size += octets;
  }
  return [...lines, current].join('\r\n ');
}

import { listAttendance } from '#contract/learning/webinars';
import type { FileAnswer, ResponseOf } from '#contract/platform';
import { call } from '../../../../lib/api/api.ts';

type Person = ResponseOf<typeof listAttendance>['results'][number];

/**
 * Everybody's attendance as a CSV file that opens in Excel and LibreOffice.
 * @param cellsOf the cells of a person, in the order of the header
 */
export async function attendanceTable(
  webinar: { id: number; name: string },
  header: readonly string[],
  cellsOf: (person: Person) => readonly string[],
): Promise<FileAnswer> {
  const people: Person[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call(listAttendance, {
      params: { id: webinar.id },
      query: { page, page_size: 100, ordering: 'last_name' },
    });
    people.push(...answer.results);
    pages = answer.total_pages;
  }
  const lines = [header, ...people.map(cellsOf)].map((cells) => cells.map(cellText).join(';'));
  // With a byte order mark, by which Excel knows UTF-8.
  const text = `\uFEFF${lines.join('\r\n')}\r\n`;
  return {
    name: `${webinar.name}.csv`,
    bytes: Uint8Array.from(new TextEncoder().encode(text)),
    type: 'text/csv;charset=utf-8',
  };
}

/** Quoted, and never taken for a formula. */
function cellText(value: string): string {
  const harmless = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

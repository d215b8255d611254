import { join } from 'node:path';
import { ROOT } from '../stack/paths.ts';

/** Where the tables stand for readers. */
export const PAGE = join(ROOT, 'docs/performance.md');

/**
 * The page with the tables of one part in place of those that stood between `<!-- bench part -->` and `<!-- end -->`.
 * @param told when and on what machine they were measured
 * @throws where the page has no such place
 */
export function withTables(page: string, part: string, told: string, tables: readonly string[]): string {
  const place = new RegExp(`(<!-- bench ${part} -->\\n)[^]*?(<!-- end -->)`);
  if (!place.test(page)) throw new Error(`${PAGE} has no place for the tables of ${part}`);
  const text = `${told}\n\n\`\`\`\n${tables.join('\n\n')}\n\`\`\`\n`;
  return page.replace(place, (_, begin: string, end: string) => begin + text + end);
}

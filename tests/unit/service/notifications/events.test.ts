import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../tools/stack/paths.ts';
import { NOTIFICATION_EVENTS } from '../../../../worker/service/notifications/contract.ts';

const files = globSync('worker/**/sql/*.sql', { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .filter((text) => text.includes('notifications') || text.includes('tell_of_webinars'));
const sql = files.join('\n');

/** Words in quotes of what a pattern finds in its first group. */
const wordsOf = (pattern: RegExp): string[] =>
  [...sql.matchAll(pattern)].flatMap(([, found]) =>
    [...found!.matchAll(/'(\w+)'/g)].map(([, word]) => word!),
  );

/** What SQL writes: in its place, or by what is handed to the function that writes it. */
const written = [
  ...wordsOf(/'event', ('\w+')/g),
  ...wordsOf(/'event', case\b.*?\bthen ('\w+'\s+else '\w+')/gs),
  ...wordsOf(/tell_of_webinars\((?:[^()';]|\([^()]*\))*('\w+')/g),
  ...wordsOf(/webinar_params\([^()';]*('\w+')/g),
  ...wordsOf(/\b[drt]\.kind in \(([^)]*)\)/g),
  ...wordsOf(/('soon' as kind from soon union all select id, 'expired')/g),
];

test('what SQL tells people of is what the contract names, and mails and sentences have words for', () => {
  const named = Object.values(NOTIFICATION_EVENTS).flatMap((events) =>
    events.filter((event) => event !== ''),
  );
  expect(new Set(written)).toEqual(new Set(named));
});

import { expect, test } from 'vitest';
import { asSystem } from '../../../support/api/world.ts';

test.each([
  [
    'Europe/Kyiv',
    '2025-10-26',
    '2025-10-25T21:00:00.000',
    '2025-10-26T21:59:59.999',
    'the clocks go back by day',
  ],
  [
    'America/Havana',
    '2025-11-01',
    '2025-11-01T04:00:00.000',
    '2025-11-02T03:59:59.999',
    'midnight comes twice behind it',
  ],
  [
    'America/Havana',
    '2025-11-02',
    '2025-11-02T04:00:00.000',
    '2025-11-03T04:59:59.999',
    'it begins with the first of two',
  ],
  ['America/Havana', '2025-03-09', '2025-03-09T05:00:00.000', '2025-03-10T03:59:59.999', 'it begins at one'],
  ['Atlantic/Azores', '2025-10-25', '2025-10-25T00:00:00.000', '2025-10-25T23:59:59.999', 'as in Havana'],
  ['America/Nuuk', '2025-03-29', '2025-03-29T02:00:00.000', '2025-03-30T00:59:59.999', 'it ends at eleven'],
  [
    'Asia/Beirut',
    '2025-10-25',
    '2025-10-24T21:00:00.000',
    '2025-10-25T21:59:59.999',
    'its last hour comes twice',
  ],
])('in %s the %s goes from %s to %s: %s', async (zone, day, begins, ends) => {
  const [found] = await asSystem<{ begins: string; ends: string }>([
    `select to_char(day_begins($1, $2) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as begins,
            to_char(day_ends($1, $2) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as ends`,
    [day, zone],
  ]);
  expect(found).toEqual({ begins, ends });
});

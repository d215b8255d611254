import { expect } from 'vitest';
import type { Person } from '../../factories/company.ts';
import { readRows } from '../../../worker/platform/formats/xlsx-reader.ts';
import { world } from './world.ts';

/** The rows of an exported sheet, each cell by the head of its column; empty ones are left out. */
export async function sheetOf(path: string, who: Person): Promise<Record<string, string>[]> {
  const response = await world.fetch(`/api/v1${path}`, {
    headers: { Authorization: `Bearer ${who.client.token}` },
  });
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  const [heads, ...rows] = readRows(new Uint8Array(await response.arrayBuffer()), 60_000);
  return rows.map(({ cells }) =>
    Object.fromEntries(cells.flatMap((cell, at) => (cell ? [[heads!.cells[at]!, cell]] : []))),
  );
}

/** A day as a sheet shows it. */
export const shownDay = (day: string): string => day.split('-').toReversed().join('.');

import type { NeonProxy } from '../stack/proxy/neon-proxy.ts';
import type { buildLargeCompany } from './companies/large-company.ts';
import { measureLargeCompany } from './companies/large-company.ts';
import type { Load } from './load/load.ts';
import type { ReadMeasure } from './reads.ts';

/** People of the companies that the same reads are asked of. */
export const GROWTH = [1_000, 10_000, 100_000] as const;

export interface GrowthMeasure {
  people: number;
  /** How many rows of what the company has. */
  rows: Record<'courses' | 'groups' | 'course states' | 'history entries', number>;
  reads: ReadMeasure[];
}

/** The reads of a large company, of companies of each size beside each other in one database. */
export async function measureGrowth(
  build: (people: number) => ReturnType<typeof buildLargeCompany>,
  load: Load,
  proxy: NeonProxy,
): Promise<GrowthMeasure[]> {
  const companies = [];
  for (const people of GROWTH) companies.push(await build(people));
  const measures: GrowthMeasure[] = [];
  for (const company of companies) {
    const { students: people, courses, groups, entries } = company.sizes;
    measures.push({
      people,
      // Each student has the course of everybody and those of their group.
      rows: {
        courses,
        groups,
        'course states': people * (1 + Math.floor(courses / groups)),
        'history entries': entries,
      },
      reads: await measureLargeCompany(company, load, proxy),
    });
  }
  return measures;
}

import type { Scope } from '../../platform/context.ts';
import type { FileAnswer, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type { exportCompanyResults as exportContract } from './contract.ts';
import { resultsToExport } from './queries-company.ts';

/** The filtered list of the company's results as a file in the caller's language. */
export async function exportCompanyResults(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof exportContract>,
): Promise<FileAnswer> {
  const { language, time_zone, results } = await resultsToExport(db, scope, query);
  // The writer of sheets is large, and few ask for one.
  const { writeResults } = await import('./sheet-writer.ts');
  return writeResults(results, language, time_zone);
}

import type { Scope } from '../../platform/context.ts';
import type { FileAnswer, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type { exportCertificates as exportContract } from './contract.ts';
import { certificatesToExport } from './queries.ts';

/** The filtered list of certificates in reach as a file in the caller's language. */
export async function exportCertificates(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof exportContract>,
): Promise<FileAnswer> {
  const { language, certificates } = await certificatesToExport(db, scope, query);
  // The writer of sheets is large, and few ask for one.
  const { writeCertificates } = await import('./sheet-writer.ts');
  return writeCertificates(certificates, language);
}

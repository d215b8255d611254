import { reachOf, type Capability } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { searchOf, type search } from './contract.ts';
import { searchCompany } from './functions.ts';

/** Who is shown each kind: those whose lists hold it. */
const KINDS = {
  people: 'viewUser',
  courses: 'viewCourse',
  materials: 'viewTestMaterials',
  tests: 'viewTestMaterials',
  programs: 'viewProgram',
  groups: 'navigateGroups',
  webinars: 'viewWebinar',
} satisfies Record<keyof ResponseOf<typeof search>, Capability>;

/** What the caller's lists hold of a query, the best of each kind. */
export async function foundOf(db: Db, scope: Scope, { query }: QueryOf<typeof search>) {
  const kinds = Object.entries(KINDS).filter(([, needed]) => reachOf(needed, scope.user_type) !== null);
  const [[found]] = await db.run(
    scope,
    searchCompany({ kinds: kinds.map(([kind]) => kind), ...searchOf(query) }),
  );
  return found!;
}

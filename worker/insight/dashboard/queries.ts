import { eq, sql, type SQLWrapper } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { companyToday } from '../../identity/companies/functions.ts';
import { companies } from '../../identity/companies/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { DAILY_LIMIT, PERIOD_LIMIT } from './contract.ts';
import type * as contract from './contract.ts';
import { companyActivity, companyState, coursesNotBegun, coursesOverdue, seldomPassed } from './functions.ts';

type Dashboard = ResponseOf<typeof contract.getDashboard>;
type Figures = Dashboard['activity']['total'];

/** A dashboard tells of the company entered, and of no other. Throws not_found. */
export function requireOwnCompany(scope: Scope, id: number): void {
  if (id !== scope.company_id) throw new AppError('not_found');
}

const DEFAULT_DAYS = 30;
const DAY = 24 * 3_600_000;
const SHOWN = 5;

/** How the company does in a period. Errors: not_found; invalid_choice for a period that ends before it begins, or is too long. */
export async function dashboardOf(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.getDashboard>,
): Promise<Dashboard> {
  requireOwnCompany(scope, id);
  const { from, to, days } = periodOf(query);
  const daily = days <= DAILY_LIMIT;
  const [[period], [state], activity, seldom_passed, not_begun, overdue] = await db.run(
    scope,
    periodIn({ company_id: scope.company_id, from, to, back: days - 1 }),
    companyState({}),
    companyActivity({ ...spanOf({ from, to, days }), span: daily ? 1 : 7 }),
    seldomPassed({ ...spanOf({ from, to, days }), limit: SHOWN }),
    coursesNotBegun({ limit: SHOWN }),
    coursesOverdue({ limit: SHOWN }),
  );
  const sum = (before: boolean) =>
    figuresOf(activity.find((row) => row.began_on === null && row.is_before === before)!);
  const points = activity
    .flatMap((row) => (row.began_on === null ? [] : { from: row.began_on, ...figuresOf(row) }))
    .sort((one, other) => one.from.localeCompare(other.from));
  return {
    period: { ...period!, span: daily ? 'day' : 'week' },
    activity: { points, total: sum(false), before: sum(true) },
    seldom_passed,
    not_begun,
    overdue,
    ...state!,
  };
}

const figuresOf = ({ people, materials, attempts, results, passed }: Figures): Figures => ({
  people,
  materials,
  attempts,
  results,
  passed,
});

interface Period {
  /** Both or none: then it ends today. */
  from: string | undefined;
  to: string | undefined;
  /** How many it has. */
  days: number;
}

/** Days of the company's calendar, both of which count. */
function periodOf({ days = DEFAULT_DAYS, from, to }: QueryOf<typeof contract.getDashboard>): Period {
  if ((from === undefined) !== (to === undefined)) {
    throw new AppError('required', { field: from === undefined ? 'from' : 'to' });
  }
  if (from === undefined || to === undefined) return { from, to, days };
  const told = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (told < 1 || told > PERIOD_LIMIT) throw new AppError('invalid_choice', { field: 'to' });
  return { from, to, days: told };
}

const daysBefore = (back: SQLWrapper | number) => sql<string>`(${companyToday({})} - ${back}::integer)`;

const spanOf = ({ from, to, days }: Period) => ({
  from: from ?? daysBefore(days - 1),
  to: to ?? daysBefore(0),
});

interface PeriodValues {
  company_id: number;
  from: string | undefined;
  to: string | undefined;
  back: number;
}

const periodIn = prepared((given: Given<PeriodValues>) =>
  build
    .select({
      from: given.from ? sql<string>`${given.from}::date` : daysBefore(given.back),
      to: given.to ? sql<string>`${given.to}::date` : daysBefore(sql`0`),
    })
    .from(companies)
    .where(eq(companies.id, given.company_id)),
);

export interface Stored {
  jobs: { name: string; age: number }[];
  mails: { waiting: number; oldest: number; given_up: number };
  errors: number;
}

export interface Checked {
  /** null: the database did not answer. */
  stored: Stored | null;
  database: { ok: boolean; ms: number };
  storage: { ok: boolean; ms: number };
}

/** Seconds after a job was to run, or that a mail waits, until somebody should look. */
const LATE_JOB = 300;
const LATE_MAIL = 1800;

/** Seconds between two runs of what the minute's jobs do more rarely: `sweep_notifications`. */
const PERIODS: Record<string, number> = { due_soon: 3600, open_tests: 300 };

/** What is wrong, in words for the operator. */
export function problemsOf({ stored, database, storage }: Checked): string[] {
  const problems: string[] = [];
  if (!database.ok) problems.push('The database does not answer.');
  if (!storage.ok) problems.push('The storage of files does not answer.');
  if (!stored) return problems;
  const { jobs, mails } = stored;
  if (jobs.length === 0) problems.push('No job has run yet.');
  for (const { name, age } of jobs)
    if (age > (PERIODS[name] ?? 0) + LATE_JOB) problems.push(`The job ${name} last ended well ${age} s ago.`);
  if (mails.oldest > LATE_MAIL)
    problems.push(`${mails.waiting} mails are due, the oldest since ${mails.oldest} s.`);
  return problems;
}

/** Down is what cannot serve at all; anything else that is wrong leaves exams and lists going. */
export function statusOf(checked: Checked): 'ok' | 'degraded' | 'down' {
  if (!checked.database.ok) return 'down';
  return problemsOf(checked).length > 0 ? 'degraded' : 'ok';
}

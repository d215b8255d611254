import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neon, neonConfig } from '@neondatabase/serverless';
import { readSources, releaseOf } from '../migrate/sources.ts';
import { messageOf } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';

interface Journal {
  entries: { when: number; tag: string }[];
}

/** What is wrong with the database behind DATABASE_URL, asked as the Worker asks it: one sentence each. */
export async function databaseProblems(url: string, proxy: string | undefined): Promise<string[]> {
  if (!/^postgres(ql)?:\/\//.test(url)) return ['DATABASE_URL is no address of a Postgres database.'];
  if (proxy) neonConfig.fetchEndpoint = proxy;
  const sql = neon(url);
  try {
    const [role] = await sql`
      select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty
        from pg_roles where rolname = current_user`;
    const problems: string[] = [];
    if (role!['name'] !== 'osnova_worker')
      problems.push(`DATABASE_URL signs in as ${String(role!['name'])}; the Worker’s role is osnova_worker.`);
    if (role!['mighty'])
      problems.push(
        `The role ${String(role!['name'])} may more than the Worker’s: it is a superuser, passes row-level security, or makes roles or databases.`,
      );
    // Another role may not even ask the rest.
    if (problems.length > 0) return problems;
    const unsafe = await sql`select problem from security_problems()`;
    problems.push(...unsafe.map(({ problem }) => `The database is unsafe: ${String(problem)}.`));
    const [applied] = await sql`select last_migration() as at, last_release() as release`;
    const missing = missingMigrations(Number(applied!['at']));
    if (missing.length === 0 && applied!['release'] !== releaseOf(readSources()))
      missing.push(
        'The functions of the database are of another release than this checkout: migrate first, then deploy.',
      );
    return [...problems, ...missing];
  } catch (error) {
    return [`The database does not answer as it should: ${messageOf(error)}.`];
  }
}

function missingMigrations(applied: number): string[] {
  const path = join(ROOT, 'migrations', 'meta', '_journal.json');
  const { entries } = JSON.parse(readFileSync(path, 'utf8')) as Journal;
  const missing = entries.filter(({ when }) => when > applied);
  if (missing.length > 0)
    return [
      `The database lacks ${missing.length} migrations, from ${missing[0]!.tag} on: migrate first, then deploy.`,
    ];
  if (!entries.some(({ when }) => when === applied))
    return [
      'The database is at a migration that this checkout does not have: it would deploy an older version.',
    ];
  return [];
}

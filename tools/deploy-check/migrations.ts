/** What the version that still serves, or a table with many rows, would not bear; each with what to do instead. */
const DANGERS: [pattern: RegExp, instead: string][] = [
  [/^drop (table|view|type|schema)\b/, 'takes away what the old version reads'],
  [/^drop function\b/, 'takes away what the old version calls'],
  [/^truncate\b/, 'empties what the old version reads'],
  [/^alter table\b.*\bdrop column\b/, 'takes away what the old version reads'],
  [/^alter table\b.*\balter (column )?\S+ (set data )?type\b/, 'rewrites the table under a lock'],
  [/^alter (table|function|type|view)\b.*\brename\b/, 'takes away the name that the old version uses'],
  [
    /^alter table\b.*\bset not null\b/,
    'reads the whole table under a lock, and the old version may write null',
  ],
  [
    /^alter table\b(?=.*\badd column\b)(?=[^,]*\bnot null\b)(?!.*\bdefault\b)/,
    'has no value for the rows of the old version',
  ],
  [
    /^alter table\b(?=.*\badd constraint\b)(?!.*\bnot valid\b)/,
    'reads the whole table under a lock: "not valid" first',
  ],
];
const INDEX = /^create (unique )?index\b.* on (?:only )?"?(\w+)"?/;

/**
 * Statements of a migration that must not run while the version before it serves: one sentence each. A line
 * `-- safe: why` right above a statement lets it pass. What stands inside of functions is not read.
 */
export function migrationProblems(sql: string): string[] {
  const made = new Set(
    [...sql.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, name]) => name!.toLowerCase()),
  );
  const problems: string[] = [];
  for (const { text, isSafe } of statementsOf(sql)) {
    if (isSafe) continue;
    const table =
      /^alter table (?:only )?(?:"?public"?\.)?"?(\w+)"?/.exec(text)?.[1] ?? INDEX.exec(text)?.[2] ?? '';
    if (made.has(table)) continue;
    const danger = DANGERS.find(([pattern]) => pattern.test(text))?.[1];
    const problem =
      danger ?? (INDEX.test(text) ? `keeps everybody from writing ${table} while it is made` : null);
    if (problem)
      problems.push(`"${text.slice(0, 80)}" ${problem}; say "-- safe: why" above it if it is not so.`);
  }
  return problems;
}

function statementsOf(sql: string): { text: string; isSafe: boolean }[] {
  // Bodies of functions and quoted text hold no statements of the migration.
  const bare = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$body$$').replace(/'(?:[^']|'')*'/g, "''");
  return bare.split(';').map((each) => {
    const lines = each.split('\n').map((line) => line.trim());
    const comments = lines.filter((line) => line.startsWith('--'));
    const code = lines.filter((line) => !line.startsWith('--')).map((line) => line.replace(/--.*$/, ''));
    const text = code.join(' ').replace(/\s+/g, ' ').replaceAll('"', '').trim().toLowerCase();
    return { text, isSafe: comments.some((line) => /^-- safe: \S/.test(line)) };
  });
}

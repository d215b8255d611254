/** A statement of an .sql file, without what stands around it. */
export interface Statement {
  /** Without the semicolon and the comments above it. */
  text: string;
  /** Of its first word, from 1. */
  line: number;
}

/** What must be read as a whole, since a semicolon in it ends nothing. */
const WHOLE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

/** Splits SQL into statements. Knows comments, quotes and dollar quotes; no `begin atomic` bodies and no E'' strings. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  const keep = (from: number, to: number): void => {
    const bare = sql.slice(from, to).replace(/^(\s*(--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/))*\s*/, '');
    if (bare === '') return;
    const line = sql.slice(0, to - bare.length).split('\n').length;
    statements.push({ text: bare.trimEnd(), line });
  };
  let from = 0;
  for (const { 0: found, index } of sql.matchAll(WHOLE)) {
    if (found !== ';') continue;
    keep(from, index);
    from = index + 1;
  }
  keep(from, sql.length);
  return statements;
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { Source } from '../migrate/sources.ts';
import { Failure, messageOf } from '../stack/failure.ts';

/** What is read here of the answers of a language server. */
type Edits = { newText: string }[];
interface Report {
  items: { code: string; message: string; range: { start: { line: number } } }[];
}

/**
 * SQL as squawk lays it out: everything but what stands between `$$`. Its formatter is a part of its language server,
 * which is started and ended here.
 * @throws Failure naming the lines that it cannot read, or the files of which it would change more than the layout
 */
export async function laidOut(sources: readonly Source[]): Promise<Source[]> {
  const squawk = fileURLToPath(import.meta.resolve('squawk-cli/js/bin/squawk'));
  const server = spawn(process.execPath, [squawk, 'server'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  // Fails what is still asked.
  connection.onClose(() => connection.dispose());
  connection.listen();
  try {
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await connection.sendNotification('initialized', {});
    const answers = await Promise.all(sources.map((source) => answerOn(source, connection)));
    const faults = answers.flatMap((answer) => answer.faults);
    if (faults.length > 0) throw new Failure(faults.join('\n'));
    return answers.map(({ file, text }) => ({ file, text }));
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`squawk gave no answer: ${messageOf(error)}.`);
  } finally {
    server.kill();
  }
}

async function answerOn(
  { file, text }: Source,
  connection: MessageConnection,
): Promise<Source & { faults: string[] }> {
  const textDocument = { uri: `file:///${file}` };
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { ...textDocument, languageId: 'sql', version: 1, text },
  });
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await connection.sendRequest<Edits>('textDocument/formatting', { textDocument, options });
  // None where nothing changes, and where it cannot read the text, which only the diagnosis tells.
  const after = edits[0]?.newText ?? text;
  const { items } = await connection.sendRequest<Report>('textDocument/diagnostic', { textDocument });
  const unread = items.find(({ code }) => code === 'syntax-error');
  const faults = unread ? [`${file}:${unread.range.start.line + 1}: ${unread.message}.`] : [];
  if (!differInLayoutAlone(text, after)) faults.push(`${file}: squawk would change more than the layout.`);
  return { file, text: after, faults };
}

/** What layout leaves as it is: a comment, a string, a body, a word, a sign. */
const TOKEN = /--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\1\$|\w+|\S/g;

/** Whether two texts have the same words, strings, bodies and comments in the same order; words of any case. */
export function differInLayoutAlone(before: string, after: string): boolean {
  const tokens = (sql: string): string[] =>
    (sql.match(TOKEN) ?? []).map((token) => (/^\w/.test(token) ? token.toLowerCase() : token));
  return JSON.stringify(tokens(before)) === JSON.stringify(tokens(after));
}

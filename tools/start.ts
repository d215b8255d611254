import { rmSync } from 'node:fs';
import type { SignIn } from './demo.ts';
import { buildProduct } from './stack/build.ts';
import { openDataFolder } from './stack/data-folder.ts';
import { Failure } from './stack/failure.ts';
import { startDatabase } from './stack/installation.ts';
import { startMailViewer } from './stack/mail/mail-viewer.ts';
import { startNeonProxy } from './stack/proxy/neon-proxy.ts';
import { openOutbox } from './stack/mail/outbox.ts';
import { freePort, portProblem } from './stack/ports.ts';
import { localFiles, startProduct } from './stack/product.ts';
import { runProgram } from './stack/program.ts';
import { eachMinute } from './stack/schedule.ts';
import { dataPath, isEmptyAsked, optionalBindings, portFrom } from './stack/settings.ts';
import { RUNNING, type Running } from './vendor/connection.ts';

await runProgram(async ({ onStop }) => {
  const demo = !isEmptyAsked(process.argv.slice(2));
  const port = portFrom(process.env.PORT);
  const folder = await openDataFolder(dataPath());
  onStop(folder.release);
  // Whoever waits for the file must not read an earlier start's.
  rmSync(folder.file('started.json'), { force: true });
  const problem = await portProblem(port);
  if (problem) throw new Failure(`Port ${port} ${problem}; set PORT to another.`);

  const [{ postgres, installation }] = await Promise.all([
    startDatabase(folder, { demo, onStop }),
    buildProduct(),
  ]);
  const proxy = await startNeonProxy({ address: { path: postgres.socket } });
  onStop(proxy.stop);
  const outbox = openOutbox(folder.file('mails.jsonl'));
  const product = await startProduct({
    port,
    folder: folder.path,
    workerUrl: postgres.workerUrl,
    proxyUrl: proxy.url,
    secrets: folder.secrets,
    outbox,
    bindings: optionalBindings(process.env),
  });
  onStop(product.stop);
  const viewer = await startMailViewer(
    outbox,
    (await portProblem(port + 1)) === null ? port + 1 : await freePort(),
  );
  onStop(viewer.stop);
  onStop(eachMinute(product.runScheduled));

  const { sign_ins } = installation;
  folder.writeJson('started.json', { url: product.url, mail_url: viewer.url, sign_ins });
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
  } = await localFiles(product.url);
  const files = { endpoint, bucket, id, secret };
  const running: Running = { owner_url: postgres.ownerUrl, url: product.url, files };
  folder.writeJson(RUNNING, running, 0o600);
  onStop(() => rmSync(folder.file(RUNNING), { force: true }));
  console.log(greeting(product.url, viewer.url, sign_ins));
});

function greeting(url: string, mailUrl: string, signIns: SignIn[]): string {
  const rows = [
    ['role', 'sign in with', 'password'],
    ...signIns.map((it) => [it.user_type, it.username, it.password]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  return [
    '',
    `Osnova is running at ${url}`,
    `Outgoing mail is at  ${mailUrl}`,
    ...(signIns.length > 0
      ? ['', ...table]
      : ['', `No demo data: register a company at ${url}/registration`]),
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

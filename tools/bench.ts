import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAnalyticsCompany, measureAnalytics, measureExports } from './bench/analytics.ts';
import { buildBenchCompany, SIZE } from './bench/company.ts';
import { measureCloning } from './bench/cloning.ts';
import { buildHall, HALLS, measureHalls } from './bench/exam-hall.ts';
import { measureImports } from './bench/imports.ts';
import { buildLargeCompany, LARGE, measureLargeCompany } from './bench/large-company.ts';
import { startLoad } from './bench/load.ts';
import { measureCalls, measureInterference } from './bench/measure.ts';
import {
  analyticsTable,
  callsTable,
  hallsTable,
  cloningTable,
  importsTable,
  largeCompanyTable,
  interferenceTable,
  sizesTable,
} from './bench/report.ts';
import { SELECT_1_MODULES } from './bench/select-1.ts';
import { measureSizes } from './bench/sizes.ts';
import { buildProduct } from './stack/build.ts';
import { openDataFolder } from './stack/data-folder.ts';
import { removeInstallation, startDatabase } from './stack/installation.ts';
import { startNeonProxy } from './stack/neon-proxy.ts';
import { openOutbox } from './stack/outbox.ts';
import { freePort } from './stack/ports.ts';
import { startProduct } from './stack/product.ts';
import { runProgram } from './stack/program.ts';

const NOTES = `Clients, runtime, proxy and Postgres (with fsync) share ${cpus().length} processors; the load average was ${loadavg()[0]?.toFixed(1)} at the start.
The calls take turns in short windows: ratios to select 1 can be compared between runs, rates between calls of one run.
Round trips are counted by the proxy: requests to the database by requests to the product.`;

await runProgram(async ({ onStop, finish }) => {
  const began = Date.now();
  const say = (text: string): void =>
    console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(3)} s  ${text}`);
  const folder = await openDataFolder(join(tmpdir(), `osnova-bench-${process.getuid?.() ?? ''}`));
  onStop(folder.release);
  await removeInstallation(folder);
  const stops: (() => unknown)[] = [];
  onStop(async () => {
    for (const stop of stops.toReversed()) await stop();
    await removeInstallation(folder);
  });

  const [{ postgres }] = await Promise.all([
    startDatabase(folder, { demo: false, onStop: (stop) => stops.push(stop) }),
    buildProduct(),
  ]);
  const proxy = await startNeonProxy({ address: { path: postgres.socket } });
  stops.push(proxy.stop);
  const product = await startProduct({
    workerUrl: postgres.workerUrl,
    proxyUrl: proxy.url,
    port: await freePort(),
    folder: folder.path,
    secrets: folder.secrets,
    outbox: openOutbox(null),
    modules: SELECT_1_MODULES,
  });
  stops.push(product.stop);
  say('The product runs; loading a company of its size.');
  const company = await buildBenchCompany(postgres.ownerUrl, folder.secrets);
  say(`${SIZE.courses} courses, ${SIZE.groups} groups, ${SIZE.students} students; measuring for a minute.`);
  const load = await startLoad(product.url);
  stops.push(load.stop);
  const measures = await measureCalls(company, load, proxy);
  say('Measured the calls; signing in beside an exam.');
  const other = await startLoad(product.url);
  stops.push(other.stop);
  const interference = await measureInterference(company, load, other);
  say('Importing people.');
  const imports = await measureImports({ url: product.url, folder: folder.path }, company, proxy);
  say('Cloning a course.');
  const cloning = await measureCloning(product.url, postgres.ownerUrl, company, proxy);
  say('Loading the screens.');
  const sizes = await measureSizes(product.url, company);
  say(`Loading a company of ${LARGE.courses} courses and ${LARGE.students} students.`);
  const largeCompany = await buildLargeCompany(postgres.ownerUrl, folder.secrets);
  const large = await measureLargeCompany(largeCompany, load, proxy);
  say('Reading the analytics of a large course.');
  const analyticsCompany = await buildAnalyticsCompany(postgres.ownerUrl, folder.secrets);
  const analytics = await measureAnalytics(analyticsCompany, load, proxy);
  const exports = await measureExports({ url: product.url, folder: folder.path }, analyticsCompany, proxy);
  say(`Holding exams of ${HALLS.join(', ')} students.`);
  const halls = await measureHalls(
    await buildHall(postgres.ownerUrl, folder.secrets),
    load,
    postgres.ownerUrl,
  );
  say('Done.');
  console.log(
    `\n${callsTable(measures)}\n\n${interferenceTable(interference)}\n\n${importsTable(imports)}\n\n${cloningTable(cloning)}\n\n${NOTES}\n\n${hallsTable(halls)}\n\n${largeCompanyTable(large)}\n\n${analyticsTable(analytics, exports)}\n\n${sizesTable(sizes)}`,
  );
  finish();
});

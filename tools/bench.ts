import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { buildAnalyticsCompany, measureAnalytics, measureExports } from './bench/analytics.ts';
import { measureBodies } from './bench/bodies.ts';
import { buildBenchCompany, SIZE } from './bench/companies/company.ts';
import { measureCloning } from './bench/cloning.ts';
import { buildDrawnExams, DRAWN, measureDraws } from './bench/draws.ts';
import { buildHall, measureHalls, settle } from './bench/exam-hall.ts';
import { buildGraded, GRADED, measureGrading } from './bench/grading.ts';
import { measureImports } from './bench/imports.ts';
import { GROWTH, measureGrowth } from './bench/growth.ts';
import { buildLargeCompany, LARGE, measureLargeCompany, sizeOf } from './bench/companies/large-company.ts';
import { startLoad } from './bench/load/load.ts';
import { measureCalls, measureInterference } from './bench/load/measure.ts';
import { measurePackages, PACKAGE } from './bench/packages.ts';
import { PAGE, withTables } from './bench/page.ts';
import {
  analyticsTable,
  bodiesTable,
  drawsTable,
  gradingTable,
  growthTable,
  callsTable,
  hallsTable,
  cloningTable,
  importsTable,
  largeCompanyTable,
  packagesTable,
  interferenceTable,
  sizesTable,
} from './bench/report.ts';
import { DIRECT, SELECT_1_MODULES } from './bench/load/select-1.ts';
import { measureSizes } from './bench/sizes.ts';
import { measureStartUp } from './bench/start-up.ts';
import { openMeasured } from './stack/measured.ts';
import { startNeonProxy } from './stack/proxy/neon-proxy.ts';
import { openOutbox } from './stack/mail/outbox.ts';
import { freePort } from './stack/ports.ts';
import { startProduct } from './stack/product.ts';
import { runProgram } from './stack/program.ts';

const NOTES = `Clients, runtime, proxy and Postgres (with fsync) share ${cpus().length} processors; the load average was ${loadavg()[0]?.toFixed(1)} at the start.
The calls take turns in short windows: ratios to select 1 can be compared between runs, rates between calls of one run.
Round trips are counted by the proxy: requests to the database by requests to the product.`;

const MACHINE = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} processors (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GB, load average ${loadavg()[0]?.toFixed(1)} at the start.`;

const chosen = process.argv.slice(2).filter((word) => word !== '--write');
const writes = process.argv.includes('--write');

/** Measures the product; arguments name the parts wanted, none means all; `--write` puts the tables into their page. */
await runProgram(async ({ onStop, finish }) => {
  const began = Date.now();
  const say = (text: string): void =>
    console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(3)} s  ${text}`);
  const { folder, postgres, stops } = await openMeasured('bench', onStop);
  // Of two processors more connections only take turns.
  const proxy = await startNeonProxy({ address: { path: postgres.socket }, poolSize: 5 });
  stops.push(proxy.stop);
  const direct = await freePort();
  const product = await startProduct({
    workerUrl: postgres.workerUrl,
    proxyUrl: proxy.url,
    port: await freePort(),
    folder: folder.path,
    secrets: folder.secrets,
    outbox: openOutbox(null),
    modules: SELECT_1_MODULES,
    direct: { entrypoint: DIRECT, port: direct },
  });
  stops.push(product.stop);
  const load = await startLoad(product.url);
  stops.push(load.stop);
  say('The product runs; loading a company of its size.');
  const company = await buildBenchCompany(postgres.ownerUrl, folder.secrets);
  const local = { url: product.url, folder: folder.path };
  const built = new Map<number, ReturnType<typeof buildLargeCompany>>();
  /** Of each size one, whichever parts ask for it. */
  const largeCompany = (people: number): ReturnType<typeof buildLargeCompany> => {
    const known = built.get(people) ?? buildLargeCompany(postgres.ownerUrl, folder.secrets, sizeOf(people));
    built.set(people, known);
    return known;
  };
  /** The parts in their order, each with what it says before it begins; each leaves its tables. */
  const parts: Record<string, [what: string, run: () => Promise<string[]>]> = {
    calls: [
      `${SIZE.courses} courses, ${SIZE.groups} groups, ${SIZE.students} students; measuring the calls for a minute.`,
      async () => [callsTable(await measureCalls(company, { load, folder: folder.path }, proxy))],
    ],
    hashing: [
      'Signing in beside an exam.',
      async () => {
        const other = await startLoad(product.url);
        stops.push(other.stop);
        return [interferenceTable(await measureInterference(company, load, other))];
      },
    ],
    imports: ['Importing people.', async () => [importsTable(await measureImports(local, company, proxy))]],
    bodies: [
      'Sending bodies beyond every limit.',
      async () => [bodiesTable(await measureBodies(local, company.owners[0]!))],
    ],
    cloning: [
      'Cloning a course.',
      async () => [cloningTable(await measureCloning(product.url, postgres.ownerUrl, company, proxy))],
    ],
    sizes: [
      'Loading the screens.',
      async () => [sizesTable(await measureSizes(product.url, company), await measureStartUp())],
    ],
    halls: [
      'Filling an exam hall.',
      async () => {
        const hall = await buildHall(postgres.ownerUrl, folder.secrets);
        await settle(postgres.adminUrl);
        // What stands in for the platform's edge here would take a third of the runtime's thread from the exam.
        const students = await startLoad(`http://localhost:${direct}`);
        stops.push(students.stop);
        return [hallsTable(await measureHalls(hall, students, postgres.ownerUrl, say))];
      },
    ],
    packages: [
      `Uploading and playing a package of ${PACKAGE.files} files and ${PACKAGE.bytes / 1024 ** 2} MB.`,
      async () => {
        const content = product.url.replace('localhost', '127.0.0.1');
        const player = await startLoad(content);
        stops.push(player.stop);
        return [packagesTable(await measurePackages({ url: product.url, content }, company, load, player))];
      },
    ],
    draws: [
      `Starting with ${DRAWN.draws} draws from ${DRAWN.pool} questions of the bank, and without.`,
      async () => {
        const exams = await buildDrawnExams(postgres.ownerUrl, folder.secrets);
        return [drawsTable(await measureDraws(exams, load))];
      },
    ],
    grading: [
      `Grading ${GRADED.attempts} attempts at once, of choices alone and of all types.`,
      async () => {
        const form_ids = await buildGraded(postgres.ownerUrl);
        return [gradingTable(await measureGrading(form_ids, postgres.ownerUrl))];
      },
    ],
    large: [
      `Loading and reading a company of ${LARGE.courses} courses and ${LARGE.students} students.`,
      async () => {
        const large = await largeCompany(LARGE.students);
        return [largeCompanyTable(await measureLargeCompany(large, load, proxy))];
      },
    ],
    growth: [
      `Loading and reading companies of ${GROWTH.join(', ')} students.`,
      async () => [growthTable(await measureGrowth(largeCompany, load, proxy))],
    ],
    analytics: [
      'Loading and reading the analytics of a large course.',
      async () => {
        const large = await buildAnalyticsCompany(postgres.ownerUrl, folder.secrets);
        const read = await measureAnalytics(large, load, proxy);
        return [analyticsTable(read, await measureExports(local, large, proxy))];
      },
    ],
  };
  for (const [name, [what, run]] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    say(what);
    const tables = await run();
    for (const table of tables) console.log(`\n${table}\n`);
    if (writes) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), name, MACHINE, tables));
  }
  say('Done.');
  console.log(`\n${NOTES}`);
  finish();
});

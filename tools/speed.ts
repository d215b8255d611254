import { cpus, loadavg } from 'node:os';
import { buildBenchCompany } from './bench/companies/company.ts';
import { table } from './bench/report.ts';
import { type Device, openCold, type Opening, openWarm, type Screen } from './speed/screens.ts';
import { processorIndex } from './speed/processor-index.ts';
import { beginAttempt } from './speed/running-attempt.ts';
import { signInNewOwner } from './speed/new-company.ts';
import { answerAll, type Doing, fillForm, INTERACTION_GOAL, useList } from './speed/interactions.ts';
import { startSlowProxy } from './speed/slow-proxy.ts';
import { installChromium } from './stack/chromium.ts';
import { openMeasured } from './stack/measured.ts';
import { startNeonProxy } from './stack/proxy/neon-proxy.ts';
import { openOutbox } from './stack/mail/outbox.ts';
import { freePort } from './stack/ports.ts';
import { startProduct } from './stack/product.ts';
import { runProgram } from './stack/program.ts';

/** Milliseconds until a screen is whole. */
type Goals = { cold: number; warm: number };

const DEVICES: readonly (Device & { goals: Goals })[] = [
  {
    name: 'phone',
    slowdown: 4,
    line: { down: 1600, latency: 150 },
    viewport: { width: 390, height: 780 },
    goals: { cold: 1800, warm: 800 },
  },
  {
    name: 'desktop',
    slowdown: 1,
    line: null,
    viewport: { width: 1440, height: 900 },
    goals: { cold: 400, warm: 400 },
  },
];
const TIMES = Number(process.env.TIMES ?? 3);

const NOTES = `whole: milliseconds until no skeleton was left and the data stood; LCP, FCP: until the largest and the first content was
there, also where the page's own frame shows it before the application has come; last: until the page changed no more.
Medians of ${TIMES}; KB over the wire.
phone: 4 times slower, 1.6 Mbit/s, 150 ms latency, 390 px; desktop: as it is, 1440 px. Cold: a browser never used before;
warm: one that opened the screen three times and was closed in between, as somebody who comes back the next day has it.
The line slows pages and service worker alike; connecting costs nothing, and the worker's own thread runs at full speed.
Served with Brotli over HTTP/2, files from memory. ${cpus().length} processors are shared with the product; the load average was ${loadavg()[0]?.toFixed(1)} at the start.`;

/** A phone is as slow as the machine lets it be, whose speed may change: it is told before and after. */
const indexNotes = (before: number, after: number): string =>
  `The processor's index, as Lighthouse counts it, was ${before.toFixed(0)} before and ${after.toFixed(0)} after; the phone's a quarter of that. Chrome's
DevTools take 1000 for a phone of the middle (Pixel 5) and 264 for a slow one (Moto G Power 2022).`;

const INTERACTION_NOTES = `Milliseconds from a press to the next paint, as the browser tells them (event timing), on a processor 4 times slower;
the load average was ${loadavg()[0]?.toFixed(1)} at the start.`;

/** Opens the screens of a company as people would and prints how long they waited; arguments are parts of names, or `interactions`. */
await runProgram(async ({ onStop, finish }) => {
  installChromium();
  const { folder, postgres, stops } = await openMeasured('speed', onStop);
  const database = await startNeonProxy({ address: { path: postgres.socket } });
  stops.push(database.stop);
  const product = await startProduct({
    workerUrl: postgres.workerUrl,
    proxyUrl: database.url,
    port: await freePort(),
    folder: folder.path,
    secrets: folder.secrets,
    outbox: openOutbox(null),
  });
  stops.push(product.stop);
  const proxy = await startSlowProxy(product.url);
  stops.push(proxy.stop);
  const index = await processorIndex();
  const wanted = process.argv.slice(2);
  const pressed = wanted.includes('interactions');
  const { owners, students, sample } = await buildBenchCompany(
    postgres.ownerUrl,
    folder.secrets,
    pressed ? { courses: 40, questions: 200 } : {},
  );
  const [owner, student] = [owners[0], students[0]?.access];
  if (pressed) {
    const [phone] = DEVICES;
    const paper = { name: 'a test', ...(await beginAttempt(product.url, students[1]!)) };
    const people = { name: 'people', path: '/user?page_size=100', access: owner };
    const forms = [
      { name: 'the registration', path: '/registration' },
      { name: 'the form of a course', path: `/course/${sample.course_id}/edit`, access: owner },
      { name: 'the form of a webinar', path: '/webinar/create', access: owner },
    ];
    const doings = [...(await answerAll(proxy, paper, phone!)), ...(await useList(proxy, people, phone!))];
    for (const form of forms) doings.push(await fillForm(proxy, form, phone!));
    console.log(
      `\n${table(['phone, 200 questions, 100 rows', 'times', 'p50', 'p98', 'goal'], doings.map(interactionOf))}\n\n${INTERACTION_NOTES}\n${indexNotes(index, await processorIndex())}`,
    );
    return finish();
  }
  const newOwner = await signInNewOwner(postgres.ownerUrl, folder.secrets);
  const course = `/course/${sample.course_id}`;
  const screens: (Screen & { goals?: Goals })[] = [
    { name: 'sign-in', path: '/login', goals: { cold: 1200, warm: 500 } },
    { name: 'profile, student', path: '/profile', access: student },
    { name: 'courses, student', path: '/course', access: student },
    { name: 'course, student', path: course, access: student },
    {
      name: 'material, student',
      path: `${course}/education-materials/${sample.material_id}`,
      access: student,
    },
    {
      name: 'introduction, student',
      path: `${course}/education-materials/${sample.exam_id}`,
      access: student,
    },
    { name: 'first question, student', ...(await beginAttempt(product.url, students[1]!)) },
    { name: 'profile, owner', path: '/profile', access: owner },
    { name: 'profile, new owner', path: '/profile', access: newOwner },
    { name: 'courses, owner', path: '/course', access: owner },
    { name: 'people, owner', path: '/user', access: owner },
  ];
  const rows: string[][] = [];
  for (const { goals, ...device } of DEVICES) {
    for (const screen of screens) {
      const name = `${device.name}, ${screen.name}`;
      if (!wanted.every((part) => name.includes(part))) continue;
      // Warm first: by its visits the runtime and the database warm up as well.
      const warm = await openWarm(proxy, screen, device, TIMES);
      const cold = await openCold(proxy, screen, device, TIMES);
      for (const [state, openings] of Object.entries({ cold, warm })) {
        const goal = Math.min(goals[state as keyof Goals], screen.goals?.[state as keyof Goals] ?? Infinity);
        const row = rowOf(`${name}, ${state}`, openings, goal);
        console.log(row.join('  '));
        rows.push(row);
      }
    }
  }
  console.log(
    `\n${table(['screen', 'whole', 'goal', 'LCP', 'FCP', 'last', 'CLS', 'requests', 'KB'], rows)}\n\n${NOTES}\n${indexNotes(index, await processorIndex())}`,
  );
  finish();
});

function interactionOf({ name, waits }: Doing): string[] {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1]!;
  const goal = `≤ ${INTERACTION_GOAL}`;
  const met = at(0.98) <= INTERACTION_GOAL ? goal : `${goal}, MISSED`;
  return [name, String(sorted.length), at(0.5).toFixed(0), at(0.98).toFixed(0), met];
}

function rowOf(name: string, openings: readonly Opening[], goal: number): string[] {
  const of = (key: Exclude<keyof Opening, 'place'>): number => {
    const sorted = openings.map((opening) => opening[key]).toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)]!;
  };
  return [
    name,
    of('whole').toFixed(0),
    of('whole') <= goal ? `≤ ${goal}` : `≤ ${goal}, MISSED`,
    of('lcp').toFixed(0),
    of('fcp').toFixed(0),
    of('last').toFixed(0),
    of('cls').toFixed(3),
    String(of('requests')),
    (of('bytes') / 1000).toFixed(0),
  ];
}

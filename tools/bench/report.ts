import { ANALYTICS, type ExportMeasure } from './analytics.ts';
import type { DrawMeasures } from './draws.ts';
import type { BodiesMeasure } from './bodies.ts';
import type { CloneMeasure } from './cloning.ts';
import { ARRIVING, LEFT, SAVING } from './exam-crowds.ts';
import { ENDING, type HallMeasures } from './exam-hall.ts';
import { GRADED, type GradingMeasures } from './grading.ts';
import type { Outcome } from './load/job.ts';
import type { GrowthMeasure } from './growth.ts';
import type { ImportMeasure } from './imports.ts';
import { CLIENTS, type Interference, type Measure } from './load/measure.ts';
import { PLAYERS, type PackageMeasures } from './packages.ts';
import type { ReadMeasure } from './reads.ts';
import type { Size } from './sizes.ts';
import type { StartUp } from './start-up.ts';

/** Round trips that a call may take, and the least share of the `select 1` rate at 32 clients. */
const TARGETS: Record<string, { roundTrips: number; ratio?: number }> = {
  'select 1': { roundTrips: 1 },
  'sign-in': { roundTrips: 2 },
  profile: { roundTrips: 1 },
  'course list, owner': { roundTrips: 1, ratio: 0.4 },
  'course list, student': { roundTrips: 1, ratio: 0.4 },
  'course page': { roundTrips: 1 },
  start: { roundTrips: 2 },
  autosave: { roundTrips: 1, ratio: 0.5 },
  finish: { roundTrips: 2 },
};

/** The table of the calls: rates, latencies and round trips of each number of clients, against `select 1`. */
export function callsTable(measures: readonly Measure[]): string {
  const rows = Object.entries(TARGETS).flatMap(([call, target]) =>
    CLIENTS.map((clients) => {
      const own = find(measures, call, clients);
      const sorted = own.latencies.toSorted((one, other) => one - other);
      const trips = own.roundTrips / own.latencies.length;
      const ratio = rate(own) / rate(find(measures, 'select 1', clients));
      return [
        clients === CLIENTS[0] ? call : '',
        String(clients),
        rate(own).toFixed(rate(own) < 100 ? 1 : 0),
        ...[0.5, 0.95, 0.99].map((share) => quantile(sorted, share).toFixed(1)),
        own.processor === null ? '' : (own.processor / own.latencies.length).toFixed(2),
        judged(trips.toFixed(2), `≤ ${target.roundTrips}`, trips <= target.roundTrips),
        clients === 32 && target.ratio !== undefined
          ? judged(ratio.toFixed(2), `≥ ${target.ratio}`, ratio >= target.ratio)
          : ratio.toFixed(2),
      ];
    }),
  );
  return table(
    ['call', 'clients', 'req/s', 'p50 ms', 'p95 ms', 'p99 ms', 'runtime ms', 'round trips', 'of select 1'],
    rows,
  );
}

/** The table of autosaves beside the hashing of passwords. */
export function interferenceTable({ alone, during, signIns }: Interference): string {
  const row = (what: string, latencies: readonly number[]): string[] => {
    const sorted = latencies.toSorted((one, other) => one - other);
    const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(sorted, share).toFixed(1));
    return [what, String(latencies.length), ...quantiles, (sorted.at(-1) ?? NaN).toFixed(1)];
  };
  return table(
    ['100 autosaves a second', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest'],
    [row('alone', alone), row('while 60 sign-ins a minute run', during), row('those sign-ins', signIns)],
  );
}

/** Milliseconds for a file that is refused, megabytes for any, and round trips of a run and of anything else. */
const IMPORT_TARGETS = { refused: 250, memory: 100, written: 2, other: 1 };

/** The table of the imports. */
export function importsTable(measures: readonly ImportMeasure[]): string {
  const rows = measures.map(({ what, milliseconds, roundTrips, memory }) => {
    const isRefused = what.startsWith('refused');
    const { refused, written, other } = IMPORT_TARGETS;
    const most = isRefused ? 0 : what.startsWith('run') ? written : other;
    const time = milliseconds.toFixed(0);
    return [
      what,
      isRefused ? judged(time, `≤ ${refused}`, milliseconds <= refused) : time,
      judged(String(roundTrips), `≤ ${most}`, roundTrips <= most),
      memory === null
        ? 'not measured'
        : judged(memory.toFixed(0), `≤ ${IMPORT_TARGETS.memory}`, memory <= IMPORT_TARGETS.memory),
    ];
  });
  return table(['import and export of people', 'ms', 'round trips', 'memory, MB'], rows);
}

/** The table of bodies beyond every limit. */
export function bodiesTable(measures: readonly BodiesMeasure[]): string {
  const rows = measures.map(({ what, status, milliseconds, sent, memory }) => [
    what,
    status === null ? 'cut' : String(status),
    milliseconds.toFixed(0),
    sent.toFixed(1),
    memory === null
      ? 'not measured'
      : judged(memory.toFixed(0), `≤ ${BODIES_MEMORY}`, memory <= BODIES_MEMORY),
  ]);
  return table(['three bodies of 90 MB at once', 'status', 'ms', 'MB sent', 'memory, MB'], rows);
}

/** Megabytes for three bodies, of the 128 that an isolate has. */
const BODIES_MEMORY = 30;

/** The middle of what was measured, in any order. */
const middle = (latencies: readonly number[]): number =>
  quantile(
    latencies.toSorted((one, other) => one - other),
    0.5,
  );

/** How many times `select 1` of the same minute a read takes. */
export const ratioOf = ({ latencies, unit }: ReadMeasure): number => middle(latencies) / middle(unit);

/** A table of reads by one client, each against `select 1` in turns with it. */
function readsTable(head: string, measures: readonly ReadMeasure[]): string {
  const rows = measures.map((measure) => {
    const { what, goal, latencies, unit, roundTrips } = measure;
    const sorted = latencies.toSorted((one, other) => one - other);
    const quantiles = [0.5, 0.95].map((share) => quantile(sorted, share).toFixed(1));
    const ratio = ratioOf(measure);
    return [
      what,
      ...quantiles,
      middle(unit).toFixed(1),
      goal === null ? ratio.toFixed(1) : judged(ratio.toFixed(1), `≤ ${goal}`, ratio <= goal),
      judged(roundTrips.toFixed(2), '≤ 1', roundTrips <= 1),
    ];
  });
  return table([head, 'p50 ms', 'p95 ms', 'select 1', 'ratio', 'round trips'], rows);
}

/**
 * The table of growth: of each read at each size how many times `select 1` it takes and what it answers, and the exponent
 * by which the first grows with the company from the smallest to the largest.
 */
export function growthTable(sizes: readonly GrowthMeasure[]): string {
  const names = [...new Set(sizes.flatMap(({ reads }) => reads.map(({ what }) => what)))];
  const rows = names.map((name) => {
    const at = sizes.map(({ people, reads }) => ({ people, read: reads.find(({ what }) => what === name) }));
    const measured = at.filter(({ read }) => read !== undefined);
    const [least, most] = [measured[0]!, measured.at(-1)!];
    const exponent =
      Math.log(ratioOf(most.read!) / ratioOf(least.read!)) / Math.log(most.people / least.people);
    return [
      name,
      ...at.flatMap(({ read }) =>
        read
          ? [middle(read.latencies).toFixed(1), ratioOf(read).toFixed(1), (read.bytes / 1000).toFixed(1)]
          : ['', '', ''],
      ),
      measured.length > 1 ? exponent.toFixed(2) : '',
    ];
  });
  const heads = sizes.flatMap(({ people }) => [`${people / 1000}k: p50 ms`, 'ratio', 'kB']);
  const told = sizes.map(({ people, rows: counted }) => [
    people.toLocaleString('en'),
    ...Object.values(counted).map((count) => count.toLocaleString('en')),
  ]);
  const loaded = table(['people', ...Object.keys(sizes[0]!.rows)], told);
  return `${loaded}\n\n${table(['read', ...heads, 'exponent'], rows)}`;
}

/** The table of packages: how soon one is ready, its screens beside static files, and its commits beside autosaves. */
export function packagesTable({ ready, screens, saves, players }: PackageMeasures): string {
  const at = (latencies: readonly number[], share: number) =>
    quantile(
      latencies.toSorted((one, other) => one - other),
      share,
    );
  const against = (
    what: string,
    own: readonly number[],
    other: readonly number[],
    goal: number,
  ): string[] => {
    const ratio = at(own, 0.5) / at(other, 0.5);
    return [
      what,
      at(own, 0.5).toFixed(1),
      at(other, 0.5).toFixed(1),
      judged(ratio.toFixed(2), `≤ ${goal}`, ratio <= goal),
    ];
  };
  const compared = table(
    ['p50 ms', 'package', 'beside it', 'ratio'],
    [
      against('first screen beside the same static files', screens.packaged, screens.asset, 2),
      ...saves.map(({ clients, commits, autosaves }) =>
        against(`commit beside an autosave, ${clients} at once`, commits, autosaves, 1.2),
      ),
    ],
  );
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(players.latencies, share).toFixed(1));
  const alone = table(
    ['', 'measured'],
    [
      ['ready after its last byte, s', judged(ready.toFixed(1), '≤ 10', ready <= 10)],
      [
        `errors of ${PLAYERS.clients} players that commit every ${PLAYERS.every / 1000} s`,
        judged(`${players.failures} of ${players.latencies.length}`, '0', players.failures === 0),
      ],
      ['their commits, p50 / p95 / p99 ms', `${p50} / ${p95} / ${p99}`],
    ],
  );
  return `${alone}\n\n${compared}`;
}

/** The table of the large company. */
export function largeCompanyTable(measures: readonly ReadMeasure[]): string {
  return readsTable('10,000 courses, 100,000 students', measures);
}

/** The tables of a course's analytics and of its exports. */
export function analyticsTable(reads: readonly ReadMeasure[], exports: readonly ExportMeasure[]): string {
  const files = exports.map(({ what, seconds, size, roundTrips, memory }) => [
    what,
    judged(seconds.toFixed(2), '≤ 3', seconds <= 3),
    size.toFixed(2),
    judged(String(roundTrips), '≤ 1', roundTrips <= 1),
    memory === null ? 'not measured' : judged(memory.toFixed(0), '≤ 100', memory <= 100),
  ]);
  const head = `a course of ${ANALYTICS.students.toLocaleString('en')} students, 50,000 attempts`;
  return `${readsTable(head, reads)}

${table(['export of its table', 'seconds', 'MB', 'round trips', 'memory, MB'], files)}`;
}

/** The table of the cloned courses. */
export function cloningTable(measures: readonly CloneMeasure[]): string {
  const rows = measures.map(({ what, seconds, roundTrips }) => [
    what,
    seconds.toFixed(2),
    judged(String(roundTrips), '≤ 1', roundTrips <= 1),
  ]);
  return table(['clone a course of the library', 'seconds', 'round trips'], rows);
}

/** A start with draws takes at most so many times a start without. */
const DRAWN_RATIO = 2;

/** The table of starts with draws from the bank and without. */
export function drawsTable({ own, drawn }: DrawMeasures): string {
  const sorted = [own, drawn].map((latencies) => latencies.toSorted((one, other) => one - other));
  const [without = 0, with_draws = 0] = sorted.map((latencies) => quantile(latencies, 0.5));
  const rows = (['without draws', 'with draws'] as const).map((what, place) => {
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(sorted[place]!, share));
    const ratio = with_draws / without;
    return [
      what,
      String(sorted[place]!.length),
      p50!.toFixed(1),
      p95!.toFixed(1),
      place === 0 ? '' : judged(ratio.toFixed(2), `≤ ${DRAWN_RATIO}`, ratio <= DRAWN_RATIO),
    ];
  });
  return table(['start of an exam of 20 questions', 'starts', 'p50 ms', 'p95 ms', 'to one without'], rows);
}

/** Grading of attempts of all types takes at most so many times that of as many choices. */
const MIXED_RATIO = 2;

/** The table of attempts graded at once, by what their exam asks. */
export function gradingTable({ choices, mixed }: GradingMeasures): string {
  const ratio = middle(mixed) / middle(choices);
  const row = (what: string, seconds: readonly number[], told: string) => [
    what,
    middle(seconds).toFixed(2),
    Math.max(...seconds).toFixed(2),
    told,
  ];
  return table(
    [
      `${GRADED.attempts.toLocaleString('en')} attempts of ${GRADED.questions} answers`,
      's',
      'most',
      'to choices',
    ],
    [
      row('choices, all or nothing', choices, ''),
      row('eight types, in parts', mixed, judged(ratio.toFixed(2), `≤ ${MIXED_RATIO}`, ratio <= MIXED_RATIO)),
    ],
  );
}

/** How many times `select 1` at one client 95 of 100 calls of an exam may take; seconds, of what ends by itself. */
const HALL_TARGETS = { start: 60, save: 30, finish: 60 };
const ENDING_TARGETS = { graded: 3, mailed: 6, closed: 1 };

/** The tables of exams held by many at once, and of what ends with nobody online. */
export function hallsTable({ halls, crowds, ending }: HallMeasures): string {
  const { arrival, saves } = crowds;
  const rows = [
    ...halls.map(({ students, unit, phase, outcome }) =>
      examRow(phase === 'start' ? `${students} students` : '', phase, unit, outcome, HALL_TARGETS[phase]),
    ),
    examRow(`${SAVING} students`, 'save, every 2 s', crowds.unit, saves),
    examRow(`${ARRIVING} students in 2 min`, 'sign-in', crowds.unit, arrival.sign_in),
    examRow('', 'introduction', crowds.unit, arrival.introduction),
    examRow('', 'start', crowds.unit, arrival.start, HALL_TARGETS.start),
  ];
  const closed = crowds.closed.toSorted((one, other) => one - other);
  const [half, most] = [0.5, 0.99].map((share) => quantile(closed, share));
  const seconds = (value: number, goal: number) => judged(value.toFixed(2), `≤ ${goal}`, value <= goal);
  const alone = [
    [`${ENDING} attempts due in one second: the last is graded`, seconds(ending.last, ENDING_TARGETS.graded)],
    [
      `${ending.certificates} certificates issued with it: the last mail is queued`,
      seconds(ending.mailed, ENDING_TARGETS.mailed),
    ],
    [`${LEFT} attempts left alone: closed, p50`, half!.toFixed(2)],
    [`${LEFT} attempts left alone: closed, p99`, seconds(most!, ENDING_TARGETS.closed)],
  ];
  const heads = [
    'exam',
    'phase',
    'calls',
    'errors',
    'per s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'p95 to select 1',
  ];
  return `${table(heads, rows)}\n\n${table(['with nobody online', 's after it was due'], alone)}`;
}

/** One phase of an exam, against `select 1` at one client right before it. */
function examRow(exam: string, phase: string, unit: readonly number[], outcome: Outcome, goal?: number) {
  const { latencies, elapsed, failures } = outcome;
  const sorted = latencies.toSorted((one, other) => one - other);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(sorted, share));
  const ratio = p95! / middle(unit);
  return [
    exam,
    phase,
    String(latencies.length),
    judged(String(failures.length), '= 0', failures.length === 0),
    (latencies.length / elapsed).toFixed(0),
    p50!.toFixed(1),
    p95!.toFixed(1),
    p99!.toFixed(1),
    goal === undefined ? ratio.toFixed(0) : judged(ratio.toFixed(0), `≤ ${goal}`, ratio <= goal),
  ];
}

/** The table of what goes over the wire, and how long the Worker takes to begin. */
export function sizesTable(sizes: readonly Size[], { active, collecting }: StartUp): string {
  const rows = sizes.map(({ name, bytes, limit }) => [
    name,
    bytes === null
      ? 'not measured'
      : judged(`${(bytes / 1024).toFixed(1)} KB`, `≤ ${limit} KB`, bytes <= limit * 1024),
  ]);
  return `${table(['gzip', 'size'], rows)}

The Worker begins in ${active.toFixed(0)} ms of the processor, ${collecting.toFixed(0)} of them for garbage (wrangler check startup, under its profiler).`;
}

const judged = (value: string, target: string, isReached: boolean): string =>
  `${value} (${target}${isReached ? '' : ', MISSED'})`;

const rate = ({ latencies, elapsed }: Measure): number => latencies.length / elapsed;

function find(measures: readonly Measure[], call: string, clients: number): Measure {
  const found = measures.find((it) => it.call === call && it.clients === clients);
  if (!found) throw new Error(`${call} was not measured at ${clients} clients`);
  return found;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Lines of cells, the first column to the left. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

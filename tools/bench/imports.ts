import type { NeonProxy } from '../stack/proxy/neon-proxy.ts';
import type { BenchCompany } from './companies/company.ts';
import { HOSTILE_FILES } from './files/hostile-files.ts';
import { xlsx } from './files/xlsx.ts';
import { memoryOf } from './load/runtime.ts';

/** One import of a file. */
export interface ImportMeasure {
  what: string;
  milliseconds: number;
  roundTrips: number;
  /** Megabytes that the runtime took at most beyond what it held before; null where the system does not tell. */
  memory: number | null;
}

const ROWS = [100, 5000] as const;

/**
 * Files of 100 and 5,000 people judged, imported and imported again; the files that we write; the slowest and greediest
 * of the files that are refused.
 */
export async function measureImports(
  product: { url: string; folder: string },
  company: BenchCompany,
  proxy: NeonProxy,
): Promise<ImportMeasure[]> {
  const access = company.owners[0]!;
  const { space } = JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()) as {
    space: number;
  };
  const measures: ImportMeasure[] = [];
  const call = async (what: string, path: string, status: number, file?: Uint8Array<ArrayBuffer>) => {
    const memory = memoryOf(product.folder);
    const before = proxy.roundTrips();
    const began = performance.now();
    const response = await fetch(`${product.url}/api/v1/accounts/${path}`, {
      method: file ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${access}` },
      ...(file ? { body: file } : {}),
    });
    const text = await response.text();
    const milliseconds = performance.now() - began;
    if (response.status !== status) throw new Error(`${what}: ${response.status} ${text.slice(0, 300)}`);
    return { what, milliseconds, roundTrips: proxy.roundTrips() - before, memory: memory() };
  };
  const send = (what: string, file: Uint8Array<ArrayBuffer>, query: string, status: number) =>
    call(what, `user_data/${space}${query}`, status, file);
  // Loads what a first import loads.
  await send('', peopleFile(1, 0), '?dry_run=true', 200);
  for (const rows of ROWS) {
    const file = peopleFile(rows, rows);
    measures.push(await send(`dry run, ${rows} rows`, file, '?dry_run=true', 200));
    const written = await send(`run, ${rows} rows`, file, '?dry_run=false', 200);
    measures.push(written, await send(`the same again, ${rows} rows`, file, '?dry_run=false', 200));
  }
  measures.push(await call('template, the first', 'user_data_template', 200));
  measures.push(await call('template', 'user_data_template', 200));
  measures.push(await call('export, 5301 people', `user_data/${space}`, 200));
  const refused: ImportMeasure[] = [];
  for (const [name, make] of HOSTILE_FILES) {
    const file = make();
    refused.push(await send(`refused: ${name}`, file, '?dry_run=false', 400));
  }
  refused.sort((one, other) => other.milliseconds - one.milliseconds);
  const greedy = refused.toSorted((one, other) => (other.memory ?? 0) - (one.memory ?? 0))[0]!;
  return [...measures, ...new Set([...refused.slice(0, 3), greedy])];
}

/** People who sign in by phone: their mails would be sent while the next file is measured. */
function peopleFile(rows: number, first: number): Uint8Array<ArrayBuffer> {
  const header = ['Роль', 'Логін/телефон', 'ПІБ', 'Посада', 'Підрозділ', 'Коментар'];
  const person = (_: unknown, n: number) => [
    'Студент',
    `+38067${String(1_000_000 + first * 10 + n)}`,
    `Прізвище${n} Ім’я${n % 97} По-батькові`,
    `Посада ${n % 40}`,
    `Підрозділ ${n % 12}`,
    `Табельний номер ${(n * 7919) % 100_003}`,
  ];
  return xlsx([header, ...Array.from({ length: rows }, person)]);
}

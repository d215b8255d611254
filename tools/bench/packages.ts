import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Agent, fetch as fetchBy } from 'undici';
import { WEB_BUNDLE } from '../stack/paths.ts';
import type { BenchCompany } from './companies/company.ts';
import { SEQUENCE, type Call } from './load/job.ts';
import type { Load } from './load/load.ts';
import { expectNoFailure, post, saveCall, type Started } from './load/measure.ts';

/** As a course of an authoring tool with its pictures and videos, at the limit of what companies bring. */
export const PACKAGE = { files: 2000, bytes: 300 * 1024 ** 2 };
/** How often a first screen is opened each way, in turns. */
const SCREENS = 15;
/** Files of a first screen, as a course page asks for them beside itself; a browser asks for six at a time. */
const SHOWN = 24;
const AT_ONCE = 6;
const COMMITS = { clients: [1, 8, 32], turns: 4, seconds: 0.5 } as const;
export const PLAYERS = { clients: 200, every: 5000, seconds: 30 };

export interface PackageMeasures {
  /** Seconds from the last byte until the package can be opened. */
  ready: number;
  /** Milliseconds of a first screen: as files of a package, and the same as static files of the product. */
  screens: { packaged: number[]; asset: number[] };
  /** Milliseconds of each, by how many at once. */
  saves: { clients: number; commits: number[]; autosaves: number[] }[];
  players: { latencies: number[]; failures: number };
}

interface Places {
  /** Of the product, and of the host of content. */
  url: string;
  content: string;
}

/** Uploads a large package in parts, opens it beside static files, and commits to it beside autosaves. */
export async function measurePackages(
  { url, content }: Places,
  { owners, students, sample }: BenchCompany,
  load: Load,
  player: Load,
): Promise<PackageMeasures> {
  const access = owners[0]!;
  const at = `/course/course/${sample.course_id}/educational_material`;
  const shown = staticFiles();
  const files: [string, Uint8Array][] = [
    ['imsmanifest.xml', Buffer.from(MANIFEST)],
    ['index.html', Buffer.from('<!doctype html><title>Bench</title>')],
    ...shown,
  ];
  const rest = PACKAGE.files - files.length;
  const size = Math.ceil((PACKAGE.bytes - files.reduce((sum, [, bytes]) => sum + bytes.length, 0)) / rest);
  for (let n = 0; n < rest; n += 1) files.push([`media/${n}.bin`, randomBytes(size)]);
  const ask = askerOf(url);
  const { id } = await ask<{ id: number }>('POST', `/api/v1${at}`, access, {
    name: 'Bench package',
    type: 'package',
    next_access: 'free',
  });
  const ready = await upload(ask, `/api_uploader/v1${at}/${id}/package`, access, archiveOf(files));
  const people = students.map((each) => Number(claimsOf(each.access).sub));
  for (let from = 0; from < people.length; from += 100)
    await ask('POST', `/api/v1/course/course/${sample.course_id}/students`, access, {
      user_ids: people.slice(from, from + 100),
    });
  const tries = await Promise.all(
    students.map(async (student) => {
      const started = await ask<{ url: string }>(
        'POST',
        `/api/v1${at}/${id}/package/start`,
        student.access,
        {},
      );
      const root = new URL(started.url).pathname.replace(/player$/, '');
      const { opening } = await ask<{ opening: number }>('POST', `${root}try`, undefined, undefined, content);
      return commitCall(root, opening);
    }),
  );
  const names = shown.map(([name]) => name);
  const root = tries[0]!.path.replace(/commit$/, 'files/');
  return {
    ready,
    screens: await screensOf(url, content + root, names),
    saves: await savesOf(students, tries, load, player),
    players: await player
      .run({ calls: tries, ...PLAYERS, order: 'repeat', expected: 200, keep: false })
      .then(({ latencies, failures }) => ({ latencies, failures: failures.length })),
  };
}

const MANIFEST = `<?xml version="1.0"?>
<manifest identifier="bench" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Bench</title><item identifier="one" identifierref="r"><title>One</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/></resources></manifest>`;

/** Of the client's own files those that are as large as pictures and scripts of a course are. */
function staticFiles(): [string, Uint8Array][] {
  const found = globSync('assets/*.{js,css}', { cwd: WEB_BUNDLE }).toSorted();
  const read = found.map((name): [string, Uint8Array] => [name, readFileSync(join(WEB_BUNDLE, name))]);
  return read.toSorted(([, one], [, other]) => other.length - one.length).slice(0, SHOWN);
}

/** A zip of stored files: what pictures and videos are in any archive. */
function archiveOf(files: readonly [string, Uint8Array][]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(33, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const line = Buffer.alloc(46);
    line.writeUInt32LE(0x02014b50, 0);
    line.writeUInt16LE(20, 4);
    common.copy(line, 6);
    line.writeUInt32LE(offset, 42);
    directory.push(line, Buffer.from(name));
    const head = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name)]);
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

type Ask = ReturnType<typeof askerOf>;

const askerOf =
  (url: string) =>
  async <Answer = unknown>(
    method: string,
    path: string,
    access?: string,
    body?: object,
    origin = url,
  ): Promise<Answer> => {
    const response = await fetch(`${origin}${path}${origin === url ? '/' : ''}`, {
      method,
      headers: {
        ...(access && { Authorization: `Bearer ${access}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  };

/** Sends an archive as a browser does, in parts; gives the seconds after its last byte. */
async function upload(ask: Ask, at: string, access: string, bytes: Uint8Array): Promise<number> {
  const begun = await ask<{ id: number; part_size: number }>('POST', at, access, {
    name: 'bench.zip',
    size: bytes.length,
  });
  const count = Math.ceil(bytes.length / begun.part_size);
  const sent: { number: number; etag: string }[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { parts } = await ask<{ parts: { url: string }[] }>('POST', `${at}/${begun.id}/parts`, access, {
      numbers: [number],
    });
    const body = bytes.slice((number - 1) * begun.part_size, number * begun.part_size);
    const answer = await fetch(parts[0]!.url, { method: 'PUT', body: body as BodyInit });
    if (!answer.ok) throw new Error(`part ${number}: ${answer.status}`);
    sent.push({ number, etag: answer.headers.get('etag') ?? '' });
  }
  const began = performance.now();
  await ask('POST', `${at}/${begun.id}/complete`, access, { parts: sent });
  return (performance.now() - began) / 1000;
}

/** A first screen: the page, then what it shows, six at a time; each browser is a new one. */
async function screensOf(product: string, packaged: string, names: readonly string[]) {
  const screen = async (root: string, page: string): Promise<number> => {
    const dispatcher = new Agent({ connections: AT_ONCE });
    const read = async (name: string) => {
      const answer = await fetchBy(`${root}${name}`, { dispatcher });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await answer.arrayBuffer();
    };
    const began = performance.now();
    await read(page);
    await Promise.all(names.map(read));
    const milliseconds = performance.now() - began;
    await dispatcher.close();
    return milliseconds;
  };
  const measured = { packaged: [] as number[], asset: [] as number[] };
  for (let time = -1; time < SCREENS; time += 1) {
    const [one, other] = [await screen(packaged, 'index.html'), await screen(`${product}/`, 'offline.html')];
    // The first one warms both.
    if (time < 0) continue;
    measured.packaged.push(one);
    measured.asset.push(other);
  }
  return measured;
}

/** A state as real packages send it: some of their own data, and an answer. */
function commitCall(root: string, opening: number): Call & { body: string } {
  const elements = {
    'cmi.core.lesson_status': 'incomplete',
    'cmi.core.lesson_location': '17',
    'cmi.core.score.raw': '40',
    'cmi.suspend_data': 'x'.repeat(1500),
    'cmi.interactions.0.id': 'q1',
    'cmi.interactions.0.type': 'choice',
    'cmi.interactions.0.student_response': 'a',
    'cmi.interactions.0.result': 'correct',
  };
  const body = JSON.stringify({
    opening,
    sequence: SEQUENCE,
    item: 'one',
    state: { one: { elements, seconds: 60 } },
  });
  return { method: 'POST', path: `${root}commit`, body: body.replace(`"${SEQUENCE}"`, SEQUENCE) };
}

/** Commits and autosaves in turns, each of its own person. */
async function savesOf(students: BenchCompany['students'], tries: Call[], load: Load, player: Load) {
  const most = Math.max(...COMMITS.clients);
  const taken = students.slice(-most).map(({ access, courses }) => ({ access, ...courses.at(-1)! }));
  const { answers } = await expectNoFailure(
    load.run({
      calls: taken.map(({ access, form_id }) => post('/course/start_form_passing', { form_id }, access)),
      clients: 1,
      seconds: 30,
      order: 'once',
      expected: 201,
      keep: true,
    }),
  );
  const saves = answers.map(({ call, body }) => saveCall(JSON.parse(body) as Started, taken[call]!.access));
  const job = { seconds: COMMITS.seconds, order: 'repeat', expected: 200, keep: false } as const;
  const measured = COMMITS.clients.map((clients) => ({
    clients,
    commits: [] as number[],
    autosaves: [] as number[],
  }));
  for (let turn = -1; turn < COMMITS.turns; turn += 1) {
    for (const each of measured) {
      const { clients } = each;
      const commits = await expectNoFailure(player.run({ calls: tries, clients, ...job }));
      const autosaves = await expectNoFailure(load.run({ calls: saves, clients, ...job }));
      if (turn < 0) continue;
      each.commits.push(...commits.latencies);
      each.autosaves.push(...autosaves.latencies);
    }
  }
  return measured;
}

const claimsOf = (access: string) =>
  JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()) as { sub: string };

import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  signContent,
  type ContentToken,
} from '../../../../worker/learning/packages/content/content-token.ts';
import type { Env } from '../../../../worker/platform/context.ts';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course } from '../../../factories/company.ts';
import { Client } from '../../../factories/world.ts';
import { aManifest, aPackage, renamed, withEntry } from '../../../fixtures/packages.ts';
import { givePassword, PASSWORD, signIn } from '../../../support/api/accounts.ts';
import { aMaterial, of, uploader } from '../../../support/api/files.ts';
import {
  aPackageMaterial,
  committed,
  CONTENT,
  content,
  opened,
  uploadedPackage,
} from '../../../support/api/packages.ts';
import { letIn } from '../../../support/api/somebody.ts';
import { aCompany, asSystem, fetchFrom, world } from '../../../support/api/world.ts';

let company: Company;
let course: Course;
beforeEach(async () => {
  company = await aCompany();
  course = await company.aCourse({ materials: 0 });
});

const passed = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' };

/** How an address answers where it is open: player, file, the file again, try, and a commit of another opening. */
const OPEN = ['200', '200', '304', '200', '409 package_elsewhere'];

async function answersOf(root: string): Promise<string[]> {
  const file = `${root}files/index.html`;
  const { package: id } = claimsOf(root);
  const etag = etags.get(id) ?? (await content(file)).headers.get('ETag')!;
  etags.set(id, etag);
  const commit = { opening: 99, sequence: 1, item: 'one', state: {} };
  const answers = [
    await content(`${root}player`),
    await content(file),
    await content(file, { headers: { 'If-None-Match': etag } }),
    await content(`${root}try`, { method: 'POST' }),
    await content(`${root}commit`, { method: 'POST', body: JSON.stringify(commit) }),
  ];
  return Promise.all(
    answers.map(async (answer) => {
      const { code = '' } = answer.ok ? {} : await answer.json<{ code?: string }>().catch(() => ({}));
      return `${answer.status} ${code}`.trim();
    }),
  );
}
/** Of the first page of a package, as a browser keeps it. */
const etags = new Map<number, string>();

const claimsOf = (root: string): ContentToken => {
  const { sid, type, c, sub, m, p, t, d } = decodeJwt(root.slice(1, -1)) as Record<string, never>;
  return {
    session: sid!,
    user_type: type!,
    company: c!,
    user: Number(sub),
    material: m!,
    package: p!,
    try: t!,
    dispatched: d!,
  };
};

/** An address as it is made now. */
const addressOf = async (token: ContentToken) =>
  `/${await signContent({ JWT_SECRET: world.jwtSecret } as Env, token, new Date().toISOString())}/`;

const inDatabase = (query: string) => () => asSystem([query, [company.people.student.id]]);

/** What closes a package that the student has open, and what opens it again. */
const CLOSINGS: Record<string, { close: () => Promise<(() => Promise<unknown>) | null>; says: string }> = {
  'while a test runs in its course': {
    says: '403 blocked_during_tests',
    close: async () => {
      const attempt = await startAttempt(company.as('student'), await company.anExam({ course }));
      return () => attempt.finish();
    },
  },
  'for who is blocked in its course': {
    says: '403 blocked_in_course',
    close: async () => {
      const [path, user_pk] = [`/course/course/${course.id}/blocked_user/`, company.people.student.id];
      expect((await company.as('owner').post(path, { user_pk })).status).toBe(204);
      return () => company.as('owner').delete(`${path}${user_pk}/`);
    },
  },
  'for who is blocked in the company': {
    says: '403 account_blocked',
    close: async () => {
      await inDatabase('update memberships set blocked_at = now() where user_id = $1')();
      return () => letIn(company.people.student.id);
    },
  },
  'for who is blocked everywhere': {
    says: '403 account_blocked',
    close: async () => {
      await inDatabase('update users set blocked_at = now() where id = $1')();
      return inDatabase('update users set blocked_at = null where id = $1');
    },
  },
  'for who has left': {
    says: '401 session_ended',
    close: async () => {
      await inDatabase('update memberships set deleted_at = now() where user_id = $1')();
      return null;
    },
  },
  'of a course that is a draft again': {
    says: '404 not_found',
    close: async () => {
      const publish = (published: boolean) =>
        company.as('owner').patch(`/course/course/${course.id}/`, { published });
      expect((await publish(false)).status).toBe(204);
      return () => publish(true);
    },
  },
};

describe('an upload', () => {
  test('tells what is in the package, and is replaced by the next version', async () => {
    const material = await aMaterial(company, course, 'package');
    expect((await company.as('owner').get(`${of(course, material)}package/`)).status).toBe(404);
    await uploadedPackage(company, course, material, await aPackage());
    const two = [
      { id: 'one', title: 'Вступ', href: 'a/index.html' },
      { id: 'two', title: 'Далі', href: 'b.html' },
    ];
    const options = { standard: '2004', title: 'Друга', items: two } as const;
    const manifest = aManifest(options)
      .replace('<item identifier="two"', '<item identifier="c"><title>Розділ</title>$&')
      .replace('</item></organization>', '</item>$&');
    const second = await aPackage({ ...options, manifest });
    await uploadedPackage(company, course, material, second, { restart: true });
    const { body } = await company.as('owner').get(`${of(course, material)}package/`);
    expect(body).toMatchObject({
      version: 2,
      standard: '2004',
      edition: '2004 4th Edition',
      title: 'Друга',
      items: [
        { title: 'Вступ', depth: 0, sco: true, chapter: false },
        { title: 'Розділ', depth: 0, sco: false, chapter: true },
        { title: 'Далі', depth: 1, sco: true, chapter: false },
      ],
      file_count: 3,
      restart: true,
      allow_popups: false,
      tries: [],
    });
    const history = await asSystem<{ relation: string }>([
      "select relation from history where company_id = $1 and relation = 'packages'",
      [company.id],
    ]);
    expect(history).toHaveLength(2);
  });

  test('is refused with its reason, removed, and leaves the one before', async () => {
    const good = await aPackage({ files: { 'index.html': 'x', 'aa/evil.js': 'y' } });
    const { material } = await aPackageMaterial(company, course, good);
    for (const [bytes, reason] of [
      [renamed(good, 'aa/evil.js', '../evil.js'.slice(0, 10)), 'bad_path'],
      [await aPackage({ manifest: '<!DOCTYPE a><manifest/>' }), 'manifest_unsafe'],
      [renamed(good, 'imsmanifest.xml', 'a/manifests.xml'), 'no_manifest'],
      [renamed(good, 'imsmanifest.xml', 'aaaaaa/cmi5.xml'), 'other_standard'],
      [renamed(good, 'imsmanifest.xml', 'aaaa/tincan.xml'), 'other_standard'],
    ] as const) {
      const { answer, id } = await uploadedPackage(company, course, material, bytes);
      expect([answer.status, answer.body]).toEqual([400, { file: [`The package is not taken: ${reason}`] }]);
      expect(await asSystem(['select from media where id = $1', [id]])).toEqual([]);
    }
    expect((await company.as('owner').get(`${of(course, material)}package/`)).body.version).toBe(1);
  });

  test('has calls of its own: no archive comes by the way of other files, and none is a student’s to read', async () => {
    const { material, id } = await aPackageMaterial(company, course, await aPackage());
    const owner = company.as('owner');
    const asFile = { name: 'a.zip', size: 100, kind: 'main' };
    expect((await owner.post(`${uploader(course, material)}upload_file/`, asFile)).status).toBe(400);
    const theory = await aMaterial(company, course, 'theory');
    expect((await owner.post(`${uploader(course, theory)}package/`, { name: 'a.zip', size: 9 })).status).toBe(
      400,
    );
    expect(
      (await owner.post(`${uploader(course, material)}package/`, { name: 'a.pdf', size: 9 })).status,
    ).toBe(400);
    const tooLarge = { name: 'a.zip', size: 500 * 1024 ** 2 + 1 };
    expect((await owner.post(`${uploader(course, material)}package/`, tooLarge)).status).toBe(400);
    const shown = await company.as('student').get(of(course, material));
    const { url } = shown.body.files[0] as { url: string };
    expect((await company.as('student').get(url.replace('/api/v1', ''))).status).toBe(404);
    expect(shown.body.files[0].id).toBe(id);
  });
});

describe('the host of content', () => {
  const file = 'Сторінка: '.repeat(2000);

  test.each([true, false])(
    'gives files of the archive, whole and in stretches (stored: %s)',
    async (stored) => {
      const bytes = await aPackage({ stored, files: { 'index.html': '<p>', 'в теці/a b.txt': file } });
      const { material } = await aPackageMaterial(company, course, bytes);
      const { root } = await opened(company.as('student'), course, material);
      const path = `${root}files/${encodeURIComponent('в теці')}/a%20b.txt`;
      const whole = await content(path);
      expect([whole.status, await whole.text()]).toEqual([200, file]);
      expect(whole.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      expect(whole.headers.get('Cache-Control')).toBe('private, no-cache');
      const part = await content(path, { headers: { Range: 'bytes=100-199' } });
      expect([part.status, part.headers.get('Content-Range')]).toEqual([
        206,
        `bytes 100-199/${Buffer.byteLength(file)}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(file).subarray(100, 200));
      const etag = whole.headers.get('ETag')!;
      for (const known of [etag, `W/${etag}`])
        expect((await content(path, { headers: { 'If-None-Match': known } })).status).toBe(304);
      // What is beyond the end is refused; what is no single range of bytes is no range at all.
      for (const [range, status, length] of [
        ['bytes=9999999-', 416, 0],
        ['bytes=-0', 416, 0],
        ['bytes=-5', 206, 5],
        ['bytes=0-99999999999999999999', 206, Buffer.byteLength(file)],
        ...['bytes=9-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=-', 'items=0-1', '0-1'].map(
          (other) => [other, 200, Buffer.byteLength(file)] as const,
        ),
      ] as const) {
        const answer = await content(path, { headers: { Range: range } });
        expect([range, answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([
          range,
          status,
          length,
        ]);
      }
      const head = await content(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('Content-Length')]).toEqual([
        200,
        String(Buffer.byteLength(file)),
      ]);
      for (const missing of ['nothing.js', '..%2fplayer', 'imsmanifest.xml/', '__proto__', '%00', '%'])
        expect([missing, (await content(`${root}files/${missing}`)).status]).toEqual([missing, 404]);
    },
  );

  test('gives a file by its own name, whatever that name looks like', async () => {
    const names = [
      'a"b\'c<d>.txt',
      '%2e%2e',
      '\uFF0E\uFF0E',
      'a?b#c.txt',
      '...',
      'ї'.repeat(400),
      'constructor',
    ];
    const files = Object.fromEntries([['index.html', '<p>'], ...names.map((name) => [name, `of ${name}`])]);
    const { material } = await aPackageMaterial(company, course, await aPackage({ files }));
    const { root } = await opened(company.as('student'), course, material);
    for (const name of names)
      expect(await (await content(`${root}files/${encodeURIComponent(name)}`)).text()).toBe(`of ${name}`);
    // As a browser reads it, this leads out of the files; so does what looks like it not.
    for (const path of ['%2e%2e/%2e%2e/', '%2e%2e/files2', '\uFF0E\uFF0E/player', '%252e%252e/player'])
      expect([path, (await content(`${root}files/${path}`)).status]).toEqual([path, 404]);
  });

  test('gives files that Windows or macOS packed, by the names that their pages say', async () => {
    // Сторинка.html as DOS had it, and a manifest in Windows-1251.
    const oem = '\x91\xe2\xae\xe0\xa8\xad\xaa\xa0.html';
    const item = { id: 'one', title: 'Rozdil', href: 'res\\Storinka.html' };
    const manifest = Buffer.from(
      aManifest({ title: 'Kurs', items: [item] }).replace('UTF-8', 'windows-1251'),
    );
    const said = (from: string, to: number[]) => {
      const at = manifest.indexOf(from);
      return Buffer.concat([manifest.subarray(0, at), Buffer.from(to), manifest.subarray(at + from.length)]);
    };
    const named = said('Storinka', [0xd1, 0xf2, 0xee, 0xf0, 0xe8, 0xed, 0xea, 0xe0]);
    const plain = 'res:aaaaaaaa.html';
    const decomposed = 'мій.css'.normalize('NFD');
    const bytes = await aPackage({ manifest: named, files: { [plain]: 'page', [decomposed]: 'style' } });
    const packed = renamed(bytes, plain, `res\\${oem}`);
    const { material } = await aPackageMaterial(company, course, packed);
    const { root } = await opened(company.as('student'), course, material);
    for (const [name, inside] of [
      ['res/Сторинка.html', 'page'],
      ['мій.css', 'style'],
      [decomposed, 'style'],
    ] as const)
      expect(await (await content(`${root}files/${encodeURI(name)}`)).text()).toBe(inside);
  });

  test('gives no more of a file than the directory says', async () => {
    const good = await aPackage({ files: { 'index.html': '<p>', 'grown.txt': 'x'.repeat(5000) } });
    const bytes = withEntry(good, 'grown.txt', (entry) => entry.setUint32(24, 5, true));
    const { material } = await aPackageMaterial(company, course, bytes);
    const { root } = await opened(company.as('student'), course, material);
    expect((await content(`${root}files/index.html`)).status).toBe(200);
    expect((await content(`${root}files/grown.txt`)).status).toBe(404);
  });

  test.each(Object.entries(CLOSINGS))('opens nothing %s', async (_name, closing) => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    expect(await answersOf(root)).toEqual(OPEN);
    const reopen = await closing.close();
    expect(await answersOf(root)).toEqual(OPEN.map(() => closing.says));
    if (!reopen) return;
    await reopen();
    expect(await answersOf(root)).toEqual(OPEN);
  });

  test('opens nothing after the session in which it was opened, and all that another one opens', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const student = company.people.student;
    await givePassword(student);
    const there = new Client(world, (await signIn(student.email)).body.access as string);
    const here = await opened(student.client, course, material);
    const other = await opened(there, course, material);
    expect(other.root).not.toBe(here.root);
    const change = { old_password: PASSWORD, new_password: 'Nova-storinka-9' };
    expect((await there.post('/accounts/change_password/', change)).status).toBe(204);
    expect(await answersOf(here.root)).toEqual(OPEN.map(() => '401 session_ended'));
    expect(await answersOf(other.root)).toEqual(OPEN);
    expect((await there.post('/accounts/logout/')).status).toBe(204);
    expect(await answersOf(other.root)).toEqual(OPEN.map(() => '401 session_ended'));
  });

  test('shows staff a draft, while they have their role and reach', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { client, id } = company.people.trainer;
    const { root } = await opened(client, course, material);
    await company.as('owner').patch(`/course/course/${course.id}/`, { published: false });
    // What they commit is taken, and kept nowhere.
    expect(await answersOf(root)).toEqual([...OPEN.slice(0, 4), '200']);
    await asSystem([
      "update memberships set user_types = '{student}' where company_id = $1 and user_id = $2",
      [company.id, id],
    ]);
    expect((await answersOf(root)).slice(0, 4)).toEqual(OPEN.slice(0, 4).map(() => '403 user_type_not_held'));
    const foreign = { session: 0, user_type: 'trainer', user: id, material, dispatched: false } as const;
    expect(await answersOf(await addressOf({ ...claimsOf(root), ...foreign }))).toEqual([
      ...OPEN.slice(0, 4).map(() => '401 session_ended'),
      '200',
    ]);
  });

  test('opens nothing by an address of days ago', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    expect(await answersOf(await addressOf(claimsOf(root)))).toEqual(OPEN);
    vi.useFakeTimers({ now: Date.now() - 2 * 86_400_000, toFake: ['Date'] });
    const old = await addressOf(claimsOf(root)).finally(() => vi.useRealTimers());
    expect(await answersOf(old)).toEqual(OPEN.map(() => '401 session_ended'));
  });

  test('streams what is too large to be inflated at once', async () => {
    const large = new Uint8Array(9 * 1024 ** 2).map((_, at) => (at * 7 + (at >> 8)) % 251);
    const bytes = await aPackage({ files: { 'index.html': '<p>', 'film.mp4': large } });
    const { material } = await aPackageMaterial(company, course, bytes);
    const { root } = await opened(company.as('student'), course, material);
    const part = await content(`${root}files/film.mp4`, { headers: { Range: 'bytes=8000000-8000099' } });
    expect(part.headers.get('Content-Type')).toBe('video/mp4');
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(large.slice(8_000_000, 8_000_100));
    const whole = await content(`${root}files/film.mp4`);
    expect((await whole.arrayBuffer()).byteLength).toBe(large.length);
  });

  test('tells the browser that a package has nothing but what is its own', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    const { headers } = await content(`${root}files/index.html`);
    const policy = headers.get('Content-Security-Policy')!;
    for (const rule of [
      "connect-src 'self' data: blob:",
      "form-action 'none'",
      "frame-ancestors 'self' https://osnova.test",
      'sandbox allow-scripts allow-same-origin allow-forms allow-modals',
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/allow-(popups|downloads|top-navigation)|\*|https?:\/\/(?!osnova\.test)/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Set-Cookie')).toBeNull();
    const worker = { headers: { 'Service-Worker': 'script' } };
    for (const path of [`${root}files/index.html`, '/player.js'])
      expect([path, (await content(path, worker)).status]).toEqual([path, 404]);
    const alone = { headers: { 'Sec-Fetch-Dest': 'document' } };
    expect((await content(`${root}files/index.html`, alone)).status).toBe(404);
    const allowed = { allow_popups: true, allow_downloads: true };
    const owner = company.as('owner');
    expect((await owner.patch(`${of(course, material)}package/`, allowed)).status).toBe(204);
    const { root: later, started } = await opened(owner, course, material);
    expect(started).toMatchObject(allowed);
    const widened = (await content(`${later}files/index.html`)).headers.get('Content-Security-Policy');
    expect(widened).toContain('allow-modals allow-popups allow-downloads');
    expect(widened).not.toContain('top-navigation');
  });

  test('serves nothing of the product, and the product no package', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    const token = company.as('student').token!;
    const signedIn = { headers: { Authorization: `Bearer ${token}`, Cookie: `access=${token}` } };
    for (const path of [
      '/',
      '/sign-in',
      '/api/v1/accounts/user_info/',
      '/api/health',
      '/index.html',
      '/api/v1/openapi.json',
    ])
      expect([path, (await content(path, signedIn)).status]).toEqual([path, 404]);
    for (const path of ['files/index.html', 'try', 'commit'])
      expect((await fetchFrom('https://osnova.test', `${root}${path}`, { method: 'POST' })).status).toBe(405);
    const page = await fetchFrom('https://osnova.test', `${root}files/index.html`);
    expect(page.status).toBe(404);
    expect((await content(`${root}files/index.html`, { method: 'POST' })).status).toBe(404);
    // A token of the product opens nothing here, and one of a package nothing there.
    expect((await content(`/${token}/player`)).status).toBe(404);
    const own = root.slice(1, -1);
    const asked = await fetchFrom('https://osnova.test', '/api/v1/accounts/user_info/', {
      headers: { Authorization: `Bearer ${own}` },
    });
    expect(asked.status).toBe(401);
    const [head, claims, sign] = own.split('.') as [string, string, string];
    const flipped = `${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`;
    expect((await content(`/${head}.${claims}.${flipped}/player`)).status).toBe(404);
    // Nor does any other try, version, material, person or company that is put in its place.
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    for (const name of ['t', 'p', 'm', 'sub', 'c']) {
      const other = { ...said, [name]: name === 'sub' ? '1' : Number(said[name]) + 1 };
      const altered = `/${head}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${sign}`;
      expect([name, (await content(`${altered}/files/index.html`)).status]).toEqual([name, 404]);
      expect((await content(`${altered}/commit`, { method: 'POST', body: '{}' })).status).toBe(404);
    }
    expect(CONTENT).not.toContain('//osnova');
  });
});

describe('a try', () => {
  test('is committed by its number, ends the material, and is seen by those who look after the student', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const student = company.as('student');
    const { root, told } = await opened(student, course, material);
    expect(told).toMatchObject({
      standard: '1.2',
      opening: 1,
      sequence: 0,
      state: {},
      app: 'https://osnova.test',
    });
    const incomplete = { 'cmi.core.lesson_status': 'incomplete', 'cmi.suspend_data': 'x'.repeat(60_000) };
    expect(await committed(root, 1, 3, incomplete)).toEqual({
      status: 200,
      body: { sequence: 3, done: false },
    });
    // What comes late changes nothing.
    expect((await committed(root, 1, 2, passed)).body).toEqual({ sequence: 3, done: false });
    const answered = { ...passed, 'cmi.interactions.0.id': 'q1', 'cmi.interactions.0.student_response': 'b' };
    expect((await committed(root, 1, 4, answered)).body).toEqual({ sequence: 4, done: true });
    // Of two with one number the first counts, and one that comes again says nothing new.
    for (const again of [{ 'cmi.core.lesson_status': 'failed', 'cmi.core.score.raw': '1' }, answered])
      expect((await committed(root, 1, 4, again)).body).toEqual({ sequence: 4, done: true });
    expect((await student.get(of(course, material))).body.done).toBe(true);
    const list = await company.as('owner').get(`${of(course, material)}package/tries/`);
    expect(list.body.results).toMatchObject([
      { number: 1, status: 'completed', success: 'passed', score: 90, seconds: 60 },
    ]);
    const one = await company
      .as('trainer')
      .get(`${of(course, material)}package/tries/${list.body.results[0].id}/`);
    expect([one.status, one.body.interactions]).toMatchObject([200, [{ name: 'q1', response: 'b' }]]);
    expect((await student.get(`${of(course, material)}package/`)).body.tries).toMatchObject([{ score: 90 }]);
  });

  test('keeps each answer once: one that is told again as it was is neither written nor locked', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    const told = (result: string) =>
      Object.fromEntries(
        [0, 1].flatMap((place) => [
          [`cmi.interactions.${place}.id`, `q${place}`],
          [`cmi.interactions.${place}.result`, place === 1 ? result : 'correct'],
        ]),
      );
    const rows = () =>
      asSystem<{ name: string; result: string; row: string }>([
        `select i.name, i.result, concat(i.ctid, ' ', i.xmin, ' ', i.xmax) as row from package_interactions i
           join package_tries t on t.company_id = i.company_id and t.id = i.try_id
           where t.company_id = $1 and t.material_id = $2 order by i.place`,
        [company.id, material],
      ]);
    await committed(root, 1, 1, told('wrong'));
    const before = await rows();
    await committed(root, 1, 2, told('correct'));
    const after = await rows();
    expect(after.map(({ result }) => result)).toEqual(['correct', 'correct']);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]!.row).not.toBe(before[1]!.row);
  });

  test('counts in how the package goes: the last of each student, question by question', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const answered = (result: string, place = 0) => ({
      [`cmi.interactions.${place}.id`]: `q${place}`,
      [`cmi.interactions.${place}.result`]: result,
    });
    const student = company.as('student');
    const first = await opened(student, course, material);
    await committed(first.root, 1, 1, { ...passed, ...answered('wrong') });
    const second = await opened(student, course, material, { again: true });
    await committed(second.root, 1, 1, {
      ...passed,
      ...answered('correct'),
      ...answered('wrong', 1),
      ...answered('3.5', 2),
    });
    const { body } = await company.as('trainer').get(`${of(course, material)}package/answers/`);
    expect(body).toEqual({
      people: 1,
      completed: 1,
      passed: 1,
      failed: 0,
      score: expect.any(Number),
      questions: [
        { item: 'Перший розділ', name: 'q1', description: '', answers: 1, right: 0, share: 0 },
        { item: 'Перший розділ', name: 'q0', description: '', answers: 1, right: 1, share: 100 },
        { item: 'Перший розділ', name: 'q2', description: '', answers: 1, right: 0, share: null },
      ],
    });
    expect((await student.get(`${of(course, material)}package/answers/`)).status).toBe(403);
  });

  test('is resumed where it was, taken over by the last tab, and begun anew when it is done', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const student = company.as('student');
    const first = await opened(student, course, material);
    await committed(first.root, 1, 1, { 'cmi.core.lesson_location': '7', 'cmi.core.student_name': 'Secret' });
    const second = await opened(student, course, material);
    expect(second.root).toBe(first.root);
    expect(second.told).toMatchObject({
      opening: 2,
      sequence: 1,
      item: 'one',
      state: { one: { elements: { 'cmi.core.lesson_location': '7' } } },
    });
    expect(JSON.stringify(second.told)).not.toContain('Secret');
    const late = await committed(first.root, 1, 9, { 'cmi.core.lesson_location': '8' });
    expect(late).toMatchObject({ status: 409, body: { code: 'package_elsewhere' } });
    await committed(first.root, 2, 2, passed);
    expect((await opened(student, course, material)).started.number).toBe(1);
    const again = await opened(student, course, material, { again: true });
    expect([again.started.number, again.told]).toMatchObject([2, { sequence: 0, state: {} }]);
    // The try before has ended, also where it is open still.
    expect(await committed(first.root, 3, 3, passed)).toMatchObject({ status: 409 });
    // What was done stays done.
    await committed(again.root, 1, 1, { 'cmi.core.lesson_status': 'failed' });
    expect((await student.get(of(course, material))).body.done).toBe(true);
  });

  test('goes on with its version, or is begun anew, as the author says', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage({ title: 'Перша' }));
    const student = company.as('student');
    await opened(student, course, material);
    await uploadedPackage(company, course, material, await aPackage({ title: 'Друга' }));
    expect((await opened(student, course, material)).told).toMatchObject({ title: 'Перша' });
    const owner = company.as('owner');
    expect((await owner.get(`${of(course, material)}package/`)).body.behind).toBe(1);
    expect((await owner.patch(`${of(course, material)}package/`, { restart: true })).status).toBe(204);
    const { told, started } = await opened(student, course, material);
    expect([told, started.number]).toMatchObject([{ title: 'Друга' }, 2]);
  });

  test('is nobody else’s, and ends with the right to it', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    const other = await aCompany();
    const foreign = await other.as('student').post(`${of(course, material)}package/start/`, {});
    expect(foreign.status).toBe(404);
    for (const role of ['owner', 'trainer'] as const) {
      const looked = await opened(company.as(role), course, material);
      expect([looked.started.try_id, looked.told]).toMatchObject([null, { preview: true }]);
      expect((await committed(looked.root, 1, 1, passed)).status).toBe(200);
    }
    expect(await asSystem(['select from package_tries where company_id = $1', [company.id]])).toHaveLength(1);
    await asSystem([
      'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
      [company.id, course.id, company.people.student.id],
    ]);
    expect((await committed(root, 1, 5, passed)).status).toBe(403);
    await asSystem([
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, company.people.student.id],
    ]);
    expect((await committed(root, 1, 5, passed)).status).toBe(403);
    expect((await content(`${root}try`, { method: 'POST' })).status).toBe(403);
  });

  test('that is committed during a test is refused, and what was said is taken once the test is over', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const student = company.as('student');
    const { root } = await opened(student, course, material);
    await committed(root, 1, 1, { 'cmi.core.lesson_location': '1' });
    const attempt = await startAttempt(student, await company.anExam({ course }));
    const closed = { status: 403, body: { code: 'blocked_during_tests' } };
    expect(await committed(root, 1, 2, { 'cmi.core.lesson_location': '2' })).toMatchObject(closed);
    expect(await student.post(`${of(course, material)}package/start/`, {})).toMatchObject(closed);
    await attempt.finish();
    // The same opening goes on: nobody has opened it meanwhile.
    expect((await committed(root, 1, 2, passed)).body).toEqual({ sequence: 2, done: true });
  });

  test('of a package with rules stands as they say, and goes on with what they keep', async () => {
    const sequencing = '<imsss:controlMode flow="true"/>';
    const items = ['one', 'two'].map((id) => ({ id, title: id, href: `${id}.html` }));
    const bytes = await aPackage({ standard: '2004', items, sequencing });
    const { material } = await aPackageMaterial(company, course, bytes);
    const student = company.as('student');
    const { root, told } = await opened(student, course, material);
    expect(told).toMatchObject({
      tree: { id: 'o', sequencingControls: { flow: true }, children: [{ id: 'one' }, { id: 'two' }] },
      sequencing: null,
    });
    const kept = { status: 'incomplete', success: 'failed', score: 12.5, run: '{"current":"one"}' };
    // Each item complete is not the whole complete: its rules say that.
    const done = { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '1' };
    expect((await committed(root, 1, 1, done, 'one', kept)).body).toEqual({ sequence: 1, done: false });
    const stands = async () => (await student.get(`${of(course, material)}package/`)).body.tries[0];
    expect(await stands()).toMatchObject({ status: 'incomplete', success: 'failed', score: 12.5 });
    expect((await opened(student, course, material)).told).toMatchObject({ sequencing: kept });
    const passed_by_rules = { ...kept, status: 'completed', success: 'passed', score: 90 };
    expect((await committed(root, 2, 2, {}, 'one', passed_by_rules)).body).toEqual({
      sequence: 2,
      done: true,
    });
    for (const bad of [
      { ...kept, score: 101 },
      { ...kept, run: 'x'.repeat(400_001) },
      { ...kept, run: 'ї'.repeat(200_001) },
      { ...kept, run: '"'.repeat(200_001) },
      { ...kept, more: 1 },
    ])
      expect((await committed(root, 2, 3, {}, 'one', bad)).status).toBe(400);
  });

  test('of a package without rules is what its items come to, whatever is said of rules', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root, told } = await opened(company.as('student'), course, material);
    expect(told).toMatchObject({ tree: null });
    const claimed = { status: 'completed', success: 'passed', score: 100, run: '' };
    const begun = { 'cmi.core.lesson_status': 'incomplete' };
    expect((await committed(root, 1, 1, begun, 'one', claimed)).body).toEqual({ sequence: 1, done: false });
  });

  test('takes only what a package may say: known elements, within their limits', async () => {
    const { material } = await aPackageMaterial(company, course, await aPackage());
    const { root } = await opened(company.as('student'), course, material);
    for (const elements of [
      { 'cmi.suspend_data': 'x'.repeat(65_537) },
      { '__proto__.x': '1' },
      { 'cmi.core.lesson_status': 7 },
      { 'document.cookie': 'x' },
    ])
      expect((await committed(root, 1, 1, elements)).status).toBe(400);
    expect((await content(`${root}commit`, { method: 'POST', body: 'x'.repeat(2_200_000) })).status).toBe(
      413,
    );
    // Counted in bytes, as it is kept: letters of other scripts have two and more.
    const comments = (count: number, letter: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `cmi.comments_from_learner.${at}.comment`,
          letter.repeat(50_000),
        ]),
      );
    expect((await committed(root, 1, 1, comments(20, 'ї'))).status).toBe(413);
    expect((await committed(root, 1, 1, comments(29, '"'))).status).toBe(413);
    expect((await committed(root, 1, 1, comments(20, 'x'))).body).toEqual({ sequence: 1, done: false });
    // A state of an item that the package has not is left out; what Postgres cannot hold too.
    expect((await committed(root, 1, 2, passed, 'nobody')).body).toEqual({ sequence: 2, done: false });
    expect((await committed(root, 1, 3, { 'cmi.suspend_data': 'a\u0000b\ud800' })).status).toBe(200);
  });
});

test('a copy of a course has its packages by reference, and they run', async () => {
  const { material } = await aPackageMaterial(company, course, await aPackage());
  const owner = company.as('owner');
  const copied = await owner.post(`${of(course, material)}clone/`);
  expect(copied.status).toBe(201);
  const { root, told } = await opened(company.as('student'), course, copied.body.id);
  expect(told).toMatchObject({ title: 'Безпека на складі', standard: '1.2' });
  expect((await content(`${root}files/index.html`)).status).toBe(200);
  const keys = await asSystem<{ count: number }>([
    'select count(distinct key)::integer from media d join packages p on p.media_id = d.id where p.company_id = $1',
    [company.id],
  ]);
  expect(keys).toEqual([{ count: 1 }]);
});

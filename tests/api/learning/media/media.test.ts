import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import { answerOf, Client } from '../../../factories/world.ts';
import {
  aMaterial,
  announced,
  bytes,
  MP4,
  of,
  ofCourse,
  uploaded,
  uploader,
} from '../../../support/api/files.ts';
import { aCompany, asSystem, forgetRemovedFiles, world } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const PNG = bytes(
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  Array<number>(30).fill(1),
);
const PDF = bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF');
const EXE = bytes('MZ', Array<number>(200).fill(0));

const fetchAs = (token: string | null, path: string, init: RequestInit = {}) =>
  world.fetch(path, {
    method: 'GET',
    ...init,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string>),
    },
  });

describe('an upload', () => {
  let course: Course;
  beforeAll(async () => {
    course = await company.aCourse();
  });

  test('of up to 50 MB is one PUT whose length, type and key are signed', async () => {
    const video = await aMaterial(company, course, 'video');
    const { begun } = await announced(company, course, video, { name: 'Лекція.mp4', bytes: MP4 });
    const { upload, part_size } = begun.body;
    expect(part_size).toBeNull();
    expect(upload.headers).toEqual({ 'Content-Type': 'video/mp4', 'If-None-Match': '*' });
    const signed = new URL(upload.url);
    expect(signed.searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;if-none-match',
    );
    expect(Number(signed.searchParams.get('X-Amz-Expires'))).toBe(600);
    // The name says nothing of what it holds or whose it is.
    expect(signed.pathname).toMatch(/^\/osnova-files\/materials\/[\w-]{43}$/);
  });

  test.each([
    ...[
      'hta',
      'lnk',
      'url',
      'vbs',
      'wsf',
      'iso',
      'docm',
      'xlsm',
      'pptm',
      'HTA',
      'ps1',
      'vhd',
      'dmg',
      'desktop',
      'chm',
    ].map((extension) => `x.${extension}`),
    'x.hta ',
    'x.hta.',
    'x.hta\u200B',
    'x.pdf\u202E.exe',
    'x.txt.lnk',
  ])('of what runs or opens something else is refused: %j', async (name) => {
    const theory = await aMaterial(company, course, 'theory');
    const path = `${uploader(course, theory)}upload_file/`;
    const refused = { status: 400, body: { file: [expect.any(String)] } };
    const call = { name, size: 10, content_type: '', kind: 'attachment' };
    expect(await company.as('owner').post(path, call)).toMatchObject(refused);
    const query = `${path}?kind=attachment&name=${encodeURIComponent(name)}`;
    const whole = await fetchAs(company.as('owner').token, query, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: 'Aa',
    });
    expect([whole.status, (await answerOf(whole)).body]).toEqual([400, refused.body]);
  });

  test('keeps its name as it is read', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const { complete } = await announced(company, course, pdf, {
      name: '\u202Efdp.\u200Brules\r\n.pdf',
      bytes: PDF,
    });
    expect((await complete!()).body.name).toBe('fdp.rules.pdf');
  });

  test('above that comes in parts, whose addresses are asked for as they are needed', async () => {
    const video = await aMaterial(company, course, 'video');
    const { begun } = await announced(company, course, video, {
      name: 'long.mp4',
      bytes: MP4,
      size: 60 * 1024 ** 2,
    });
    expect(begun.body).toMatchObject({ upload: null, part_size: 16 * 1024 ** 2 });
    const parts = await company
      .as('owner')
      .post(`${uploader(course, video)}upload_file/${begun.body.id}/parts/`, { numbers: [1, 4] });
    expect(parts.body.parts.map((part: { number: number }) => part.number)).toEqual([1, 4]);
    const last = new URL(parts.body.parts[1].url);
    expect(last.searchParams.get('partNumber')).toBe('4');
    const beyond = await company
      .as('owner')
      .post(`${uploader(course, video)}upload_file/${begun.body.id}/parts/`, { numbers: [5] });
    expect(beyond.status).toBe(404);
  });

  test('is seen by nobody before it is complete, and by the course afterwards', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const { complete, id } = await announced(company, course, pdf, { name: 'rules.pdf', bytes: PDF });
    const student = company.as('student');
    expect((await student.get(of(course, pdf))).body.files).toEqual([]);
    expect((await company.as('owner').get(`/media/${id}/`)).status).toBe(404);
    const done = await complete!();
    expect(done.body).toMatchObject({
      kind: 'main',
      name: 'rules.pdf',
      size: PDF.length,
      group: 'text',
      content_type: 'application/pdf',
    });
    const [file] = (await student.get(of(course, pdf))).body.files;
    const answer = await fetchAs(student.token, file.url);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
  });

  test.each([
    ['renamed', 'photo.pdf', PNG, 'pdf', 'main'],
    ['a program called a document', 'notes.pdf', EXE, 'pdf', 'main'],
    ['a program of an unknown kind', 'notes.data', EXE, 'theory', 'attachment'],
    ['a picture called text', 'notes.txt', PNG, 'theory', 'attachment'],
    ['captions that are none', 'subtitles.vtt', bytes('1\n00:01 --> 00:02'), 'video', 'captions'],
  ])('that is %s is refused by its bytes and leaves nothing', async (_, name, content, type, kind) => {
    const material = await aMaterial(company, course, type);
    const { complete, key, id } = await announced(company, course, material, {
      name,
      bytes: content,
      kind,
      language: 'uk',
    });
    const refused = await complete!();
    expect([refused.status, refused.body]).toEqual([
      400,
      { file: ['The file format does not match the required one'] },
    ]);
    expect(await env.FILES.head(key!)).toBeNull();
    expect(await asSystem(['select from media where id = $1', [id]])).toEqual([]);
  });

  test('of another size than announced is refused', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const { complete } = await announced(company, course, pdf, {
      name: 'rules.pdf',
      bytes: PDF,
      size: PDF.length + 1,
    });
    expect((await complete!()).body).toEqual({ file: ['The file format does not match the required one'] });
  });

  test('that has not arrived may go on', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const { complete, key } = await announced(company, course, pdf, { name: 'rules.pdf', bytes: PDF });
    await env.FILES.delete(key!);
    expect((await complete!()).body).toEqual({ file: ['The upload is not complete yet'] });
    await env.FILES.put(key!, PDF);
    expect((await complete!()).status).toBe(200);
  });

  test.each([
    ['a video as the file of a pdf', 'a.mp4', 'pdf', 'main'],
    ['a main file of a theory', 'a.pdf', 'theory', 'main'],
    ['captions of a pdf', 'a.vtt', 'pdf', 'captions'],
    ['a page that runs', 'a.html', 'theory', 'attachment'],
    ['a program', 'setup.EXE', 'theory', 'attachment'],
    ['a drawing in a text', 'a.svg', 'theory', 'inline'],
    ['a file without an extension', 'README', 'theory', 'attachment'],
  ])('is not begun for %s', async (_, name, type, kind) => {
    const material = await aMaterial(company, course, type);
    const { begun } = await announced(company, course, material, { name, bytes: PDF, kind });
    expect([begun.status, begun.body]).toEqual([
      400,
      { file: ['The file format does not match the required one'] },
    ]);
  });

  test('of more than 2 GB is not begun', async () => {
    const video = await aMaterial(company, course, 'video');
    const { begun } = await announced(company, course, video, {
      name: 'a.mp4',
      bytes: MP4,
      size: 2 * 1024 ** 3 + 1,
    });
    expect([begun.status, begun.body]).toEqual([400, { size: [`The maximum value is ${2 * 1024 ** 3}`] }]);
  });

  test('takes the place of the file before, whose bytes go once nobody may bring it back', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const first = await uploaded(company, course, pdf, { name: 'old.pdf', bytes: PDF });
    const second = await uploaded(company, course, pdf, { name: 'new.pdf', bytes: PDF });
    const { files } = (await company.as('owner').get(of(course, pdf))).body;
    expect(files.map((file: { id: number }) => file.id)).toEqual([second.id]);
    expect(await env.FILES.head(first.key)).not.toBeNull();
    await forgetRemovedFiles(company);
    expect(await env.FILES.head(first.key)).toBeNull();
  });

  test('keeps captions of each language beside each other', async () => {
    const video = await aMaterial(company, course, 'video');
    const vtt = bytes('WEBVTT\n\n00:00.000 --> 00:01.000\nПривіт');
    await uploaded(company, course, video, { name: 'a.vtt', bytes: vtt, kind: 'captions', language: 'uk' });
    await uploaded(company, course, video, { name: 'b.vtt', bytes: vtt, kind: 'captions', language: 'en' });
    await uploaded(company, course, video, { name: 'c.vtt', bytes: vtt, kind: 'captions', language: 'uk' });
    const { files } = (await company.as('owner').get(of(course, video))).body;
    expect(files.map((file: { name: string; language: string }) => `${file.name} ${file.language}`)).toEqual([
      'b.vtt en',
      'c.vtt uk',
    ]);
  });

  test('of captions is served as what it is, with its letters named', async () => {
    const video = await aMaterial(company, course, 'video');
    const vtt = bytes('WEBVTT\n\n00:00.000 --> 00:01.000\nПривіт');
    const { url } = await uploaded(company, course, video, {
      name: 'a.vtt',
      bytes: vtt,
      kind: 'captions',
      language: 'uk',
    });
    const { headers } = await fetchAs(company.as('owner').token, url);
    expect(headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^inline;/);
  });

  test('of a small file may come with the call itself, as it is or in a form', async () => {
    const theory = await aMaterial(company, course, 'theory');
    const { token } = company.as('owner');
    const path = `${uploader(course, theory)}upload_file/`;
    const binary = await fetchAs(token, `${path}?name=notes.pdf&kind=attachment`, {
      method: 'POST',
      body: PDF,
      headers: { 'Content-Type': 'application/pdf' },
    });
    expect([binary.status, await binary.json()]).toMatchObject([201, { upload: null, part_size: null }]);
    const form = new FormData();
    form.set('file', new File([PNG], 'Схема.png'));
    expect((await fetchAs(token, `${path}?kind=inline`, { method: 'POST', body: form })).status).toBe(201);
    form.append('file', new File([PNG], 'Друга.png'));
    const two = await fetchAs(token, `${path}?kind=inline`, { method: 'POST', body: form });
    expect([two.status, await two.json()]).toMatchObject([
      400,
      { file: ['No more than 1 files may be added'] },
    ]);
    // As a browser writes a quotation mark and a line break.
    const head =
      '--end\r\nContent-Disposition: form-data; name="file"; filename="Схема%22;%0D%0AX-Evil: 1.png"\r\n\r\n';
    const escaped = await fetchAs(token, `${path}?kind=inline`, {
      method: 'POST',
      body: new Blob([head, PNG, '\r\n--end--\r\n']),
      headers: { 'Content-Type': 'multipart/form-data; boundary=end' },
    });
    expect(escaped.status).toBe(201);
    const renamed = await fetchAs(token, `${path}?name=notes.pdf`, {
      method: 'POST',
      body: PNG,
      headers: { 'Content-Type': 'application/pdf' },
    });
    expect((await answerOf(renamed)).body).toEqual({
      file: ['The file format does not match the required one'],
    });
    const large = await fetchAs(token, `${path}?name=notes.pdf`, {
      method: 'POST',
      body: new Uint8Array(10 * 1024 ** 2 + 20_000),
      headers: { 'Content-Type': 'application/pdf' },
    });
    expect([large.status, (await answerOf(large)).body]).toEqual([
      400,
      { file: ['The file is larger than 10 MB'] },
    ]);
    const { files } = (await company.as('owner').get(of(course, theory))).body;
    expect(files.map((file: { name: string; group: string }) => `${file.name} ${file.group}`)).toEqual([
      'notes.pdf text',
      'Схема.png image',
      'Схема_;X-Evil_ 1.png image',
    ]);
  });

  test('of the 51st file is refused', async () => {
    const theory = await aMaterial(company, course, 'theory');
    await asSystem([
      `with files as (insert into media (company_id, key, content_type, size) select $1, 'many-' || n, 'text/plain', 1 from generate_series(1, 50) n returning id)
       insert into material_files (company_id, material_id, media_id, kind) select $1, $2, id, 'attachment' from files`,
      [company.id, theory],
    ]);
    const { begun } = await announced(company, course, theory, {
      name: 'a.pdf',
      bytes: PDF,
      kind: 'attachment',
    });
    expect(begun.body).toEqual({ file: ['No more than 50 files may be added'] });
  });

  test('that is given up, or forgotten for a day, leaves nothing', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const first = await announced(company, course, pdf, { name: 'a.pdf', bytes: PDF });
    expect(
      (await company.as('owner').delete(`${uploader(course, pdf)}delete_file/${first.id}/`)).status,
    ).toBe(204);
    expect(await env.FILES.head(first.key!)).toBeNull();
    const second = await announced(company, course, pdf, { name: 'b.pdf', bytes: PDF });
    await asSystem([
      `update media set uploading_since = now() - interval '25 hours' where id = $1`,
      [second.id],
    ]);
    await forgetRemovedFiles(company);
    expect(await env.FILES.head(second.key!)).toBeNull();
    expect((await second.complete!()).status).toBe(404);
  });
});

describe('a file of a material', () => {
  let course: Course;
  let video: number;
  let file: { id: number; key: string; url: string };
  const addressFor = async (who: Person, material = video) =>
    (await who.client.get(of(course, material))).body.files[0].url as string;
  beforeAll(async () => {
    course = await company.aCourse();
    video = await aMaterial(company, course, 'video');
    file = await uploaded(company, course, video, { name: 'Лекція 1.mp4', bytes: MP4 }, { duration: 60 });
  });

  test('answers a range, its headers alone, and nothing new to who has it', async () => {
    const { token } = company.as('owner');
    const whole = await fetchAs(token, file.url);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('content-disposition')).toBe(
      `inline; filename*=UTF-8''${encodeURIComponent('Лекція 1.mp4')}`,
    );
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(MP4);
    const range = async (value: string) => {
      const part = await fetchAs(token, file.url, { headers: { Range: value } });
      return [part.status, part.headers.get('content-range'), new Uint8Array(await part.arrayBuffer())];
    };
    const size = MP4.length;
    expect(await range('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, MP4.slice(0, 10)]);
    expect(await range('bytes=4-')).toEqual([206, `bytes 4-${size - 1}/${size}`, MP4.slice(4)]);
    expect(await range('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, MP4.slice(-5)]);
    expect(await range(`bytes=10-${size * 2}`)).toEqual([206, `bytes 10-${size - 1}/${size}`, MP4.slice(10)]);
    expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, new Uint8Array()]);
    // Several ranges, and what is no range of bytes, give the whole.
    expect((await range('bytes=0-1,4-5'))[0]).toBe(200);
    expect((await range('lines=1-2'))[0]).toBe(200);
    const head = await fetchAs(token, file.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(size),
      '',
    ]);
    const again = await fetchAs(token, file.url, {
      headers: { 'If-None-Match': whole.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  test('has an address that expires and works for nobody else', async () => {
    const student = company.people.student;
    const url = await addressFor(student);
    expect((await fetchAs(student.client.token, url)).status).toBe(200);
    const refused = async (token: string | null, path: string) => {
      const answer = await fetchAs(token, path);
      return [answer.status, (await answer.json<{ code: string }>()).code];
    };
    expect(await refused(student.client.token, `/api/v1/media/${file.id}`)).toEqual([403, 'address_expired']);
    expect(await refused(student.client.token, file.url)).toEqual([403, 'address_expired']);
    const past = url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) - 1}`);
    expect(await refused(student.client.token, past)).toEqual([403, 'address_expired']);
    const later = url.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 3600}`);
    expect(await refused(student.client.token, later)).toEqual([403, 'address_expired']);
    expect(await refused(null, url)).toEqual([401, 'not_authenticated']);
    const other = await aCompany();
    expect(await refused(other.as('owner').token, url)).toEqual([404, 'not_found']);
    const stranger = await company.aPerson('student');
    expect(await refused(stranger.client.token, url)).toEqual([404, 'not_found']);
  });

  test('is closed while its student takes a test, is blocked, or has not come so far', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const chained = await company.aCourse({ group, materials: 1, chain: true });
    const pdf = await aMaterial(company, chained, 'pdf');
    await uploaded(company, chained, pdf, { name: 'a.pdf', bytes: PDF });
    const exam = await company.anExam({ course: chained });
    const code = async (path: string) => {
      const answer = await fetchAs(student.client.token, path);
      return answer.status === 200 ? 200 : (await answer.json<{ code: string }>()).code;
    };
    const [{ url }] = (await company.as('owner').get(of(chained, pdf))).body.files;
    // The owner's address, so that only the rule of the course stands in the way.
    expect(await code(url)).toBe('material_locked');
    await student.client.get(of(chained, chained.materials[0]!));
    await student.client.post(`${of(chained, chained.materials[0]!)}finish/`);
    const own = (await student.client.get(of(chained, pdf))).body.files[0].url;
    expect(await code(own)).toBe(200);
    await student.client.post(`${of(chained, pdf)}finish/`);
    const { finish } = await startAttempt(student.client, exam);
    expect(await code(own)).toBe('blocked_during_tests');
    await finish();
    expect(await code(own)).toBe(200);
    await company.as('owner').post(`${ofCourse(chained)}/blocked_user/`, { user_pk: student.id });
    expect(await code(own)).toBe('blocked_in_course');
  });

  test('is closed with its material to whoever takes a test there, in each of their roles', async () => {
    const owner = company.people.owner.client;
    const own = await company.aCourse({ group: await company.aGroup({ students: [company.people.owner] }) });
    const pdf = await aMaterial(company, own, 'pdf');
    await uploaded(company, own, pdf, { name: 'a.pdf', bytes: PDF });
    const exam = await company.anExam({ course: own });
    const [{ url }] = (await owner.get(of(own, pdf))).body.files;
    const student = await owner.post('/accounts/change_current_user_type/', { user_type: 'student' });
    const { finish } = await startAttempt(new Client(world, student.body.access), exam);
    const closed = { status: 403, body: { code: 'blocked_during_tests' } };
    expect(await owner.get(of(own, pdf))).toMatchObject(closed);
    expect((await fetchAs(owner.token, url)).status).toBe(403);
    // The test's own page, and other courses, are nobody's key.
    expect((await owner.get(of(own, exam.material_id))).status).toBe(200);
    const elsewhere = await aMaterial(company, course, 'pdf');
    expect((await owner.get(of(course, elsewhere))).status).toBe(200);
    await finish();
    expect((await owner.get(of(own, pdf))).status).toBe(200);
  });

  test('is deleted, and its bytes with the last copy that shares them', async () => {
    const pdf = await aMaterial(company, course, 'pdf');
    const original = await uploaded(company, course, pdf, { name: 'a.pdf', bytes: PDF });
    const clone = await company.as('owner').post(`${of(course, pdf)}clone/`);
    const [copy] = (await company.as('owner').get(of(course, clone.body.id))).body.files;
    expect(copy.id).not.toBe(original.id);
    const remove = (material: number, id: number) =>
      company.as('owner').delete(`${uploader(course, material)}delete_file/${id}/`);
    expect((await remove(pdf, copy.id)).status).toBe(404);
    expect((await remove(pdf, original.id)).status).toBe(204);
    expect((await fetchAs(company.as('owner').token, copy.url)).status).toBe(200);
    expect((await remove(clone.body.id, copy.id)).status).toBe(204);
    expect((await fetchAs(company.as('owner').token, copy.url)).status).toBe(404);
    await forgetRemovedFiles(company);
    expect(await env.FILES.head(original.key)).toBeNull();
  });

  test('in a text is stored by its id and shown by an address of the reader', async () => {
    const theory = await aMaterial(company, course, 'theory');
    const picture = await uploaded(company, course, theory, { name: 'a.png', bytes: PNG, kind: 'inline' });
    const text = `<p>See <img src="${picture.url.replaceAll('&', '&amp;')}" alt="A scheme"></p><p><span data-type="inline-math" data-latex="a^2"></span></p><p><img src="https://evil.example/p.png"></p>`;
    await company.as('owner').patch(of(course, theory), { text });
    const [stored] = await asSystem<{ text: string }>(['select text from materials where id = $1', [theory]]);
    expect(stored!.text).toBe(
      `<p>See <img src="/api/v1/media/${picture.id}" alt="A scheme"></p><p><span data-type="inline-math" data-latex="a^2"></span></p><p></p>`,
    );
    const student = company.people.student.client;
    const shown = (await student.get(of(course, theory))).body.text as string;
    const src = /src="([^"]+)"/.exec(shown)![1]!.replaceAll('&amp;', '&');
    expect((await fetchAs(student.token, src)).status).toBe(200);
  });
});

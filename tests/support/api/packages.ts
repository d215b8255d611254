import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Company } from '../../factories/company.ts';
import type { Answer, Client } from '../../factories/world.ts';
import { aMaterial, of, uploader } from './files.ts';
import { asSystem, fetchFrom } from './world.ts';

/** The host of content, as these tests name it. */
export const CONTENT = 'https://content.osnova.test';

/** Uploads an archive as the package of a material, to its end or its refusal. */
export async function uploadedPackage(
  company: Company,
  course: { id: number },
  material: number,
  bytes: Uint8Array,
  body: object = {},
): Promise<{ answer: Answer; key: string; id: number }> {
  const owner = company.as('owner');
  const begun = await owner.post(`${uploader(course, material)}package/`, {
    name: 'a.zip',
    size: bytes.length,
  });
  expect([begun.status, begun.text]).toEqual([201, expect.any(String)]);
  const id = begun.body.id as number;
  const [row] = await asSystem<{ key: string }>(['select key from media where id = $1', [id]]);
  await env.FILES.put(row!.key, bytes);
  const answer = await owner.post(`${uploader(course, material)}package/${id}/complete/`, body);
  return { answer, key: row!.key, id };
}

/** A material that shows a package. */
export async function aPackageMaterial(company: Company, course: { id: number }, bytes: Uint8Array) {
  const material = await aMaterial(company, course, 'package');
  const { answer, id, key } = await uploadedPackage(company, course, material, bytes);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return { material, id, key };
}

/** Opens a package: the address of its token, and what the player is told. */
export async function opened(client: Client, course: { id: number }, material: number, body: object = {}) {
  const started = await client.post(`${of(course, material)}package/start/`, body);
  expect([started.status, started.text]).toEqual([200, expect.any(String)]);
  const root = new URL(started.body.url as string).pathname.replace(/player$/, '');
  const answer = await fetchFrom(CONTENT, `${root}try`, { method: 'POST' });
  return { root, started: started.body, status: answer.status, told: answer.ok ? await answer.json() : null };
}

export const content = (path: string, init?: RequestInit) => fetchFrom(CONTENT, path, init);

/** Commits a state of one item. */
export async function committed(
  root: string,
  opening: number,
  sequence: number,
  elements: object,
  item = 'one',
  sequencing?: object,
) {
  const state = { [item]: { elements, seconds: 60 } };
  const answer = await content(`${root}commit`, {
    method: 'POST',
    body: JSON.stringify({ opening, sequence, item, state, sequencing }),
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}

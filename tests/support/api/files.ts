import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Company } from '../../factories/company.ts';
import { asSystem } from './world.ts';

export const ofCourse = (course: { id: number }) => `/course/course/${course.id}`;
export const of = (course: { id: number }, material: number) =>
  `${ofCourse(course)}/educational_material/${material}/`;
export const uploader = (course: { id: number }, material: number) =>
  `/api_uploader/v1${of(course, material)}`;
export const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );

export const MP4 = bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isomiso2', Array<number>(2000).fill(7));

/** A material without content. */
export async function aMaterial(company: Company, course: { id: number }, type: string): Promise<number> {
  const made = await company
    .as('owner')
    .post(`${ofCourse(course)}/educational_material/`, { name: `A ${type} ${Math.random()}`, type });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Announces a file and puts its bytes where the browser would. */
export async function announced(
  company: Company,
  course: { id: number },
  material: number,
  file: {
    name: string;
    bytes: Uint8Array;
    /** null: nothing is said of it. */
    kind?: string | null;
    size?: number;
    language?: string;
  },
) {
  const begun = await company.as('owner').post(`${uploader(course, material)}upload_file/`, {
    name: file.name,
    size: file.size ?? file.bytes.length,
    ...(file.kind !== null && { kind: file.kind ?? 'main' }),
    ...(file.language && { language: file.language }),
  });
  if (begun.status !== 201) return { begun, complete: null };
  const [row] = await asSystem<{ key: string }>(['select key from media where id = $1', [begun.body.id]]);
  await env.FILES.put(row!.key, file.bytes);
  const complete = (body: object = {}) =>
    company.as('owner').post(`${uploader(course, material)}upload_file/${begun.body.id}/complete/`, body);
  return { begun, complete, key: row!.key, id: begun.body.id as number };
}

/** Uploads a file to its end. */
export async function uploaded(
  company: Company,
  course: { id: number },
  material: number,
  file: Parameters<typeof announced>[3],
  body: object = {},
): Promise<{ id: number; key: string; url: string }> {
  const { complete, key } = await announced(company, course, material, file);
  const answer = await complete!(body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return { id: answer.body.id, key: key!, url: answer.body.url };
}

import JSZip from 'jszip';
import { expect } from 'vitest';
import type { Company } from '../../factories/company.ts';
import { Client, type World } from '../../factories/world.ts';

interface Settings {
  home: string;
  dispatch: number;
  key: string;
  standard: string;
  title: string;
}

/** What a link package says to the product: the last line of its script. */
export async function settingsOf(bytes: ArrayBuffer): Promise<Settings> {
  const zip = await JSZip.loadAsync(bytes);
  const script = await zip.file('launch.js')!.async('string');
  return JSON.parse(/\)\((\{.*\})\);\s*$/.exec(script)![1]!) as Settings;
}

export const at = (course: { id: number }, dispatch?: number) =>
  `/course/course/${course.id}/dispatches/${dispatch === undefined ? '' : `${dispatch}/`}`;

/** A dispatch with what its package says. */
export async function aDispatch(world: World, company: Company, course: { id: number }, fields: object = {}) {
  const made = await company.as('owner').post(at(course), { name: 'Склад', ...fields });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const id = made.body.id as number;
  const answer = await world.fetch(`/api/v1${at(course, id)}package/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${company.as('owner').token}`, 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  return { id, ...(await settingsOf(await answer.arrayBuffer())) };
}

/** Comes by a package, as whom the other system names. */
export const launch = (
  anonymous: Client,
  { dispatch, key }: Pick<Settings, 'dispatch' | 'key'>,
  learner_id: string,
  more: object = {},
) => anonymous.post('/dispatch/launch/', { dispatch, key, learner_id, ...more });

/** The same, who came: a client with their token. */
export async function learner(
  world: World,
  anonymous: Client,
  settings: Pick<Settings, 'dispatch' | 'key'>,
  learner_id: string,
  more: object = {},
) {
  const { status, text, body } = await launch(anonymous, settings, learner_id, more);
  expect([status, text]).toEqual([200, expect.any(String)]);
  const client = new Client(world, body.access as string);
  return { client, ticket: body.ticket as string, course: body.course_id as number };
}

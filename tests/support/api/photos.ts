import type { Client } from '../../factories/world.ts';
import { world } from './world.ts';

/** One transparent pixel. */
export const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

/** Sends a photo as a browser's form does. */
export async function uploadPhoto(
  client: Client,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  name = 'photo.png',
) {
  const form = new FormData();
  form.set('photo', new File([bytes], name));
  const response = await world.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}` },
    body: form,
  });
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

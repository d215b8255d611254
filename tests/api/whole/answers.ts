import JSZip from 'jszip';
import type { Client } from '../../factories/world.ts';
import { textOfPdf } from '../../support/pdf-text.ts';
import type { Sent } from './access/access-calls.ts';
import { world } from '../../support/api/world.ts';

export interface Read {
  status: number;
  /** Headers and body. */
  text: string;
  /** What a file holds; null: the answer is JSON. */
  file: string | null;
}

/** What an answer says, also inside of a workbook, a PDF or an archive. */
export async function read(client: Client, call: string, { path, body, upload }: Sent): Promise<Read> {
  const [method = ''] = call.split(' ');
  const form = new FormData();
  if (upload) form.set(upload, new File(['name'], 'a.csv'));
  const response = await world.fetch(path.startsWith('/api') ? path : `/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${client.token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: upload ? form : body === undefined ? null : JSON.stringify(body),
  });
  const said = await textOf(new Uint8Array(await response.arrayBuffer()));
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    text: JSON.stringify([...response.headers]) + said,
    file: isFile ? said : null,
  };
}

async function textOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const plain = new TextDecoder().decode(bytes);
  if (plain.startsWith('%PDF')) return (await textOfPdf(bytes)).join(' ');
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return new Response(new Response(bytes).body!.pipeThrough(new DecompressionStream('gzip'))).text();
  if (!plain.startsWith('PK')) return plain;
  const parts = Object.values((await JSZip.loadAsync(bytes)).files);
  return (await Promise.all(parts.map((part) => part.async('string')))).join(' ');
}

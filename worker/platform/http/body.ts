/**
 * The bytes of a body, or null if they are more than `most`. A length that was told is the platform's word: it hands over
 * no byte beyond it, so a body that tells one is refused unread or read at once, which costs a save a tenth less of the
 * runtime than its reader does. Of any other body no more than the limit is ever taken.
 */
export async function readCapped(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const told = Number(request.headers.get('Content-Length'));
  if (told > most) return null;
  return told > 0 ? new Uint8Array(await request.arrayBuffer()) : readCounted(request, most);
}

/** The same as text in UTF-8. */
export function readCappedText(request: Request, most: number): Promise<string | null> {
  const told = Number(request.headers.get('Content-Length'));
  return told > 0 && told <= most
    ? request.text()
    : readCapped(request, most).then((bytes) => bytes && new TextDecoder().decode(bytes));
}

async function readCounted({ body }: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader!.read()) {
    size += next.value.length;
    if (size > most) {
      await reader!.cancel();
      return null;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** How long it is until what did not come is asked for again; at once when the browser says that the line is back. */
const PAUSE_MS = 5000;

/** The file is not given out: not for now, or not by this address. */
export class Refusal extends Error {}

interface Reading {
  url: string;
  /** Bytes of the whole file. */
  size: number;
  signal: AbortSignal;
  /** Whether the last thing asked for has come. */
  onReach: (isReached: boolean) => void;
  onRefusal: () => void;
}

/**
 * The bytes of a document as pdf.js asks for them. By itself it takes a part that the line did not bring for one that never
 * comes, and asks for it no more: here it is asked for until it has come.
 */
class Source extends PDFDataRangeTransport {
  readonly #reading: Reading;

  constructor(reading: Reading, first: Uint8Array) {
    super(reading.size, first);
    this.#reading = reading;
  }

  override requestDataRange(begin: number, end: number): void {
    const { signal, onRefusal } = this.#reading;
    patiently(this.#reading, async (ask) => {
      const bytes = new Uint8Array(await (await ask(`bytes=${begin}-${end - 1}`)).arrayBuffer());
      return bytes.length === end - begin ? bytes : null;
    }).then(
      (bytes) => signal.aborted || this.onDataRange(begin, bytes),
      (error: unknown) => error instanceof Refusal && onRefusal(),
    );
  }

  /** All of it, one after the other, as far as the line brings it; the rest is asked for when it is needed. */
  async follow(rest: ReadableStreamDefaultReader<Uint8Array>, got: number): Promise<void> {
    for (let have = got; ;) {
      const { done, value } = await rest.read();
      if (done && have === this.#reading.size) this.onDataProgressiveDone();
      if (done || this.#reading.signal.aborted) return;
      have += value.length;
      this.onDataProgressiveRead(value);
    }
  }
}

/**
 * Rejects with a Refusal, or once it is given up.
 * @param get null where what came was cut off
 */
async function patiently<R>(
  { url, signal, onReach }: Reading,
  get: (ask: (range?: string) => Promise<Response>) => Promise<R | null>,
): Promise<R> {
  const ask = async (range?: string) => {
    const answer = await fetch(url, { signal, ...(range && { headers: { Range: range } }) });
    if (!answer.ok && answer.status < 500) throw new Refusal();
    if (!answer.ok) throw new Error('the server fails');
    return answer;
  };
  for (;;) {
    const got = await get(ask).catch((error: unknown) => {
      if (error instanceof Refusal || signal.aborted) throw error;
      return null;
    });
    onReach(got !== null);
    if (got !== null) return got;
    await new Promise<void>((resume) => {
      setTimeout(resume, PAUSE_MS);
      for (const [from, event] of [
        [window, 'online'],
        [signal, 'abort'],
      ] as const)
        from.addEventListener(event, () => resume(), { once: true });
    });
  }
}

/** Begins to read; there is something of it when this settles. */
export async function sourceOf(reading: Reading): Promise<PDFDataRangeTransport> {
  const { rest, first } = await patiently(reading, async (ask) => {
    const { body } = await ask();
    const reader = body!.getReader();
    const { value } = await reader.read();
    return value ? { rest: reader, first: value } : null;
  });
  // What it holds goes over to pdf.js.
  const got = first.length;
  const source = new Source(reading, first);
  source.follow(rest, got).catch(() => {});
  return source;
}

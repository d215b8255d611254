/** The text of a PDF of ours, read from its bytes: each string shown, in the order of drawing. */
export async function textOfPdf(bytes: Uint8Array): Promise<string[]> {
  const streams = await streamsOf(bytes);
  const signs = new Map<string, string>();
  for (const stream of streams.filter((each) => each.includes('beginbfchar'))) {
    for (const [, code, text] of stream.matchAll(/<([0-9A-F]{4})>\s*<([0-9A-F]+)>/gi))
      signs.set(code!.toUpperCase(), utf16(text!));
  }
  const shown = streams.filter((each) => /\bTj\b/.test(each)).join('\n');
  return [...shown.matchAll(/<([0-9A-F]*)>\s*Tj/gi)].map(([, hex]) =>
    (hex!.toUpperCase().match(/.{4}/g) ?? []).map((code) => signs.get(code) ?? '\ufffd').join(''),
  );
}

async function streamsOf(bytes: Uint8Array): Promise<string[]> {
  const raw = latin(bytes);
  const found: Promise<string>[] = [];
  for (const match of raw.matchAll(/stream\r?\n/g)) {
    if (raw.slice(match.index - 3, match.index) === 'end') continue;
    const from = match.index + match[0].length;
    found.push(inflated(bytes.subarray(from, raw.indexOf('endstream', from))));
  }
  return Promise.all(found);
}

async function inflated(bytes: Uint8Array): Promise<string> {
  const end = bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
  const stream = new Blob([bytes.slice(0, end)]).stream().pipeThrough(new DecompressionStream('deflate'));
  try {
    return latin(new Uint8Array(await new Response(stream).arrayBuffer()));
  } catch {
    return '';
  }
}

function latin(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function utf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

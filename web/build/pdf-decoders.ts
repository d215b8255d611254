import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The decoders of scanned pages, which pdf.js looks for by their names. */
export function decodersOfPdf(): Plugin {
  const folder = join(import.meta.dirname, '../../node_modules/pdfjs-dist/wasm');
  return {
    name: 'decoders-of-pdf',
    generateBundle() {
      for (const name of readdirSync(folder).filter(isDecoder))
        this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}

/** The interpreter of scripts among them stays out: no document runs one here. */
function isDecoder(file: string): boolean {
  return file.endsWith('.wasm') && !file.startsWith('quickjs');
}

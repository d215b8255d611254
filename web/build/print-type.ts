import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const PRINT_TYPE = join(
  import.meta.dirname,
  '../../node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
);

/** It has the signs of mathematics that the other has not. */
export const PRINT_SIGNS = join(
  import.meta.dirname,
  '../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
);

/** The type of what is printed, which the Worker takes from here when it prints (worker/platform/formats/pdf.ts). */
export function printType(): Plugin {
  return {
    name: 'print-type',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'print/noto-sans.ttf', source: readFileSync(PRINT_TYPE) });
      this.emitFile({
        type: 'asset',
        fileName: 'print/liberation-sans.ttf',
        source: readFileSync(PRINT_SIGNS),
      });
    },
  };
}

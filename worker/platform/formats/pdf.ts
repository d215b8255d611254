import { PDFDocument, type PDFFont } from '@cantoo/pdf-lib';
import type { Env } from '../context.ts';

/** Among the files of the client, where its build puts it: it would be a third of the Worker, and is seldom asked for. */
const TYPE = '/print/noto-sans.ttf';
const SIGNS = '/print/liberation-sans.ttf';

/** A new PDF with the type that all of ours are set in, in any of our languages. */
export async function newPdf({ ASSETS }: Pick<Env, 'ASSETS'>): Promise<{ pdf: PDFDocument; font: PDFFont }> {
  const [{ default: fontkit }, type] = await Promise.all([import('@cantoo/fontkit'), typeFrom(ASSETS, TYPE)]);
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  // Without ligatures, so that a search finds the words.
  return {
    pdf,
    font: await pdf.embedFont(type, { subset: true, features: { liga: false } }),
  };
}

/** A second type, for the signs of mathematics that the first has not. */
export const signsFor = async ({ ASSETS }: Pick<Env, 'ASSETS'>, pdf: PDFDocument): Promise<PDFFont> =>
  await pdf.embedFont(await typeFrom(ASSETS, SIGNS), { subset: true });

async function typeFrom(assets: Env['ASSETS'], path: string): Promise<ArrayBuffer> {
  const type = await assets.fetch(`https://assets.local${path}`);
  if (!type.ok) throw new Error(`No type to print with: ${path} answers ${type.status}`);
  return await type.arrayBuffer();
}

/** Text in lines no wider than given, in points; a word that is wider itself is cut. */
export function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (candidate: string) => font.widthOfTextAtSize(candidate, size) <= width;
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const sign of word) {
      if (!fits(line + sign)) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
  }
  return [...lines, line];
}

import { PHOTO } from '#contract/platform';

export type PhotoType = 'image/png' | 'image/jpeg';

/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

// Larger than any place that shows a photo, also on dense screens.
const SIDES = [512, 384, 256] as const;
const QUALITIES = [0.92, 0.8, 0.65] as const;
const SIGNS: readonly [PhotoType, readonly number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** What a file is by its first bytes, whatever its name says (§5: PNG or JPEG); null for anything else. */
export async function photoTypeOf(file: Blob): Promise<PhotoType | null> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return SIGNS.find(([, signs]) => signs.every((sign, at) => start[at] === sign))?.[0] ?? null;
}

/** Why a file cannot be stored as it is: no GIF or SVG, or above 500 KB; null when it can. */
export async function drawingProblemOf(file: Blob): Promise<'wrong_file_format' | 'file_too_large' | null> {
  const start = await file.slice(0, 4096).text();
  if (!/^GIF8[79]a/.test(start) && !/<svg[\s>]/.test(start)) return 'wrong_file_format';
  return file.size > PHOTO.limit ? 'file_too_large' : null;
}

/** A picture that can be drawn, upright as its camera held it. Rejects when the browser cannot read it. */
export async function pictureAt(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/**
 * A part of a picture as a new file of at most 500 KB (§5) and 512 px a side: PNG where that was given and fits,
 * else JPEG. Drawn anew, so that nothing else of the original file (where it was taken) goes along.
 */
export async function croppedPhoto(picture: HTMLImageElement, area: Area, type: PhotoType): Promise<Blob> {
  for (const side of SIDES) {
    const tries: [PhotoType, number?][] = QUALITIES.map((quality) => ['image/jpeg', quality]);
    if (type === 'image/png' && side === SIDES[0]) tries.unshift(['image/png']);
    for (const [as, quality] of tries) {
      const photo = await encoded(drawn(picture, area, side, as === 'image/jpeg'), as, quality);
      if (photo.size <= PHOTO.limit) return photo;
    }
  }
  throw new Error('no size of the photo fits');
}

function drawn(picture: HTMLImageElement, area: Area, side: number, opaque: boolean): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(area.width, area.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const paper = canvas.getContext('2d')!;
  if (opaque) {
    paper.fillStyle = '#fff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
  }
  paper.imageSmoothingQuality = 'high';
  paper.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encoded(canvas: HTMLCanvasElement, type: PhotoType, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not encoded'))), type, quality);
  });
}

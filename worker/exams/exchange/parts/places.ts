import { pictureSize, TELLING_BYTES } from '../../../platform/files/file-content.ts';
import { type Area, AREA_SHAPES, HOTSPOT_PLACES, pictureOf, type Hotspot } from '../../questions/contract.ts';
import type { Asked, ReadAnswer, ReadQuestion, WrittenFile, WrittenQuestion } from '../exchange.ts';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

type Places = Pick<ReadQuestion, 'answers'> & { type: 'hotspot'; hotspot: Hotspot };

/** Without line breaks, which `\\n` stands for. */
export const inOneLine = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\r?\n/g, '\\n');
const unescaped = (text: string): string =>
  text.replace(/\\([n\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/**
 * What is right on a picture in lines of words: `places 2`, `alt: what it shows`, and by area `rect 0.1 0.2 0.3 0.4: name`,
 * behind `~` where it is wrong and behind `50%:` where it gives a part.
 */
export function placesInLines({
  hotspot = {},
  answers,
}: Pick<WrittenQuestion, 'hotspot' | 'answers'>): string[] {
  const { places = 1, alt = '' } = hotspot;
  return [
    ...(places === 1 ? [] : [`places ${places}`]),
    ...(alt ? [`alt: ${inOneLine(alt)}`] : []),
    ...answers.flatMap(({ title, is_right_answer, percent, area }) =>
      area
        ? [
            `${is_right_answer ? '' : '~'}${percent ? `${percent}%:` : ''}${area.shape} ${area.coords.join(' ')}: ${inOneLine(title)}`,
          ]
        : [],
    ),
  ];
}

/** The same the other way round; a line that says nothing of the kind is left out. */
export function placesOfLines(lines: readonly string[]): Places {
  const hotspot: Hotspot = { places: 1, alt: '' };
  const answers: ReadAnswer[] = [];
  for (const line of lines) {
    const [, places] = /^places (\d{1,2})$/.exec(line) ?? [];
    const [, alt] = /^alt: ([^]*)$/.exec(line) ?? [];
    if (places) hotspot.places = Math.min(HOTSPOT_PLACES, Math.max(1, Number(places)));
    else if (alt !== undefined) hotspot.alt = unescaped(alt).slice(0, 500);
    else answers.push(...areaOfLine(line));
  }
  return { type: 'hotspot', hotspot, answers };
}

/** The same where a comment of ours keeps it, if one does. */
export const keptPlaces = (places: string | undefined): Asked | null =>
  places === undefined ? null : placesOfLines(places.split('\n'));

function areaOfLine(line: string): ReadAnswer[] {
  const [, wrong, percent, shape, numbers, title = ''] =
    /^(~?)(?:(\d{1,2})\s?%:\s?)?([a-z]+)((?: [01](?:\.\d{1,4})?)+): ?([^]*)$/.exec(line) ?? [];
  const area = areaOf(shape ?? '', numbers?.trim().split(' ').map(Number) ?? []);
  if (!area) return [];
  const share = Number(percent ?? 0);
  return [
    { title: unescaped(title), is_right_answer: wrong === '', ...(share > 0 && { percent: share }), area },
  ];
}

/** Parts of the width and height in order, as an area has them; null: it is none. */
export function areaOf(shape: string, parts: readonly number[]): Area | null {
  const known = AREA_SHAPES.find((each) => each === shape);
  if (!known || parts.some((part) => !Number.isFinite(part))) return null;
  const coords = parts.map((part) => Math.min(1, Math.max(0, Math.round(part * 10_000) / 10_000)));
  if (known === 'polygon')
    return coords.length >= 6 && coords.length <= 120 && coords.length % 2 === 0
      ? { shape: known, coords }
      : null;
  return coords.length === 4 ? { shape: known, coords } : null;
}

/** An area in pixels, as other systems have it: a circle by its centre and radius. */
export function areaOfPixels(shape: string, pixels: readonly number[], { width, height }: Size): Area | null {
  const [a = 0, b = 0, c = 0, d = 0] = pixels;
  const ellipse = (x: number, y: number, w: number, h: number) =>
    areaOf('ellipse', [(x - w) / width, (y - h) / height, (2 * w) / width, (2 * h) / height]);
  switch (shape) {
    case 'default':
      return areaOf('rect', [0, 0, 1, 1]);
    case 'rect':
      return areaOf('rect', [a / width, b / height, (c - a) / width, (d - b) / height]);
    case 'circle':
      return ellipse(a, b, c, c);
    case 'ellipse':
      return ellipse(a, b, c, d);
    case 'poly':
      return areaOf(
        'polygon',
        pixels.map((pixel, at) => pixel / (at % 2 ? height : width)),
      );
    default:
      return null;
  }
}

/** Corners that stand for an ellipse where only polygons are known. */
const ELLIPSE_CORNERS = 24;

/** An area in pixels by the names of other systems; an ellipse that is no circle is a polygon. */
export function pixelsOf(
  { shape, coords }: Area,
  { width, height }: Size,
): { shape: string; pixels: number[] } {
  const [x = 0, y = 0, w = 0, h = 0] = coords;
  if (shape === 'polygon')
    return { shape: 'poly', pixels: coords.map((part, at) => Math.round(part * (at % 2 ? height : width))) };
  const [left, top, wide, high] = [x * width, y * height, w * width, h * height];
  if (shape === 'rect')
    return { shape: 'rect', pixels: [left, top, left + wide, top + high].map(Math.round) };
  const [cx, cy] = [left + wide / 2, top + high / 2];
  if (Math.abs(wide - high) < 2) return { shape: 'circle', pixels: [cx, cy, wide / 2].map(Math.round) };
  const corners = Array.from({ length: ELLIPSE_CORNERS }, (_, at) => (2 * Math.PI * at) / ELLIPSE_CORNERS);
  return {
    shape: 'poly',
    pixels: corners.flatMap((angle) => [
      Math.round(cx + (wide / 2) * Math.cos(angle)),
      Math.round(cy + (high / 2) * Math.sin(angle)),
    ]),
  };
}

/** Where no picture says how large it is. */
const SOME_SIZE: Size = { width: 1000, height: 1000 };

export const sizeOf = (bytes: Uint8Array<ArrayBuffer> | undefined): Size =>
  (bytes && pictureSize(bytes.subarray(0, TELLING_BYTES))) ?? SOME_SIZE;

/** The picture on which places are marked, as it goes out. */
export const writtenPicture = ({ files = [] }: WrittenQuestion): WrittenFile | undefined =>
  pictureOf(files.filter(({ kind }) => kind === 'attachment'));

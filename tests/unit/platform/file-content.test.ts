import { describe, expect, test } from 'vitest';
import { pictureSize, plainFileName } from '../../../worker/platform/files/file-content.ts';
import { aPng } from '../../fixtures/files.ts';

const bytes = (...given: (number[] | string)[]) =>
  new Uint8Array(given.flatMap((one) => (typeof one === 'string' ? [...Buffer.from(one, 'latin1')] : one)));
const twoBytes = (value: number) => [value >> 8, value & 255];

/** The beginning of a JPEG, as a camera writes it that was held in one of eight ways. */
function aJpeg(width: number, height: number, orientation?: number): Uint8Array {
  const tag = [...twoBytes(0x0112), ...twoBytes(3), 0, 0, 0, 1, ...twoBytes(orientation ?? 1), 0, 0];
  const exif = [...Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'), ...twoBytes(1), ...tag, 0, 0, 0, 0];
  const jfif = [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, ...twoBytes(1), ...twoBytes(1), 0, 0];
  const segment = (marker: number, data: number[]) => [0xff, marker, ...twoBytes(data.length + 2), ...data];
  return bytes(
    [0xff, 0xd8],
    segment(0xe0, jfif),
    orientation ? segment(0xe1, exif) : [],
    segment(
      0xdb,
      Array.from({ length: 65 }, () => 1),
    ),
    segment(0xc0, [8, ...twoBytes(height), ...twoBytes(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
  );
}

describe('the size of a picture', () => {
  test('is read of a PNG, a GIF and a JPEG', () => {
    const size = { width: 640, height: 480 };
    expect(pictureSize(aPng('a.png', 640, 480).buffer)).toEqual(size);
    expect(pictureSize(bytes('GIF89a', [0x80, 2, 0xe0, 1, 0, 0, 0]))).toEqual(size);
    expect(pictureSize(aJpeg(640, 480))).toEqual(size);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is what is seen of a camera held in way %i', (orientation) => {
    expect(pictureSize(aJpeg(640, 480, orientation))).toEqual(
      orientation > 4 ? { width: 480, height: 640 } : { width: 640, height: 480 },
    );
  });

  test.each<[what: string, head: Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a text', bytes('Hello')],
    ['a PDF', bytes('%PDF-1.7')],
    ['a JPEG that breaks off', aJpeg(640, 480).subarray(0, 60)],
    [
      'a JPEG of zeros',
      bytes(
        [0xff, 0xd8],
        Array.from({ length: 1000 }, () => 0),
      ),
    ],
    [
      'a JPEG without an end',
      bytes(
        [0xff, 0xd8],
        Array.from({ length: 1000 }, () => 0xff),
      ),
    ],
    ['a GIF without pixels', bytes('GIF89a', [0, 0, 0, 0, 0, 0, 0])],
    ['a PNG larger than any', aPng('a.png').buffer.fill(0xff, 16, 20)],
  ])('is unknown of %s', (_, head) => {
    expect(pictureSize(head)).toBeNull();
  });
});

describe('a file’s name', () => {
  test.each([
    ['report\u202Efdp.exe', 'reportfdp.exe'],
    ['x.hta. .', 'x.hta'],
    ['x.hta\u200B', 'x.hta'],
    ['..\\..\\a/b.pdf', '.._.._a_b.pdf'],
    ['x.hta::$DATA', 'x.hta__$DATA'],
    ['\r\nname\u0007.pdf', 'name.pdf'],
    ['Конспект (2).pdf', 'Конспект (2).pdf'],
    ['\u202E . ', ''],
  ])('%j is kept as %j', (given, kept) => {
    expect(plainFileName(given)).toBe(kept);
  });
});

import { useEffect, useState } from 'react';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { loadChunk } from '../../../../lib/page/chunks.ts';
import classes from './qr-code.module.css';

interface Drawn {
  size: number;
  path: string;
}

/** A QR code, always dark on light: many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let current = true;
    void draw(text).then((result) => current && setDrawn(result));
    return () => {
      current = false;
    };
  }, [text]);

  if (!drawn) return <Skeleton className={classes.code} />;
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={drawn.size} height={drawn.size} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  );
}

/** The dark modules as rows of bars, with the quiet zone of four modules that the standard asks for. */
async function draw(text: string): Promise<Drawn> {
  const { encode } = await loadChunk(() => import('uqr'));
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) =>
    barsOf(row)
      .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
      .join(''),
  );
  return { size, path: path.join('') };
}

function barsOf(row: readonly boolean[]): [x: number, width: number][] {
  const bars: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = bars.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else bars.push([x, 1]);
  });
  return bars;
}

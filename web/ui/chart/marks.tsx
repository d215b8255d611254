import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { Series } from './series.ts';

type Tone = Series['tone'];

const POINTS = { calm: symbolCircle, good: symbolSquare, bad: symbolTriangle, accent: symbolDiamond };
export const DASHES: Record<Tone, string | undefined> = {
  calm: undefined,
  good: undefined,
  bad: '2 3',
  accent: '6 4',
};

export const isHatched = (tone: Tone): boolean => tone === 'bad';

/** Stripes in the colour of whatever uses them. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} fill="currentColor" opacity={0.28} />
      <rect width={2.2} height={5} fill="currentColor" />
    </pattern>
  );
}

/** A point of a line. */
export function Mark({ tone, x, y, large = false }: { tone: Tone; x: number; y: number; large?: boolean }) {
  const path = symbol(POINTS[tone], large ? 90 : 36)() ?? undefined;
  return (
    <path
      d={path}
      transform={`translate(${x},${y})`}
      fill="currentColor"
      stroke="var(--osn-surface)"
      strokeWidth={large ? 2 : 1}
    />
  );
}

import type { ScaleBand, ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { DASHES, isHatched, Mark } from './marks.tsx';
import type { Point, Series } from './series.ts';

/** Points closer together, in pixels, are drawn without marks, but for those that stand alone. */
const CLOSE = 14;

/** The wholes of a point beside each other, the first part of each below. */
export function Bars({
  points,
  wholes,
  x,
  y,
  hatch,
}: {
  points: readonly Point[];
  wholes: readonly (readonly Series[])[];
  x: ScaleBand<number>;
  y: ScaleLinear<number, number>;
  hatch: string;
}) {
  const width = x.bandwidth() / wholes.length;
  return points.map(({ key, values }, place) =>
    wholes.map((parts, beside) => {
      let base = 0;
      return parts.map((one) => {
        const value = values[one.key] ?? 0;
        if (value === 0) return null;
        const top = y(base + value);
        const height = y(base) - top;
        base += value;
        return (
          <g key={`${key} ${one.key}`} data-tone={one.tone}>
            <rect
              x={x(place)! + beside * width}
              y={top}
              width={width}
              height={height}
              rx={Math.min(2, width / 4)}
              fill={isHatched(one.tone) ? `url(#${hatch})` : 'currentColor'}
              stroke={isHatched(one.tone) ? 'currentColor' : 'none'}
            />
          </g>
        );
      });
    }),
  );
}

/** A line that breaks where there is nothing to tell. */
export function Line({
  points,
  series: { key, tone },
  x,
  y,
  read,
}: {
  points: readonly Point[];
  series: Series;
  x: ScaleBand<number>;
  y: ScaleLinear<number, number>;
  read: number | null;
}) {
  const valueAt = (place: number) => points[place]?.values[key] ?? null;
  const across = (place: number) => x(place)! + x.bandwidth() / 2;
  const path = line<number>()
    .defined((place) => valueAt(place) !== null)
    .x(across)
    .y((place) => y(valueAt(place) ?? 0));
  const drawn = path(points.keys()) ?? undefined;
  const places = [...points.keys()].filter((place) => valueAt(place) !== null);
  const marked = places.filter(
    (place) =>
      x.step() >= CLOSE || place === read || (valueAt(place - 1) === null && valueAt(place + 1) === null),
  );
  return (
    <g data-tone={tone}>
      {/* Set off from the bars under it. */}
      <path d={drawn} fill="none" stroke="var(--osn-surface)" strokeWidth={5} strokeLinejoin="round" />
      <path
        d={drawn}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={DASHES[tone]}
      />
      {marked.map((place) => (
        <Mark key={place} tone={tone} x={across(place)} y={y(valueAt(place)!)} large={place === read} />
      ))}
    </g>
  );
}

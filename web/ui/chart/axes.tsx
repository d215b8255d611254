import type { ScaleBand, ScaleLinear } from 'd3-scale';
import { useNumbers } from '../../lib/words/numbers.ts';
import type { Point } from './series.ts';
import classes from './time-chart.module.css';

interface Props {
  points: readonly Point[];
  x: ScaleBand<number>;
  y: Record<'count' | 'share', ScaleLinear<number, number>>;
  start: number;
  end: number;
  hasShares: boolean;
}

/** Width of a label below the axis, in pixels. */
const LABEL = 58;
const SHARES = [0, 50, 100];

/** Counts on the left with lines across, shares on the right, and as many dates below as there is room for. */
export function Axes({ points, x, y, start, end, hasShares }: Props) {
  const format = useNumbers();
  const bottom = y.count(0);
  const every = Math.max(1, Math.ceil((LABEL * points.length) / (end - start)));
  return (
    <g className={classes.axes}>
      {y.count
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line
              x1={start}
              x2={end}
              y1={y.count(tick)}
              y2={y.count(tick)}
              data-base={tick === 0 || undefined}
            />
            <text x={start - 8} y={y.count(tick)} dy="0.32em" textAnchor="end">
              {format.number(tick, { notation: 'compact' })}
            </text>
          </g>
        ))}
      {hasShares &&
        SHARES.map((tick) => (
          <text key={tick} x={end + 6} y={y.share(tick)} dy="0.32em">
            {format.number(tick / 100, { style: 'percent' })}
          </text>
        ))}
      {points.map(
        ({ key, tick }, place) =>
          // Counted from the end: the latest is what is looked for.
          (points.length - 1 - place) % every === 0 && (
            <text key={key} x={x(place)! + x.bandwidth() / 2} y={bottom + 18} textAnchor="middle">
              {tick}
            </text>
          ),
      )}
    </g>
  );
}

import { scaleBand, scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Axes } from './axes.tsx';
import { Bars, Line } from './drawn-series.tsx';
import { Hatch } from './marks.tsx';
import { Reading } from './reading.tsx';
import { type Point, type Series, wholesOf } from './series.ts';
import classes from './time-chart.module.css';
import { useMedia } from '../layout/use-media.ts';

interface Props {
  label: string;
  width: number;
  points: readonly Point[];
  series: readonly Series[];
}

const MARGIN = { top: 10, bottom: 26, left: 40, right: 12 };
const RIGHT_AXIS = 44;

/** The drawing: a point of it is read with the pointer, or as the value of a slider with the arrow keys. */
export function Plot({ label, width, points, series }: Props) {
  const t = useTranslations('shell.chart');
  const phone = useMedia('(width < 37.5em)');
  const hatch = useId().replace(/\W/g, '');
  const [read, setRead] = useState<number | null>(null);
  const height = phone ? 210 : 260;
  const hasShares = series.some(({ scale }) => scale === 'share');
  const end = width - (hasShares ? RIGHT_AXIS : MARGIN.right);
  const x = scaleBand<number>(points.keys(), [MARGIN.left, end]).paddingInner(0.25).paddingOuter(0.15);
  const wholes = wholesOf(series);
  const y = {
    count: scaleLinear([0, mostOf(points, series)], [height - MARGIN.bottom, MARGIN.top]).nice(4),
    share: scaleLinear([0, 100], [height - MARGIN.bottom, MARGIN.top]),
  };
  const last = points.length - 1;
  const at = read === null ? null : Math.min(read, last);

  function point(event: PointerEvent<HTMLDivElement>): void {
    const across = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left;
    setRead(Math.max(0, Math.min(last, Math.floor((across / (end - MARGIN.left)) * points.length))));
  }
  function press(event: KeyboardEvent): void {
    const from = at ?? (event.key === 'ArrowLeft' ? points.length : -1);
    const next = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      ArrowDown: from - 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape') setRead(null);
    if (next === undefined) return;
    event.preventDefault();
    setRead(Math.max(0, Math.min(last, next)));
  }

  return (
    <div
      className={classes.plot}
      role="slider"
      tabIndex={0}
      aria-label={t('read', { label })}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(at ?? last) + 1}
      aria-valuetext={inWords(points[at ?? last], series)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setRead(null)}
      onBlur={() => setRead(null)}
      onKeyDown={press}
    >
      <svg
        width={width}
        height={height}
        aria-hidden
        className={`${classes.drawing} in-colour`}
        viewBox={`0 0 ${width} ${height}`}
      >
        <g data-tone="bad">
          <Hatch id={hatch} />
        </g>
        <Axes points={points} x={x} y={y} end={end} start={MARGIN.left} hasShares={hasShares} />
        {at !== null && (
          <rect
            className={classes.cursor}
            x={x(at)! - x.step() * 0.1}
            width={x.bandwidth() + x.step() * 0.2}
            y={MARGIN.top}
            height={height - MARGIN.top - MARGIN.bottom}
          />
        )}
        <Bars points={points} wholes={wholes} x={x} y={y.count} hatch={hatch} />
        {series
          .filter(({ shape }) => shape === 'line')
          .map((one) => (
            <Line key={one.key} points={points} series={one} x={x} y={y[one.scale]} read={at} />
          ))}
      </svg>
      {at !== null && (
        <Reading point={points[at]!} series={series} x={x(at)! + x.bandwidth() / 2} width={width} />
      )}
    </div>
  );
}

/** The highest count that has to fit: of a line, or of the bars of one whole. */
function mostOf(points: readonly Point[], series: readonly Series[]): number {
  const lines = series.filter(({ shape, scale }) => shape === 'line' && scale === 'count');
  const heights = [...wholesOf(series), ...lines.map((line) => [line])];
  return Math.max(
    4,
    ...points.flatMap(({ values }) =>
      heights.map((parts) => parts.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)),
    ),
  );
}

function inWords(point: Point | undefined, series: readonly Series[]): string {
  if (!point) return '';
  const figures = series.map(({ key, label, format }) => {
    const value = point.values[key];
    return `${label}: ${value === null || value === undefined ? '—' : format(value)}`;
  });
  return [point.title, ...figures].join(', ');
}

import { Sample } from './sample.tsx';
import type { Point, Series } from './series.ts';
import classes from './time-chart.module.css';

/** The figures of the point that is read, beside it; said by the slider. */
export function Reading({
  point,
  series,
  x,
  width,
}: {
  point: Point;
  series: readonly Series[];
  x: number;
  width: number;
}) {
  return (
    <div
      className={`${classes.reading} terms`}
      aria-hidden
      style={x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }}
    >
      <strong>{point.title}</strong>
      <dl>
        {series.map((one) => {
          const value = point.values[one.key];
          return (
            <div key={one.key}>
              <dt>
                <Sample series={one} />
                {one.label}
              </dt>
              <dd>{value === null || value === undefined ? '—' : one.format(value)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

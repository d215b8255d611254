import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { ChartTable } from './chart-table.tsx';
import { Plot } from './plot.tsx';
import { Sample } from './sample.tsx';
import type { TimeChartProps } from './series.ts';
import classes from './time-chart.module.css';

/** Figures over time as a drawing that is read by pointer and arrow keys, with the same figures as a table behind it. */
export function TimeChart({ label, unit, points, series }: TimeChartProps) {
  const t = useTranslations('shell.chart');
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidthOf(ref);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const table = useId();
  const toggle = (key: string) =>
    setLeft((before) =>
      before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]),
    );

  return (
    <figure className={classes.figure} aria-label={label}>
      <div className={classes.tools}>
        <div className={classes.legend} role="group" aria-label={t('legend')}>
          {series.map((one) => (
            <button
              key={one.key}
              type="button"
              className={`${classes.key} lit presses ${left.has(one.key) ? 'off-paper' : ''}`}
              aria-pressed={!left.has(one.key)}
              onClick={() => toggle(one.key)}
            >
              <Sample series={one} />
              {one.label}
            </button>
          ))}
        </div>
        <Button
          className="at-end off-paper"
          variant="subtle"
          size="compact-md"
          aria-expanded={asTable}
          aria-controls={table}
          leftSection={asTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('as_chart') : t('as_table')}
        </Button>
      </div>
      <div ref={ref} className={classes.place} hidden={asTable}>
        {width > 0 && (
          <Plot
            label={label}
            width={width}
            points={points}
            series={series.filter(({ key }) => !left.has(key))}
          />
        )}
      </div>
      <div
        id={table}
        className={asTable ? classes.table : 'unseen'}
        {...(asTable && { role: 'region', tabIndex: 0, 'aria-label': label })}
      >
        <ChartTable label={label} unit={unit} points={points} series={series} />
      </div>
    </figure>
  );
}

/** 0 until it is laid out. */
function useWidthOf(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

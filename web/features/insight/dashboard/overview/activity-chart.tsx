import { useFormatter, useTranslations } from 'use-intl';
import { dateText } from '../../../../lib/words/dates.ts';
import type { Series } from '../../../../ui/chart/series.ts';
import { TimeChart } from '../../../../ui/chart/time-chart.tsx';
import type { Dashboard } from '../dashboard.ts';

/** The course of a period: what was done, and how many people did something. */
export default function ActivityChart({ dashboard: { activity, period } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard');
  const { number } = useFormatter();
  const of = (
    key: 'people' | 'materials' | 'attempts',
    shape: Series['shape'],
    tone: Series['tone'],
  ): Series => ({
    key,
    label: t(key),
    shape,
    tone,
    scale: 'count',
    format: (value) => number(value),
  });
  return (
    <TimeChart
      label={t('chart', { span: period.span })}
      unit={t(period.span)}
      series={[of('materials', 'bar', 'accent'), of('attempts', 'bar', 'good'), of('people', 'line', 'calm')]}
      points={activity.points.map(({ from, people, materials, attempts }) => {
        const date = dateText(`${from}T00:00:00Z`, 'UTC');
        return {
          key: from,
          tick: date.slice(0, 5),
          title: period.span === 'week' ? t('week_of', { from: date }) : date,
          values: { people, materials, attempts },
        };
      })}
    />
  );
}

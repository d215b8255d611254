import type { dynamicStatistic } from '#contract/insight/statistics';
import type { ResponseOf } from '#contract/platform';
import { useLocale, useTranslations } from 'use-intl';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { zoneText } from '../../../../lib/words/zones.ts';
import type { Point, Series } from '../../../../ui/chart/series.ts';
import { TimeChart } from '../../../../ui/chart/time-chart.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from './activity-panel.module.css';

type Activity = ResponseOf<typeof dynamicStatistic>;
type Bucket = Activity['bucket'];

/** Passed and failed attempts on each other, those started and the average result over them. */
export function ActivityChart({ activity }: { activity: Activity }) {
  const t = useTranslations('statistics.activity');
  const { bucket, points, time_zone } = activity;
  const locale = useLocale();
  const series = useSeries();
  const words = usePointWords();
  if (points.every(({ started, completed }) => started + completed === 0))
    return <EmptyState title={t('empty')} text={t('empty_text')} />;
  return (
    <>
      <TimeChart
        label={t('title')}
        unit={t(bucket)}
        series={series}
        points={points.map(({ date, ...values }): Point => ({ key: date, ...words(date, bucket), values }))}
      />
      <p className={classes.zone}>{t('zone', { zone: zoneText(time_zone, locale) })}</p>
    </>
  );
}

function useSeries(): Series[] {
  const t = useTranslations('statistics.activity');
  const { number, result } = useNumbers();
  const count = { scale: 'count', format: (value: number) => number(value) } as const;
  return [
    { key: 'passed', label: t('passed'), shape: 'bar', part_of: 'completed', tone: 'good', ...count },
    { key: 'failed', label: t('failed'), shape: 'bar', part_of: 'completed', tone: 'bad', ...count },
    { key: 'started', label: t('started'), shape: 'line', tone: 'calm', ...count },
    {
      key: 'average',
      label: t('average'),
      shape: 'line',
      tone: 'accent',
      scale: 'share',
      format: result,
    },
  ];
}

/** How a point is called: a day of the company, whatever the reader's zone. */
function usePointWords(): (date: string, bucket: Bucket) => Pick<Point, 'tick' | 'title'> {
  const t = useTranslations('statistics.activity');
  const { dateTime } = useNumbers();
  return (date, bucket) => {
    const [year, month, day] = date.split('-') as [string, string, string];
    const full = `${day}.${month}.${year}`;
    const at = new Date(`${date}T12:00:00Z`);
    if (bucket === 'year') return { tick: year, title: year };
    if (bucket === 'month') {
      return {
        tick: dateTime(at, { month: 'short', year: '2-digit', timeZone: 'UTC' }),
        title: dateTime(at, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      };
    }
    return { tick: `${day}.${month}`, title: bucket === 'week' ? t('week_of', { date: full }) : full };
  };
}

import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import classes from './activity.module.css';
import { Figure } from './figure.tsx';
import overview from './overview.module.css';
import type { Dashboard } from '../dashboard.ts';
import { later } from '../../../../lib/page/later.tsx';
import { useNumbers } from '../../../../lib/words/numbers.ts';

const ActivityChart = later(() => import('./activity-chart.tsx'));

type Sums = Dashboard['activity']['total'];

const shareOf = ({ results, passed }: Sums): number | null =>
  results === 0 ? null : Math.round((100 * passed) / results);

/** What people did in the period: four figures against the period before, and the course of it. */
export function Activity({ dashboard, period }: { dashboard: Dashboard; period: ReactNode }) {
  const t = useTranslations('dashboard');
  const format = useNumbers();
  const { points, total, before } = dashboard.activity;
  const count = (value: number) => format.number(value);
  const percent = (value: number | null) =>
    value === null ? '—' : format.number(value / 100, { style: 'percent' });
  const change = (now: number, then: number) => {
    if (now === then) return t('same');
    if (then === 0) return t('no_change');
    const share = format.number((now - then) / then, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 0,
    });
    return t('change', { change: share });
  };
  const shareChange = () => {
    const [now, then] = [shareOf(total), shareOf(before)];
    if (now === null) return t('no_results');
    if (then === null) return t('no_change');
    if (now === then) return t('same');
    return t('change', {
      change: t('points', { points: format.number(now - then, { signDisplay: 'exceptZero' }) }),
    });
  };
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('activity')}</h2>
        {period}
      </div>
      <dl className={overview.figures}>
        {(['people', 'materials', 'attempts'] as const).map((key) => (
          <Figure
            key={key}
            label={t(key)}
            value={count(total[key])}
            change={change(total[key], before[key])}
            trend={points.map((point) => point[key])}
          />
        ))}
        <Figure
          label={t('passed_share')}
          value={percent(shareOf(total))}
          change={shareChange()}
          trend={points.map(shareOf).filter((share) => share !== null)}
        />
      </dl>
      <section className={classes.chart}>
        <Suspense fallback={<Skeleton height={280} radius="md" />}>
          <ActivityChart dashboard={dashboard} />
        </Suspense>
        <p className={classes.note}>{t('counted')}</p>
      </section>
    </>
  );
}

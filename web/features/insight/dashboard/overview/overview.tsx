import { getDashboard } from '#contract/insight/dashboard';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Activity } from './activity.tsx';
import { Attention } from './attention.tsx';
import { Behind } from './behind.tsx';
import { Expiring } from './expiring.tsx';
import classes from './overview.module.css';
import { People } from './people.tsx';
import type { Dashboard } from '../dashboard.ts';

const PERIODS = ['7', '30', '90', '365'] as const;
type Period = (typeof PERIODS)[number];
const USUAL: Period = '30';

interface Props {
  id: number;
  licences: (licences: Dashboard['licences']) => ReactNode;
  firstSteps: (steps: Dashboard['first_steps']) => ReactNode;
}

/** The first tab: figures of a period, and what needs somebody. */
export function Overview({ id, licences, firstSteps }: Props) {
  const { period, select } = usePeriod();
  const query = useData(getDashboard, { params: { id }, query: { days: Number(period) }, keep: true });
  return (
    <Loaded query={query} skeleton={<OverviewSkeleton />}>
      {(dashboard) => (
        <div className={`${classes.overview} stack gap-7`} data-stale={query.isPlaceholderData || undefined}>
          {firstSteps(dashboard.first_steps)}
          <Activity dashboard={dashboard} period={select} />
          <div className={`${classes.halves} stack gap-7 tops`}>
            <Behind id={id} of="groups" />
            <Behind id={id} of="programs" />
            <Attention dashboard={dashboard} />
            <Expiring certificates={dashboard.certificates} />
          </div>
          <People dashboard={dashboard} licences={licences} />
        </div>
      )}
    </Loaded>
  );
}

/** The period is part of the address. */
function usePeriod() {
  const t = useTranslations('dashboard');
  const [search, setSearch] = useSearchParams();
  const asked = search.get('period');
  const period = PERIODS.find((each) => each === asked) ?? USUAL;
  const select = (
    <>
      <span className="on-paper">{t(`days.${period}`)}</span>
      <NativeSelect
        className="off-paper"
        aria-label={t('period')}
        value={period}
        onChange={({ currentTarget: { value } }) =>
          setSearch(value === USUAL ? {} : { period: value }, { replace: true, preventScrollReset: true })
        }
        data={PERIODS.map((each) => ({ value: each, label: t(`days.${each}`) }))}
      />
    </>
  );
  return { period, select };
}

function OverviewSkeleton() {
  return (
    <div className={`${classes.overview} stack gap-7`}>
      <div className={classes.figures}>
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} height={132} radius="lg" />
        ))}
      </div>
      <Skeleton height={330} radius="lg" />
      <div className={`${classes.halves} stack gap-7 tops`}>
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} height={240} radius="lg" />
        ))}
      </div>
    </div>
  );
}

import { dynamicStatistic } from '#contract/insight/statistics';
import { listFormNames } from '#contract/exams/forms';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { SegmentedControl } from '../../../../ui/control/choice/segmented-control.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import classes from './activity-panel.module.css';
import { ActivityChart } from './activity-chart.tsx';
import { readsAsDate } from '../../../../lib/words/wall-clock.ts';
import { DayField } from '../../../../ui/date/date-field.tsx';
import { useMedia } from '../../../../ui/layout/use-media.ts';

const PERIODS = ['7', '30', '90', '365', 'own'] as const;
type Period = (typeof PERIODS)[number];

/** Attempts at the course's forms over time, of everybody or of a group. */
export default function ActivityPanel({ course_id, group }: { course_id: number; group: string }) {
  const t = useTranslations('statistics.activity');
  const [period, setPeriod] = useState<Period>('30');
  const [own, setOwn] = useState({ from: '', to: '' });
  const [form, setForm] = useState('');
  const [onlyRecent, setOnlyRecent] = useState(false);
  const forms = useData(listFormNames, { query: { course: course_id, page_size: 100 } }).data?.results ?? [];
  const isOwn = period === 'own';
  const isWrong = isOwn && readsAsDate(own.from) && readsAsDate(own.to) && own.from > own.to;
  const query = useData(dynamicStatistic, {
    params: { id: course_id },
    query: {
      // Which day it is there, the company's clock says.
      ...(!isOwn && { days: period }),
      ...(isOwn && readsAsDate(own.from) && { from: own.from }),
      ...(isOwn && readsAsDate(own.to) && { to: own.to }),
      ...(form && { form }),
      ...(group && { group }),
      ...(onlyRecent && { only_recent: 'true' as const }),
    },
    enabled: !isWrong,
    keep: true,
  });
  return (
    <Panel title={t('title')} actions={<PeriodField value={period} onChange={setPeriod} />}>
      <div className={`${classes.fields} off-paper fills`}>
        {isOwn && (
          <>
            <DayField
              label={t('from')}
              max="2061-12-31"
              value={own.from}
              error={isWrong && t('wrong_period')}
              onChange={(from) => setOwn({ ...own, from })}
            />
            <DayField
              label={t('to')}
              max="2061-12-31"
              value={own.to}
              onChange={(to) => setOwn({ ...own, to })}
            />
          </>
        )}
        {forms.length > 1 && (
          <NativeSelect
            aria-label={t('form')}
            value={form}
            onChange={(event) => setForm(event.currentTarget.value)}
            data={[
              { value: '', label: t('all_forms') },
              ...forms.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <Switch
          className={classes.recent}
          label={t('only_recent')}
          checked={onlyRecent}
          onChange={(event) => setOnlyRecent(event.currentTarget.checked)}
        />
      </div>
      <Loaded query={query} skeleton={<Skeleton height={300} radius="md" />}>
        {(activity) => (
          <div className="stales" data-stale={query.isPlaceholderData || undefined}>
            <ActivityChart activity={activity} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function PeriodField({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  const t = useTranslations('statistics.activity');
  const phone = useMedia('(width < 37.5em)');
  const data = PERIODS.map((period) => ({ value: period, label: t(period) }));
  return phone ? (
    <NativeSelect
      aria-label={t('period')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Period)}
      data={data}
    />
  ) : (
    <SegmentedControl
      aria-label={t('period')}
      value={value}
      onChange={(next) => onChange(next)}
      data={data}
    />
  );
}

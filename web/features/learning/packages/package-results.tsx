import { listPackageTries } from '#contract/learning/packages';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { laterOver } from '../../../lib/page/later.tsx';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { stateOf, TONES, type Material, type TryRow } from './package.ts';
import { useExportTries } from './use-export-tries.ts';

const TryAnswers = laterOver(() => import('./try-answers.tsx'));

/** The tries of students at a package, with what each answered. */
export default function PackageResults({ material }: { material: Material }) {
  const t = useTranslations('packages.results');
  const states = useTranslations('packages');
  const common = useTranslations('common.list');
  const { duration } = useNumbers();
  const list = useListState(listPackageTries);
  const params = { id: material.course_id, materialId: material.id };
  const query = useData(listPackageTries, { params, query: list.query, keep: true });
  const [shown, setShown] = useState<TryRow | null>(null);
  const exporting = useExportTries(params);
  const hasAny = (query.data?.count ?? 0) > 0;
  return (
    <section className="before-7">
      <h2>{t('title')}</h2>
      <ListBar
        list={list}
        query={query}
        end={
          hasAny && (
            <Button
              variant="default"
              loading={exporting.busy}
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => void exporting.run()}
            >
              {t('export')}
            </Button>
          )
        }
      />
      <DataTable
        label={t('title')}
        query={query}
        list={list}
        rowKey={({ id }) => id}
        empty={
          list.isNarrowed([]) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          )
        }
        columns={[
          {
            key: 'student',
            label: t('student'),
            sort: 'last_name',
            primary: true,
            render: (row) => personName(row),
          },
          { key: 'number', label: t('number'), numeric: true, render: ({ number }) => number },
          {
            key: 'state',
            label: t('state'),
            render: (row) => (
              <StatusBadge tone={TONES[stateOf(row)]}>{states(`states.${stateOf(row)}`)}</StatusBadge>
            ),
          },
          {
            key: 'score',
            label: t('score'),
            sort: 'score',
            numeric: true,
            render: ({ score }) => (score === null ? '–' : states('score', { score: Math.round(score) })),
          },
          {
            key: 'time',
            label: t('time'),
            sort: 'seconds',
            numeric: true,
            render: ({ seconds }) => duration(seconds),
          },
          {
            key: 'started',
            label: t('started'),
            sort: 'started_at',
            render: ({ started_at }) => dateTimeText(started_at),
          },
          {
            key: 'answers',
            label: t('show'),
            render: (row) => (
              <Button size="sm" variant="default" onClick={() => setShown(row)}>
                {t('show')}
              </Button>
            ),
          },
        ]}
      />
      {shown && <TryAnswers params={params} row={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

import { EXAM } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { exportCompanyResults, EXPORTED_RESULTS, listCompanyResults } from '#contract/exams/results';
import { IconFileExport, IconPencilCheck, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { TwoLines } from '../../../../ui/table/two-lines.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { CompanyResultFilters, FILTERS } from './company-result-filters.tsx';
import { FinishedCell } from '../finished-cell.tsx';
import { GradeCell } from '../grade-cell.tsx';
import { ResultState } from '../result-state.tsx';
import screen from './company-results.module.css';
import { personName } from '../../../../lib/words/person-name.ts';
import { resultPath } from '../../../../lib/paths/result-paths.ts';

type Row = ResponseOf<typeof listCompanyResults>['results'][number];

const pathOf = ({ course, attempt_id }: Row) => resultPath(course.id, attempt_id);
const nameOf = ({ user }: Row) => personName(user);

/** Every attempt of the company, across its courses; a row opens it. */
export function CompanyResultsScreen() {
  const t = useTranslations('results');
  const common = useTranslations('common.list');
  const list = useListState(listCompanyResults);
  const results = useData(listCompanyResults, { query: list.query, keep: true });
  const exporting = useAction(exportCompanyResults, { onDone: saveFile });
  const columns = useColumns();
  const may = useMay();
  const count = results.data?.count ?? 0;
  return (
    <>
      <PageHeader
        title={t('company.title')}
        description={t('company.description')}
        actions={
          <>
            <Button
              component={Link}
              to="/marking"
              variant="default"
              leftSection={<IconPencilCheck size={18} aria-hidden />}
            >
              {t('company.to_mark')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileExport size={18} aria-hidden />}
              loading={exporting.busy}
              disabled={count === 0}
              title={
                count > EXPORTED_RESULTS ? t('company.export_part', { count: EXPORTED_RESULTS }) : undefined
              }
              onClick={() => void exporting.run({ query: list.query })}
            >
              {t('company.export')}
            </Button>
          </>
        }
      />
      <ListBar list={list} query={results} names={FILTERS}>
        <CompanyResultFilters page={results.data} />
      </ListBar>
      <DataTable
        label={t('company.title')}
        columns={columns}
        moreSorts={[{ label: t('company.course'), sort: 'course_name' }]}
        query={results}
        list={list}
        rowKey={({ attempt_id }) => attempt_id}
        rowHref={pathOf}
        {...(may('viewUser') && { rowMenu: (row: Row) => <PersonLink row={row} /> })}
        empty={
          list.isNarrowed(FILTERS) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('company.empty_text')} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('results');
  return [
    {
      key: 'user',
      label: t('student'),
      sort: 'last_name',
      primary: true,
      render: ({ user, groups }) => <PersonLine person={user} note={groups.join(', ')} />,
    },
    {
      key: 'form',
      label: t('form'),
      sort: 'form_name',
      grow: true,
      render: ({ form, course, number, version }) => (
        <TwoLines
          note={[
            t(form.form_type === EXAM ? 'company.exam' : 'company.test'),
            t('company.attempt', { number }),
            // The first is no news.
            ...(version > 1 ? [t('company.version', { version })] : []),
            course.name,
          ].join(' · ')}
        >
          {form.name}
        </TwoLines>
      ),
    },
    {
      key: 'state',
      label: t('state'),
      render: (row) => <ResultState row={row} />,
    },
    {
      key: 'result',
      label: t('result'),
      sort: 'percent',
      numeric: true,
      render: (row) => <GradeCell row={row} rating_system={row.form.rating_system} />,
    },
    {
      key: 'finished',
      minor: true,
      below: true,
      label: t('finished'),
      sort: 'finished_at',
      render: (row) => <FinishedCell row={row} />,
    },
  ];
}

/** To the person; the row itself opens the attempt. */
function PersonLink({ row }: { row: Row }) {
  const t = useTranslations('results.company');
  const words = t('open_person', { name: nameOf(row) });
  return (
    <Link
      to={`/user/${row.user.id}#exams`}
      className={`${screen.person} lit-up`}
      aria-label={words}
      title={words}
    >
      <IconUser size={20} aria-hidden />
    </Link>
  );
}

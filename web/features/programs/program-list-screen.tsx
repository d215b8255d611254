import type { ResponseOf } from '#contract/platform';
import { listPrograms } from '#contract/programs';
import { useFormatter, useTranslations } from 'use-intl';
import { dateText } from '../../lib/dates.ts';
import { useListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { EmptyState } from '../../ui/states.tsx';

type Row = ResponseOf<typeof listPrograms>['results'][number];

export function ProgramListScreen() {
  const t = useTranslations();
  const { number } = useFormatter();
  const list = useListState(listPrograms);
  const programs = useData(listPrograms, { query: list.query, keep: true });
  const withProgress = programs.data?.results.some((program) => program.progress !== null) ?? false;

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('programs.name'),
      sort: 'name',
      primary: true,
      render: (program) => program.name,
    },
    {
      key: 'description',
      label: t('programs.general'),
      render: (program) => program.description && <LongText>{program.description}</LongText>,
    },
    {
      key: 'courses',
      label: t('programs.courses'),
      numeric: true,
      render: (program) => number(program.courses),
    },
    ...(withProgress
      ? [
          {
            key: 'progress',
            label: t('programs.progress'),
            render: (program: Row) => (
              <ProgressLine
                value={program.progress ?? 0}
                label={`${t('programs.progress')}: ${program.name}`}
              />
            ),
          },
        ]
      : []),
    {
      key: 'created_at',
      label: t('programs.created_at'),
      sort: 'created_at',
      numeric: true,
      render: (program) => dateText(program.created_at),
    },
  ];
  return (
    <>
      <PageHeader title={t('programs.title')} />
      <ListBar list={list} />
      <DataTable
        label={t('programs.title')}
        columns={columns}
        query={programs}
        list={list}
        rowKey={(program) => program.id}
        rowHref={(program) => `/program/${program.id}`}
        empty={
          list.search ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState title={t('programs.empty')} text={t('programs.empty_text')} />
          )
        }
      />
    </>
  );
}

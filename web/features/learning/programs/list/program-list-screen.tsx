import { listPrograms } from '#contract/learning/programs';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { ListBody } from '../../../../ui/list/list-body.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import { useView, ViewToggle } from '../../../../ui/list/view-toggle.tsx';
import { LongText } from '../../../../ui/table/long-text.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { DeleteProgramDialog } from '../delete-program-dialog.tsx';
import { ProgramCard, type ProgramRow } from './program-card.tsx';
import { FILTERS, ProgramFilters } from './program-filters.tsx';
import { ProgramTags } from '../program-tags.tsx';

/** The programs in reach as cards or as a table. */
export function ProgramListScreen() {
  const t = useTranslations();
  const may = useMay();
  const list = useListState(listPrograms);
  const programs = useData(listPrograms, { query: list.query, keep: true });
  const view = useView('list');
  const columns = useColumns(programs.data?.results.some((program) => program.progress !== null) ?? false);
  const [leaving, setLeaving] = useState<ProgramRow | null>(null);
  const menuOf = (program: ProgramRow) =>
    may('editProgram') && <ProgramMenu program={program} onDelete={() => setLeaving(program)} />;
  const create = may('editProgram') && (
    <Button component={Link} to="/program/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('programs.create')}
    </Button>
  );
  const narrowed = list.isNarrowed(FILTERS);
  const shared = { query: programs, list, empty: <Nothing narrowed={narrowed} create={create} /> };

  return (
    <>
      <PageHeader title={t('programs.title')} actions={create} />
      <ListBar list={list} query={programs} names={FILTERS} end={<ViewToggle first="list" />}>
        <ProgramFilters />
      </ListBar>
      {view === 'table' ? (
        <DataTable
          {...shared}
          label={t('programs.title')}
          columns={columns}
          rowKey={(program) => program.id}
          rowHref={(program) => `/program/${program.id}`}
          {...(may('editProgram') && { rowMenu: menuOf })}
        />
      ) : (
        <ListBody {...shared} sorts={columns} sort="always" skeleton={<CardsSkeleton />}>
          {(page) => (
            <ul className="cards plain" aria-label={t('programs.title')}>
              {page.map((program) => (
                <ProgramCard key={program.id} program={program} menu={menuOf(program)} />
              ))}
            </ul>
          )}
        </ListBody>
      )}
      {leaving && <DeleteProgramDialog program={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function useColumns(withProgress: boolean): Column<ProgramRow>[] {
  const t = useTranslations('programs');
  const { number } = useFormatter();
  return [
    { key: 'name', label: t('name'), sort: 'name', primary: true, render: ({ name }) => name },
    ...(withProgress
      ? []
      : [
          {
            key: 'internal_name',
            label: t('internal_name'),
            render: ({ internal_name }: ProgramRow) => internal_name && <LongText>{internal_name}</LongText>,
          },
        ]),
    { key: 'tags', label: t('tags'), render: ({ tags }) => <ProgramTags tags={tags} most={2} /> },
    { key: 'courses', label: t('courses'), numeric: true, render: ({ courses }) => number(courses) },
    ...(withProgress
      ? [
          {
            key: 'progress',
            label: t('progress'),
            render: ({ name, progress }: ProgramRow) => (
              <ProgressLine value={progress ?? 0} label={`${t('progress')}: ${name}`} />
            ),
          },
        ]
      : [
          {
            key: 'students',
            label: t('students'),
            numeric: true,
            render: ({ students }: ProgramRow) => students !== null && number(students),
          },
        ]),
    {
      key: 'created_at',
      label: t('created_at'),
      sort: 'created_at',
      numeric: true,
      render: ({ created_at }) => dateText(created_at),
    },
  ];
}

function ProgramMenu({ program, onDelete }: { program: ProgramRow; onDelete: () => void }) {
  const t = useTranslations('common');
  return (
    <RowMenu name={program.name}>
      <Menu.Item
        component={Link}
        to={`/program/${program.id}/edit`}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        {t('edit')}
      </Menu.Item>
      <Menu.Item
        color="var(--osn-error)"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={onDelete}
      >
        {t('delete')}
      </Menu.Item>
    </RowMenu>
  );
}

function Nothing({ narrowed, create }: { narrowed: boolean; create: ReactNode }) {
  const t = useTranslations();
  return narrowed ? (
    <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
  ) : (
    <EmptyState
      title={t('programs.empty')}
      text={create ? t('programs.empty_editor') : t('programs.empty_text')}
    />
  );
}

function CardsSkeleton() {
  return (
    <div className="cards plain">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={336} radius="lg" />
      ))}
    </div>
  );
}

import { listGroups } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { LongText } from '../../../ui/table/long-text.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';

type Row = ResponseOf<typeof listGroups>['results'][number];

export function GroupListScreen() {
  const t = useTranslations();
  const { number } = useFormatter();
  const may = useMay();
  const list = useListState(listGroups);
  const groups = useData(listGroups, { query: list.query, keep: true });

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('groups.name'),
      sort: 'name',
      primary: true,
      render: (group) =>
        group.has_rule ? <TwoLines note={t('groups.rule.mark')}>{group.name}</TwoLines> : group.name,
    },
    {
      key: 'description',
      label: t('groups.description'),
      render: (group) => group.description && <LongText>{group.description}</LongText>,
    },
    {
      key: 'students',
      label: t('groups.students'),
      numeric: true,
      render: (group) => number(group.students),
    },
    { key: 'courses', label: t('groups.courses'), numeric: true, render: (group) => number(group.courses) },
    {
      key: 'created_at',
      label: t('groups.created_at'),
      sort: 'created_at',
      numeric: true,
      render: (group) => dateText(group.created_at),
    },
  ];
  const create = may('editGroup') && (
    <Button component={Link} to="/group/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('groups.create')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('groups.title')} actions={create} />
      <ListBar list={list} query={groups} />
      <DataTable
        label={t('groups.title')}
        columns={columns}
        query={groups}
        list={list}
        rowKey={(group) => group.id}
        rowHref={(group) => `/group/${group.id}`}
        empty={
          list.search ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState title={t('groups.empty')} text={t('groups.empty_text')} />
          )
        }
      />
    </>
  );
}

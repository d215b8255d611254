import { listInReview } from '#contract/insight/today';
import { useFormatter, useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { reviewPath, type Waiting } from './today.ts';

/** Every form with results that wait for a trainer. */
export default function InReviewList() {
  const t = useTranslations('today');
  const common = useTranslations('common.list');
  const { number } = useFormatter();
  const list = useListState(listInReview);
  const query = useData(listInReview, { query: list.query, keep: true });
  const columns: Column<Waiting>[] = [
    {
      key: 'form',
      label: t('columns.form'),
      sort: 'form_name',
      primary: true,
      render: ({ form }) => form.name,
    },
    { key: 'course', label: t('columns.course'), sort: 'course_name', render: ({ course }) => course.name },
    {
      key: 'count',
      label: t('columns.results'),
      sort: 'count',
      numeric: true,
      render: ({ count }) => number(count),
    },
    {
      key: 'since',
      label: t('columns.oldest'),
      sort: 'since',
      render: ({ since }) => dateText(since),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('sections.in_review.title')}
        description={t('sections.in_review.text')}
        back={{ to: '/today', label: t('title') }}
      />
      <ListBar list={list} query={query} />
      <DataTable
        label={t('sections.in_review.title')}
        columns={columns}
        query={query}
        list={list}
        rowKey={({ form }) => form.id}
        rowHref={reviewPath}
        empty={
          list.search ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('sections.in_review.nothing')} text={t('nothing_text')} />
          )
        }
      />
    </>
  );
}

import { listAnswersToMark } from '#contract/exams/marks';
import type { ResponseOf } from '#contract/platform';
import { IconPencilCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { dateText } from '../../../lib/words/dates.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { MathText } from '../../../ui/rich-text/math-text.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import { answersPath } from './paths.ts';

type Row = ResponseOf<typeof listAnswersToMark>['results'][number];

/** The questions whose answers wait for a mark. */
export function ToMarkScreen() {
  const t = useTranslations('marks');
  const common = useTranslations('common.list');
  const { number } = useFormatter();
  const list = useListState(listAnswersToMark);
  const query = useData(listAnswersToMark, { query: list.query, keep: true });
  const waiting = query.data?.waiting ?? 0;
  const columns: Column<Row>[] = [
    {
      key: 'question',
      label: t('question'),
      primary: true,
      grow: true,
      render: ({ question }) => (
        <TwoLines>
          <MathText>{question.title}</MathText>
        </TwoLines>
      ),
    },
    {
      key: 'form',
      label: t('form'),
      sort: 'form_name',
      render: ({ form, course }) => <TwoLines note={course.name}>{form.name}</TwoLines>,
    },
    {
      key: 'count',
      label: t('answers'),
      sort: 'count',
      numeric: true,
      render: ({ count }) => number(count),
    },
    { key: 'since', label: t('since'), sort: 'since', render: ({ since }) => dateText(since) },
  ];
  return (
    <>
      <PageHeader
        title={t('title')}
        description={waiting > 0 ? t('waiting', { count: waiting }) : t('description')}
        actions={
          waiting > 0 && (
            <Button
              component={Link}
              to={answersPath()}
              leftSection={<IconPencilCheck size={18} aria-hidden />}
            >
              {t('begin')}
            </Button>
          )
        }
      />
      <ListBar list={list} query={query} />
      <DataTable
        label={t('title')}
        columns={columns}
        moreSorts={[{ label: t('course'), sort: 'course_name' }]}
        query={query}
        list={list}
        rowKey={({ form, question }) => `${form.id}-${question.id}`}
        rowHref={({ form, question }) => answersPath({ form: form.id, question: question.id })}
        empty={
          list.search ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('nothing')} text={t('nothing_text')} />
          )
        }
      />
    </>
  );
}

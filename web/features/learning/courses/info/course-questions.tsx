import { listQuestions } from '#contract/exams/forms';
import type { ResponseOf } from '#contract/platform';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { TwoLines } from '../../../../ui/table/two-lines.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import type { Course } from '../course.ts';
import { constructorPath, managePath } from '../../../../lib/paths/material-paths.ts';

type Question = ResponseOf<typeof listQuestions>['results'][number];

const FILTERS = ['form'] as const;

/** Every question of the course's tests and exams, each leading to where it is edited. */
export default function CourseQuestions({ course }: { course: Course }) {
  const t = useTranslations('courses.questions');
  const common = useTranslations('common.list');
  const list = useListState(listQuestions);
  const query = useData(listQuestions, { query: { ...list.query, course: course.id }, keep: true });
  const columns = useColumns();
  const forms = course.education_materials.filter(({ form_id }) => form_id !== null);
  const narrowed = list.isNarrowed(FILTERS);
  const own = query.data?.own_tests ?? 0;
  const manage = (
    <Button component={Link} to={managePath(course.id)} variant="default">
      {t('manage')}
    </Button>
  );
  return (
    <>
      <ListBar list={list} query={query} names={FILTERS}>
        {forms.length > 1 && (
          <FilterSelect
            name="form"
            label={t('form')}
            any={t('any_form')}
            choices={forms.map(({ form_id, name }) => ({ value: String(form_id), label: name }))}
          />
        )}
      </ListBar>
      {own > 0 && (
        <Notice tone="neutral" title={t('own_tests', { count: own })}>
          {t('own_tests_text')}
        </Notice>
      )}
      <DataTable
        label={t('label')}
        columns={columns}
        query={query}
        list={list}
        rowKey={({ id }) => id}
        rowHref={({ material_id }) => constructorPath(course.id, material_id)}
        empty={
          narrowed ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            // Where all of them are one's own, the notice says so.
            own === 0 && <EmptyState title={t('empty')} text={t('empty_text')} action={manage} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Question>[] {
  const t = useTranslations('courses.questions');
  const { number } = useFormatter();
  return [
    { key: 'title', label: t('title'), sort: 'title', primary: true, render: ({ title }) => title },
    { key: 'form', label: t('form'), minor: true, render: ({ material_name }) => material_name },
    {
      key: 'right_answers',
      grow: true,
      label: t('right_answers'),
      render: ({ right_answers, answers }) => (
        <TwoLines note={t('answers', { count: answers })}>{right_answers.join(' · ')}</TwoLines>
      ),
    },
    { key: 'score', label: t('score'), sort: 'score', numeric: true, render: ({ score }) => number(score) },
    {
      key: 'required',
      label: t('required'),
      render: ({ required }) => (
        <StatusBadge tone={required ? 'active' : 'neutral'}>
          {t(required ? 'is_required' : 'is_optional')}
        </StatusBadge>
      ),
    },
  ];
}

import { APPOINTED_FORM_STATUSES, listAppointedForms, PASSED_FORM_STATUSES } from '#contract/exams/attempts';
import { EXAM, PRACTICE } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { FilterDay } from '../../../../ui/filter/filter-day.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';

type List = ListState<typeof listAppointedForms>;

export const FILTERS = [
  'form_type',
  'appointed_form_status',
  'passed_form_status',
  'exam_time_end_from',
  'exam_time_end_to',
] as const;

/** The filters of somebody's tests and exams: kind, both kinds of status, and the days they ended on. */
export function PersonExamFilters() {
  const t = useTranslations('learning.exams');
  return (
    <>
      <FilterSelect
        name="form_type"
        label={t('type')}
        any={t('filters.kind_any')}
        choices={[
          { value: String(PRACTICE), label: t('test') },
          { value: String(EXAM), label: t('exam') },
        ]}
      />
      <FilterSelect
        name="appointed_form_status"
        label={t('filters.appointed')}
        any={t('filters.appointed_any')}
        choices={APPOINTED_FORM_STATUSES.map((one) => ({ value: one, label: t(`filters.appointed_${one}`) }))}
      />
      <FilterSelect
        name="passed_form_status"
        label={t('filters.passed_form')}
        any={t('filters.passed_form_any')}
        choices={PASSED_FORM_STATUSES.map(({ id }) => ({
          value: String(id),
          label: t(`filters.passed_form_${id}`),
        }))}
      />
      <FilterDay name="exam_time_end_from" label={t('filters.date_from')} />
      <FilterDay name="exam_time_end_to" label={t('filters.date_to')} />
    </>
  );
}

/** Nothing to list: there is nothing yet, or the filters hide it, and how much. */
export function NoExams({ id, list }: { id: number; list: List }) {
  const t = useTranslations('learning');
  const words = useFilterWords(list);
  const all = useData(listAppointedForms, {
    query: { user: id, page_size: 1 },
    enabled: words.length > 0,
  });
  if (words.length === 0) return <EmptyState title={t('no_exams')} />;
  return (
    <EmptyState
      title={t('exams.filters.hidden', { count: all.data?.count ?? 0 })}
      text={t('exams.filters.hidden_by', { filters: words.join(', ') })}
      action={
        <Button variant="default" onClick={() => list.clearFilters([...FILTERS, 'search'])}>
          {t('exams.filters.clear')}
        </Button>
      }
    />
  );
}

function useFilterWords(list: List): string[] {
  const t = useTranslations('learning.exams');
  const { search } = list;
  const given = (name: (typeof FILTERS)[number]) => list.filter(name);
  const form_type = given('form_type');
  const appointed = APPOINTED_FORM_STATUSES.find((one) => one === given('appointed_form_status'));
  const passed = PASSED_FORM_STATUSES.find(({ id }) => String(id) === given('passed_form_status'));
  const from = given('exam_time_end_from');
  const to = given('exam_time_end_to');
  return [
    ...(search ? [t('filters.search_words', { search })] : []),
    ...(form_type ? [form_type === String(EXAM) ? t('exam') : t('test')] : []),
    ...(appointed ? [t(`filters.appointed_${appointed}`)] : []),
    ...(passed ? [t(`filters.passed_form_${passed.id}`)] : []),
    ...(from ? [t('filters.from_words', { date: dateText(`${from}T12:00:00`) })] : []),
    ...(to ? [t('filters.to_words', { date: dateText(`${to}T12:00:00`) })] : []),
  ];
}

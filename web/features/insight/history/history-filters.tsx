import { ACTIONS, listHistoryAuthors, SECTIONS } from '#contract/insight/history';
import { useTranslations } from 'use-intl';
import { useMay } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import { FilterDay } from '../../../ui/filter/filter-day.tsx';
import { useDrawing } from '../../../ui/filter/filter.tsx';

export const FILTERS = ['action', 'section', 'author', 'created_at_after', 'created_at_before'] as const;

/** The filters of a company's history. */
export function HistoryFilters() {
  const t = useTranslations('history.filters');
  return (
    <>
      <ChoiceFilter name="action" />
      <ChoiceFilter name="section" />
      <AuthorFilter />
      <FilterDay name="created_at_after" label={t('after')} />
      <FilterDay name="created_at_before" label={t('before')} />
    </>
  );
}

/** Those of a course's history. */
export function CourseHistoryFilters() {
  const may = useMay();
  return (
    <>
      <ChoiceFilter name="action" />
      {may('viewCompanyHistory') && <AuthorFilter />}
    </>
  );
}

function ChoiceFilter({ name }: { name: 'action' | 'section' }) {
  const t = useTranslations('history');
  return (
    <FilterSelect
      name={name}
      label={t(`filters.${name}`)}
      any={t(`filters.any_${name}`)}
      choices={
        name === 'action'
          ? ACTIONS.map((one) => ({ value: one, label: t(`actions.${one}`) }))
          : SECTIONS.map((one) => ({ value: one, label: t(`sections.${one}`) }))
      }
    />
  );
}

function AuthorFilter() {
  const t = useTranslations('history.filters');
  const value = useDrawing().list.filter('author');
  const { data: authors = [] } = useData(listHistoryAuthors, {});
  const choices = authors.map(({ id, first_name, last_name }) => ({
    value: String(id),
    label: `${last_name} ${first_name}`.trim() || `№ ${id}`,
  }));
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <FilterSelect
      name="author"
      label={t('author')}
      any={t('any_author')}
      choices={isKnown ? choices : [...choices, { value, label: `№ ${value}` }]}
    />
  );
}

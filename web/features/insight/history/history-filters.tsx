import { ACTIONS, listHistoryAuthors, SECTIONS } from '#contract/insight/history';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../../lib/api/api.ts';
import type { ListState } from '../../../lib/form/list-state.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { FilterSelect } from '../../../ui/filter/filter-fields.tsx';
import { FilterDay } from '../../../ui/filter/filter-day.tsx';
import { ListFilters } from '../../../ui/filter/list-filters.tsx';

export const FILTERS = ['action', 'section', 'author', 'created_at_after', 'created_at_before'] as const;

type Filters = Pick<ListState<AnyEndpoint>, 'filter' | 'setFilter' | 'clearFilters'>;

export const activeFilters = (list: Pick<Filters, 'filter'>) =>
  FILTERS.filter((name) => list.filter(name) !== '').length;

interface Props {
  list: Filters;
  count: number | undefined;
}

/** The filters of a company's history. */
export function HistoryFilters({ list, count }: Props) {
  const t = useTranslations('history.filters');
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => (
        <>
          <ChoiceFilter list={list} hideLabel={hideLabel} name="action" />
          <ChoiceFilter list={list} hideLabel={hideLabel} name="section" />
          <AuthorFilter list={list} hideLabel={hideLabel} />
          <FilterDay
            list={list}
            hideLabel={hideLabel}
            name="created_at_after"
            label={t('after')}
            short={t('since')}
          />
          <FilterDay
            list={list}
            hideLabel={hideLabel}
            name="created_at_before"
            label={t('before')}
            short={t('until')}
          />
        </>
      )}
    </ListFilters>
  );
}

/** Those of a course's history. */
export function CourseHistoryFilters({ list, count }: Props) {
  const may = useMay();
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => (
        <>
          <ChoiceFilter list={list} hideLabel={hideLabel} name="action" />
          {may('viewCompanyHistory') && <AuthorFilter list={list} hideLabel={hideLabel} />}
        </>
      )}
    </ListFilters>
  );
}

interface FilterProps {
  list: Filters;
  hideLabel: boolean;
}

function ChoiceFilter({ name, ...field }: FilterProps & { name: 'action' | 'section' }) {
  const t = useTranslations('history');
  return (
    <FilterSelect
      {...field}
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

function AuthorFilter(field: FilterProps) {
  const t = useTranslations('history.filters');
  const value = field.list.filter('author');
  const { data: authors = [] } = useData(listHistoryAuthors, {});
  const choices = authors.map(({ id, first_name, last_name }) => ({
    value: String(id),
    label: `${last_name} ${first_name}`.trim() || `№ ${id}`,
  }));
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <FilterSelect
      {...field}
      name="author"
      label={t('author')}
      any={t('any_author')}
      choices={isKnown ? choices : [...choices, { value, label: `№ ${value}` }]}
    />
  );
}

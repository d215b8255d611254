import { ACTIONS, listHistoryAuthors, SECTIONS } from '#contract/history';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { ListFilters } from '../../ui/list/list-filters.tsx';
import classes from './history.module.css';

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
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => (
        <>
          <ChoiceFilter list={list} hideLabel={hideLabel} name="action" />
          <ChoiceFilter list={list} hideLabel={hideLabel} name="section" />
          <AuthorFilter list={list} hideLabel={hideLabel} />
          <DayFilter list={list} hideLabel={hideLabel} name="created_at_after" />
          <DayFilter list={list} hideLabel={hideLabel} name="created_at_before" />
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

const labelled = (hideLabel: boolean, label: string) => (hideLabel ? { 'aria-label': label } : { label });

function ChoiceFilter({ list, hideLabel, name }: FilterProps & { name: 'action' | 'section' }) {
  const t = useTranslations('history');
  const value = list.filter(name);
  const options =
    name === 'action'
      ? ACTIONS.map((one) => ({ value: one, label: t(`actions.${one}`) }))
      : SECTIONS.map((one) => ({ value: one, label: t(`sections.${one}`) }));
  return (
    <NativeSelect
      {...labelled(hideLabel, t(`filters.${name}`))}
      data-unset={value === '' || undefined}
      value={value}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
      data={[{ value: '', label: t(`filters.any_${name}`) }, ...options]}
    />
  );
}

function AuthorFilter({ list, hideLabel }: FilterProps) {
  const t = useTranslations('history.filters');
  const value = list.filter('author');
  const { data: authors = [] } = useData(listHistoryAuthors, {});
  const options = authors.map(({ id, first_name, last_name }) => ({
    value: String(id),
    label: `${last_name} ${first_name}`.trim() || `№ ${id}`,
  }));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      {...labelled(hideLabel, t('author'))}
      data-unset={value === '' || undefined}
      value={value}
      onChange={(event) => list.setFilter('author', event.currentTarget.value)}
      data={[
        { value: '', label: t('any_author') },
        ...options,
        ...(isKnown ? [] : [{ value, label: `№ ${value}` }]),
      ]}
    />
  );
}

function DayFilter({
  list,
  hideLabel,
  name,
}: FilterProps & { name: 'created_at_after' | 'created_at_before' }) {
  const t = useTranslations('history.filters');
  const label = t(name === 'created_at_after' ? 'after' : 'before');
  const short = t(name === 'created_at_after' ? 'since' : 'until');
  const value = list.filter(name);
  return (
    <TextInput
      type="date"
      {...labelled(hideLabel, label)}
      {...(hideLabel && {
        leftSection: <span aria-hidden>{short}</span>,
        leftSectionWidth: '3rem',
        className: classes.dayFilter!,
      })}
      max="2099-12-31"
      value={value.slice(0, 10)}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
    />
  );
}

import { getCourse, listCourses } from '#contract/courses';
import { listFormNames } from '#contract/forms';
import { getGroup, listGroups } from '#contract/groups';
import type { ResponseOf } from '#contract/platform';
import { ATTEMPT_STATES, type listCompanyResults } from '#contract/results';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { ListFilters } from '../../ui/list/list-filters.tsx';
import classes from './company-results.module.css';

type List = ListState<typeof listCompanyResults>;
type Page = ResponseOf<typeof listCompanyResults>;

const FILTERS = [
  'course',
  'form',
  'group',
  'form_type',
  'state',
  'passed',
  'finished_from',
  'finished_to',
  'user',
] as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

interface Props {
  list: List;
  page: Page | undefined;
}

/** The filters of the company's results. */
export function CompanyResultFilters({ list, page }: Props) {
  return (
    <ListFilters active={activeFilters(list)} count={page?.count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => <Fields list={list} page={page} hideLabel={hideLabel} />}
    </ListFilters>
  );
}

interface FieldProps extends Props {
  hideLabel: boolean;
}

function Fields({ list, page, hideLabel }: FieldProps) {
  const t = useTranslations('results');
  const labelled = (label: string) => (hideLabel ? { 'aria-label': label } : { label });
  const select = (
    name: (typeof FILTERS)[number],
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      data-unset={list.filter(name) === '' || undefined}
      {...labelled(label)}
      value={list.filter(name)}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
      data={data}
    />
  );
  const day = (name: 'finished_from' | 'finished_to', label: string, short: string) => (
    <TextInput
      type="date"
      className={classes.day}
      {...labelled(label)}
      // Above the list a date would not say which one it is.
      {...(hideLabel && { leftSection: <span aria-hidden>{short}</span>, leftSectionWidth: '2.75rem' })}
      value={list.filter(name)}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
    />
  );
  return (
    <>
      <ThingFilter list={list} hideLabel={hideLabel} name="course" endpoint={listCourses} one={getCourse} />
      <FormFilter list={list} page={page} hideLabel={hideLabel} />
      <ThingFilter list={list} hideLabel={hideLabel} name="group" endpoint={listGroups} one={getGroup} />
      {select('form_type', t('company.kind'), [
        { value: '', label: t('company.any_kind') },
        { value: '1', label: t('company.test') },
        { value: '2', label: t('company.exam') },
      ])}
      {select('state', t('state'), [
        { value: '', label: t('any_state') },
        ...ATTEMPT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) })),
      ])}
      {select('passed', t('outcome'), [
        { value: '', label: t('any_outcome') },
        { value: 'true', label: t('passed') },
        { value: 'false', label: t('failed') },
      ])}
      {day('finished_from', t('company.finished_from'), t('company.from_short'))}
      {day('finished_to', t('company.finished_to'), t('company.to_short'))}
    </>
  );
}

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

function ThingFilter({
  list,
  name,
  endpoint,
  one,
  hideLabel,
}: {
  list: List;
  name: 'course' | 'group';
  endpoint: AnyEndpoint;
  /** Reads the name of the one the URL tells by its id. */
  one: AnyEndpoint;
  hideLabel: boolean;
}) {
  const t = useTranslations('results.company');
  const value = list.filter(name);
  const chosen = useData<AnyEndpoint>(one, { params: { id: Number(value) } as never, enabled: value !== '' });
  const known = chosen.data as { name: string } | undefined;
  return (
    <SearchSelect
      endpoint={endpoint}
      hideLabel={hideLabel}
      label={t(name)}
      placeholder={t(`any_${name}`)}
      toOption={toOption}
      known={value && known ? { value, label: known.name } : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
  );
}

/** The tests and exams of the course chosen, or of all; its name is known from the rows it leaves. */
function FormFilter({ list, page, hideLabel }: FieldProps) {
  const t = useTranslations('results');
  const value = list.filter('form');
  const course = list.filter('course');
  const known = page?.results.find(({ form }) => String(form.id) === value)?.form;
  return (
    <SearchSelect
      endpoint={listFormNames}
      query={course ? { course } : {}}
      hideLabel={hideLabel}
      label={t('form')}
      placeholder={t('company.any_form')}
      toOption={toOption}
      known={known && toOption(known)}
      value={value}
      onChange={(next) => list.setFilter('form', next)}
    />
  );
}

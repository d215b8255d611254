import { getCourse, listCourses } from '#contract/learning/courses';
import { listFormNames } from '#contract/exams/forms';
import { getGroup, listGroups } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { ATTEMPT_STATES, type listCompanyResults } from '#contract/exams/results';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-fields.tsx';
import { FilterDay } from '../../../../ui/filter/filter-day.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { ListFilters } from '../../../../ui/filter/list-filters.tsx';

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
  const shared = { list, hideLabel };
  const thing = (name: 'course' | 'group') => ({
    ...shared,
    name,
    label: t(`company.${name}`),
    placeholder: t(`company.any_${name}`),
  });
  return (
    <>
      <FilterThing {...thing('course')} endpoint={listCourses} one={getCourse} />
      <FormFilter list={list} page={page} hideLabel={hideLabel} />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
      <FilterSelect
        {...shared}
        name="form_type"
        label={t('company.kind')}
        any={t('company.any_kind')}
        choices={[
          { value: '1', label: t('company.test') },
          { value: '2', label: t('company.exam') },
        ]}
      />
      <FilterSelect
        {...shared}
        name="state"
        label={t('state')}
        any={t('any_state')}
        choices={ATTEMPT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
      />
      <FilterSelect
        {...shared}
        name="passed"
        label={t('outcome')}
        any={t('any_outcome')}
        choices={[
          { value: 'true', label: t('passed') },
          { value: 'false', label: t('failed') },
        ]}
      />
      <FilterDay
        {...shared}
        name="finished_from"
        label={t('company.finished_from')}
        short={t('company.from_short')}
      />
      <FilterDay
        {...shared}
        name="finished_to"
        label={t('company.finished_to')}
        short={t('company.to_short')}
      />
    </>
  );
}

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

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

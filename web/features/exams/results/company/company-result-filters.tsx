import { getCourse, listCourses } from '#contract/learning/courses';
import { listFormNames } from '#contract/exams/forms';
import { getGroup, listGroups } from '#contract/people/groups';
import { listSubdivisions } from '#contract/people/users';
import type { ResponseOf } from '#contract/platform';
import { ATTEMPT_STATES, type listCompanyResults } from '#contract/exams/results';
import { useTranslations } from 'use-intl';
import { FilterSearch } from '../../../../ui/filter/filter-search.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { FilterDay } from '../../../../ui/filter/filter-day.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { FilterWord } from '../../../../ui/filter/filter-word.tsx';
import { useDrawing } from '../../../../ui/filter/filter.tsx';

type Page = ResponseOf<typeof listCompanyResults>;

export const FILTERS = [
  'course',
  'form',
  'group',
  'subdivision',
  'form_type',
  'state',
  'passed',
  'finished_from',
  'finished_to',
  'user',
] as const;

interface Props {
  page: Page | undefined;
}

/** The filters of the company's results. */
export function CompanyResultFilters({ page }: Props) {
  const t = useTranslations('results');
  const thing = (name: 'course' | 'group') => ({
    name,
    label: t(`company.${name}`),
    placeholder: t(`company.any_${name}`),
  });
  return (
    <>
      <FilterThing {...thing('course')} endpoint={listCourses} one={getCourse} />
      <FormFilter page={page} />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
      <FilterWord
        name="subdivision"
        endpoint={listSubdivisions}
        label={t('company.subdivision')}
        placeholder={t('company.any_subdivision')}
      />
      <FilterSelect
        name="form_type"
        label={t('company.kind')}
        any={t('company.any_kind')}
        choices={[
          { value: '1', label: t('company.test') },
          { value: '2', label: t('company.exam') },
        ]}
      />
      <FilterSelect
        name="state"
        label={t('state')}
        any={t('any_state')}
        choices={ATTEMPT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
      />
      <FilterSelect
        name="passed"
        label={t('outcome')}
        any={t('any_outcome')}
        choices={[
          { value: 'true', label: t('passed') },
          { value: 'false', label: t('failed') },
        ]}
      />
      <FilterDay name="finished_from" label={t('company.finished_from')} />
      <FilterDay name="finished_to" label={t('company.finished_to')} />
    </>
  );
}

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

/** The tests and exams of the course chosen, or of all; its name is known from the rows it leaves. */
function FormFilter({ page }: Props) {
  const t = useTranslations('results');
  const { list } = useDrawing();
  const value = list.filter('form');
  const course = list.filter('course');
  const known = page?.results.find(({ form }) => String(form.id) === value)?.form;
  return (
    <FilterSearch
      name="form"
      endpoint={listFormNames}
      query={course ? { course } : {}}
      label={t('form')}
      placeholder={t('company.any_form')}
      toOption={toOption}
      known={known && toOption(known)}
    />
  );
}

import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { type listWebinars, WEBINAR_STATES } from '#contract/learning/webinars';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { FilterSelect } from '../../../../ui/filter/filter-fields.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { ListFilters } from '../../../../ui/filter/list-filters.tsx';

type List = ListState<typeof listWebinars>;
const FILTERS = ['state', 'course', 'program', 'group'] as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the webinars list. */
export function WebinarFilters({ list, count }: { list: List; count: number | undefined }) {
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => <Fields list={list} hideLabel={hideLabel} />}
    </ListFilters>
  );
}

function Fields({ list, hideLabel }: { list: List; hideLabel: boolean }) {
  const t = useTranslations('webinars');
  const possible = WEBINAR_STATES.filter((state) =>
    list.filter('when') === 'past'
      ? state !== 'scheduled' && state !== 'live'
      : state !== 'ended' && state !== 'recorded',
  );
  const thing = (name: 'course' | 'program' | 'group') => ({
    list,
    hideLabel,
    name,
    label: t(`filters.${name}`),
    placeholder: t(`filters.any_${name}`),
  });
  return (
    <>
      <FilterSelect
        list={list}
        hideLabel={hideLabel}
        name="state"
        label={t('filters.state')}
        any={t('filters.any_state')}
        choices={possible.map((state) => ({ value: state, label: t(`states.${state}`) }))}
      />
      <FilterThing {...thing('course')} endpoint={listCourses} one={getCourse} />
      <FilterThing {...thing('program')} endpoint={listPrograms} one={getProgram} />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
    </>
  );
}

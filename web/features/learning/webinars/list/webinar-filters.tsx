import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { WEBINAR_STATES } from '#contract/learning/webinars';
import { useTranslations } from 'use-intl';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { useDrawing } from '../../../../ui/filter/filter.tsx';

export const FILTERS = ['state', 'course', 'program', 'group'] as const;

/** The filters of the webinars list. */
export function WebinarFilters() {
  const t = useTranslations('webinars');
  const { list } = useDrawing();
  const possible = WEBINAR_STATES.filter((state) =>
    list.filter('when') === 'past'
      ? state !== 'scheduled' && state !== 'live'
      : state !== 'ended' && state !== 'recorded',
  );
  const thing = (name: 'course' | 'program' | 'group') => ({
    name,
    label: t(`filters.${name}`),
    placeholder: t(`filters.any_${name}`),
  });
  return (
    <>
      <FilterSelect
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

import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { listProgramTags } from '#contract/learning/programs';
import { useTranslations } from 'use-intl';
import { useMay } from '../../../../lib/session/session.ts';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { FilterWord } from '../../../../ui/filter/filter-word.tsx';

export const FILTERS = ['group', 'course', 'tag'] as const;

/** The filters of the programs list. */
export function ProgramFilters() {
  const t = useTranslations('programs.filters');
  const may = useMay();
  const named = (name: 'group' | 'course' | 'tag') => ({
    name,
    label: t(name),
    placeholder: t(`any_${name}`),
  });
  return (
    <>
      {may('navigateGroups') && <FilterThing {...named('group')} endpoint={listGroups} one={getGroup} />}
      <FilterThing {...named('course')} endpoint={listCourses} one={getCourse} />
      <FilterWord {...named('tag')} endpoint={listProgramTags} />
    </>
  );
}

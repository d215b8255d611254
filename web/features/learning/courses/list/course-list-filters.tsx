import { getGroup, listGroups } from '#contract/people/groups';
import { listCourseCategories, listCourseTags } from '#contract/learning/courses';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { getUser, listUsers } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { FilterSearch } from '../../../../ui/filter/filter-search.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { FilterWord } from '../../../../ui/filter/filter-word.tsx';
import { useDrawing } from '../../../../ui/filter/filter.tsx';

export const FILTERS = ['category', 'group', 'program', 'coach', 'tag', 'form_type'] as const;
const TRAINERS = { user_type: 'trainer' } as const;

/** The filters of the courses list. */
export function CourseListFilters() {
  const t = useTranslations('courses');
  const may = useMay();
  const thing = (name: 'group' | 'program' | 'coach') => ({
    name,
    label: t(`list.${name}`),
    placeholder: t(`list.any_${name}`),
  });
  return (
    <>
      <CategoryFilter />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
      <FilterThing {...thing('program')} endpoint={listPrograms} one={getProgram} />
      {may('viewUser') && (
        <FilterThing {...thing('coach')} endpoint={listUsers} query={TRAINERS} one={getUser} />
      )}
      <FilterWord
        name="tag"
        endpoint={listCourseTags}
        label={t('list.tag')}
        placeholder={t('list.any_tag')}
      />
      <FilterSelect
        name="form_type"
        label={t('form_type')}
        any={t('any_form_type')}
        choices={[
          { value: '1', label: t('with_test') },
          { value: '2', label: t('with_exam') },
        ]}
      />
    </>
  );
}

function CategoryFilter() {
  const t = useTranslations('courses.list');
  const value = useDrawing().list.filter('category');
  const categories = useData(listCourseCategories, { query: { page_size: 100 }, enabled: value !== '' });
  const known = categories.data?.results.find(({ id }) => String(id) === value);
  return (
    <FilterSearch
      name="category"
      endpoint={listCourseCategories}
      label={t('category')}
      placeholder={t('any_category')}
      toOption={(row: { id: number; name: string }) => ({ value: String(row.id), label: row.name })}
      known={known && { value, label: known.name }}
    />
  );
}

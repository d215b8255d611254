import { getGroup, listGroups } from '#contract/people/groups';
import { type listCourses, listCourseCategories, listCourseTags } from '#contract/learning/courses';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { getUser, listUsers } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-fields.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { ListFilters } from '../../../../ui/filter/list-filters.tsx';

type List = ListState<typeof listCourses>;

const FILTERS = ['category', 'group', 'program', 'coach', 'tag', 'form_type'] as const;
const TRAINERS = { user_type: 'trainer' } as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the courses list. */
export function CourseListFilters({ list, count }: { list: List; count: number | undefined }) {
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => <Fields list={list} hideLabel={hideLabel} />}
    </ListFilters>
  );
}

interface FilterProps {
  list: List;
  hideLabel: boolean;
}

function Fields({ list, hideLabel }: FilterProps) {
  const t = useTranslations('courses');
  const may = useMay();
  const shared = { list, hideLabel };
  const thing = (name: 'group' | 'program' | 'coach') => ({
    ...shared,
    name,
    label: t(`list.${name}`),
    placeholder: t(`list.any_${name}`),
  });
  return (
    <>
      <CategoryFilter {...shared} />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
      <FilterThing {...thing('program')} endpoint={listPrograms} one={getProgram} />
      {may('viewUser') && (
        <FilterThing {...thing('coach')} endpoint={listUsers} query={TRAINERS} one={getUser} />
      )}
      <TagFilter {...shared} />
      <FilterSelect
        {...shared}
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

function CategoryFilter({ list, hideLabel }: FilterProps) {
  const t = useTranslations('courses.list');
  const value = list.filter('category');
  const categories = useData(listCourseCategories, { query: { page_size: 100 }, enabled: value !== '' });
  const known = categories.data?.results.find(({ id }) => String(id) === value);
  return (
    <SearchSelect
      endpoint={listCourseCategories}
      hideLabel={hideLabel}
      label={t('category')}
      placeholder={t('any_category')}
      toOption={(row: { id: number; name: string }) => ({ value: String(row.id), label: row.name })}
      known={known && { value, label: known.name }}
      value={value}
      onChange={(next) => list.setFilter('category', next)}
    />
  );
}

function TagFilter({ list, hideLabel }: FilterProps) {
  const t = useTranslations('courses.list');
  const value = list.filter('tag');
  return (
    <SearchSelect
      endpoint={listCourseTags}
      hideLabel={hideLabel}
      label={t('tag')}
      placeholder={t('any_tag')}
      toOption={({ name }: { name: string }) => ({ value: name, label: name })}
      known={value ? { value, label: value } : undefined}
      value={value}
      onChange={(next) => list.setFilter('tag', next)}
    />
  );
}

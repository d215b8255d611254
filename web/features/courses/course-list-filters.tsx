import { getGroup, listGroups } from '#contract/groups';
import { type listCourses, listCourseCategories, listCourseTags } from '#contract/courses';
import { getProgram, listPrograms } from '#contract/programs';
import { getUser, listUsers } from '#contract/users';
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { ListFilters } from '../../ui/list/list-filters.tsx';

type List = ListState<typeof listCourses>;

const FILTERS = ['category', 'group', 'program', 'coach', 'tag', 'form_type'] as const;
const TRAINERS = { user_type: 'trainer' } as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the courses list. */
export function CourseListFilters({ list, count }: { list: List; count: number | undefined }) {
  const may = useMay();
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => (
        <>
          <CategoryFilter list={list} hideLabel={hideLabel} />
          <ThingFilter list={list} hideLabel={hideLabel} name="group" endpoint={listGroups} one={getGroup} />
          <ThingFilter
            list={list}
            hideLabel={hideLabel}
            name="program"
            endpoint={listPrograms}
            one={getProgram}
          />
          {may('viewUser') && (
            <ThingFilter
              list={list}
              hideLabel={hideLabel}
              name="coach"
              endpoint={listUsers}
              query={TRAINERS}
              one={getUser}
            />
          )}
          <TagFilter list={list} hideLabel={hideLabel} />
          <FormTypeFilter list={list} hideLabel={hideLabel} />
        </>
      )}
    </ListFilters>
  );
}

interface FilterProps {
  list: List;
  hideLabel: boolean;
}

interface Thing {
  id: number;
  name?: string;
  first_name?: string;
  last_name?: string;
}
const wordsOf = ({ name, first_name, last_name }: Thing) => name ?? `${last_name} ${first_name}`.trim();

/** A filter by id; the name of the one in the URL is read. */
function ThingFilter({
  list,
  name,
  one,
  hideLabel,
  ...props
}: FilterProps & {
  name: 'group' | 'program' | 'coach';
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
  query?: typeof TRAINERS;
  one: AnyEndpoint;
}) {
  const t = useTranslations('courses.list');
  const value = list.filter(name);
  const chosen = useData<AnyEndpoint>(one, { params: { id: Number(value) } as never, enabled: value !== '' });
  const known = chosen.data as Thing | undefined;
  return (
    <SearchSelect
      {...props}
      hideLabel={hideLabel}
      label={t(name)}
      placeholder={t(`any_${name}`)}
      toOption={(row: Thing) => ({ value: String(row.id), label: wordsOf(row) })}
      known={value && known ? { value, label: wordsOf(known) } : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
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

function FormTypeFilter({ list, hideLabel }: FilterProps) {
  const t = useTranslations('courses');
  const value = list.filter('form_type');
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': t('form_type') } : { label: t('form_type') })}
      data-unset={value === '' || undefined}
      value={value}
      onChange={(event) => list.setFilter('form_type', event.currentTarget.value)}
      data={[
        { value: '', label: t('any_form_type') },
        { value: '1', label: t('with_test') },
        { value: '2', label: t('with_exam') },
      ]}
    />
  );
}

import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { type listPrograms, listProgramTags } from '#contract/learning/programs';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../../../lib/api/api.ts';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { ListFilters } from '../../../../ui/filter/list-filters.tsx';

type List = ListState<typeof listPrograms>;
const FILTERS = ['group', 'course', 'tag'] as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the programs list. */
export function ProgramFilters({ list, count }: { list: List; count: number | undefined }) {
  const may = useMay();
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => (
        <>
          {may('navigateGroups') && (
            <ThingFilter
              list={list}
              hideLabel={hideLabel}
              name="group"
              endpoint={listGroups}
              one={getGroup}
            />
          )}
          <ThingFilter
            list={list}
            hideLabel={hideLabel}
            name="course"
            endpoint={listCourses}
            one={getCourse}
          />
          <TagFilter list={list} hideLabel={hideLabel} />
        </>
      )}
    </ListFilters>
  );
}

interface FilterProps {
  list: List;
  hideLabel: boolean;
}

interface ThingProps extends FilterProps {
  name: 'group' | 'course';
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
  /** Reads the name of the one the URL tells by its id. */
  one: AnyEndpoint;
}

function ThingFilter({ list, hideLabel, name, endpoint, one }: ThingProps) {
  const t = useTranslations('programs.filters');
  const value = list.filter(name);
  const chosen = useData<AnyEndpoint>(one, { params: { id: Number(value) } as never, enabled: value !== '' });
  const known = chosen.data as { name: string } | undefined;
  return (
    <SearchSelect
      endpoint={endpoint}
      hideLabel={hideLabel}
      label={t(name)}
      placeholder={t(`any_${name}`)}
      toOption={(row: { id: number; name: string }) => ({ value: String(row.id), label: row.name })}
      known={value && known ? { value, label: known.name } : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
  );
}

function TagFilter({ list, hideLabel }: FilterProps) {
  const t = useTranslations('programs.filters');
  const value = list.filter('tag');
  return (
    <SearchSelect
      endpoint={listProgramTags}
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

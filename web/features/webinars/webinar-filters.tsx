import { getCourse, listCourses } from '#contract/courses';
import { getGroup, listGroups } from '#contract/groups';
import { getProgram, listPrograms } from '#contract/programs';
import { type listWebinars, WEBINAR_STATES } from '#contract/webinars';
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { ListFilters } from '../../ui/list/list-filters.tsx';

type List = ListState<typeof listWebinars>;
const FILTERS = ['state', 'course', 'program', 'group'] as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the webinars list. */
export function WebinarFilters({ list, count }: { list: List; count: number | undefined }) {
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => {
        const shared = { list, hideLabel };
        return (
          <>
            <StateFilter {...shared} />
            <ThingFilter {...shared} name="course" endpoint={listCourses} one={getCourse} />
            <ThingFilter {...shared} name="program" endpoint={listPrograms} one={getProgram} />
            <ThingFilter {...shared} name="group" endpoint={listGroups} one={getGroup} />
          </>
        );
      }}
    </ListFilters>
  );
}

interface FilterProps {
  list: List;
  hideLabel: boolean;
}

function StateFilter({ list, hideLabel }: FilterProps) {
  const t = useTranslations('webinars');
  const value = list.filter('state');
  const possible = WEBINAR_STATES.filter((state) =>
    list.filter('when') === 'past'
      ? state !== 'scheduled' && state !== 'live'
      : state !== 'ended' && state !== 'recorded',
  );
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': t('filters.state') } : { label: t('filters.state') })}
      data-unset={value === '' || undefined}
      value={value}
      onChange={(event) => list.setFilter('state', event.currentTarget.value)}
      data={[
        { value: '', label: t('filters.any_state') },
        ...possible.map((state) => ({ value: state, label: t(`states.${state}`) })),
      ]}
    />
  );
}

interface ThingProps extends FilterProps {
  name: 'course' | 'program' | 'group';
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
  /** Reads the name of the one the URL tells by its id. */
  one: AnyEndpoint;
}

function ThingFilter({ list, hideLabel, name, endpoint, one }: ThingProps) {
  const t = useTranslations('webinars.filters');
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

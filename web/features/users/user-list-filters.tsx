import { USER_TYPES } from '#contract/access';
import { getCourse, listCourses } from '#contract/courses';
import { getGroup, listGroups } from '#contract/groups';
import { getProgram, listPrograms } from '#contract/programs';
import { listPositions, listSubdivisions, type listUsers, USER_STATUSES } from '#contract/users';
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { ListFilters } from '../../ui/list/list-filters.tsx';

type List = ListState<typeof listUsers>;

const FILTERS = ['user_type', 'status', 'subdivision', 'position', 'group', 'course', 'program'] as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the users list. */
export function UserListFilters({ list, count }: { list: List; count: number | undefined }) {
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => <Fields list={list} hideLabel={hideLabel} />}
    </ListFilters>
  );
}

function Fields({ list, hideLabel }: { list: List; hideLabel: boolean }) {
  const t = useTranslations();
  const labelled = (label: string) => (hideLabel ? { 'aria-label': label } : { label });
  const named = { list, hideLabel };
  return (
    <>
      <NativeSelect
        data-unset={list.filter('user_type') === '' || undefined}
        {...labelled(t('users.role'))}
        value={list.filter('user_type')}
        onChange={(event) => list.setFilter('user_type', event.currentTarget.value)}
        data={[
          { value: '', label: t('users.all_roles') },
          ...USER_TYPES.filter((one) => one !== 'owner').map((one) => ({
            value: one,
            label: t(`common.roles.${one}`),
          })),
        ]}
      />
      <NativeSelect
        data-unset={list.filter('status') === '' || undefined}
        {...labelled(t('users.status'))}
        value={list.filter('status')}
        onChange={(event) => list.setFilter('status', event.currentTarget.value)}
        data={[
          { value: '', label: t('users.list.any_status') },
          ...USER_STATUSES.map((one) => ({ value: one, label: t(`users.statuses.${one}`) })),
        ]}
      />
      <PlaceFilter {...named} name="subdivision" endpoint={listSubdivisions} label={t('users.subdivision')} />
      <PlaceFilter {...named} name="position" endpoint={listPositions} label={t('users.position')} />
      <ThingFilter {...named} name="group" endpoint={listGroups} one={getGroup} />
      <ThingFilter {...named} name="course" endpoint={listCourses} one={getCourse} />
      <ThingFilter {...named} name="program" endpoint={listPrograms} one={getProgram} />
    </>
  );
}

interface FilterProps {
  list: List;
  hideLabel: boolean;
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
}

function PlaceFilter({
  list,
  name,
  ...props
}: FilterProps & { name: 'position' | 'subdivision'; label: string }) {
  const t = useTranslations('users.list');
  const value = list.filter(name);
  return (
    <SearchSelect
      {...props}
      placeholder={t(`any_${name}`)}
      toOption={(row: { name: string }) => ({ value: row.name, label: row.name })}
      known={value ? { value, label: value } : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
  );
}

function ThingFilter({
  list,
  name,
  one,
  ...props
}: FilterProps & {
  name: 'group' | 'course' | 'program';
  /** Reads the name of the one the URL tells by its id. */
  one: AnyEndpoint;
}) {
  const t = useTranslations('users.list');
  const value = list.filter(name);
  const chosen = useData<AnyEndpoint>(one, { params: { id: Number(value) } as never, enabled: value !== '' });
  const known = chosen.data as { name: string } | undefined;
  return (
    <SearchSelect
      {...props}
      label={t(name)}
      placeholder={t(`any_${name}`)}
      toOption={(row: { id: number; name: string }) => ({ value: String(row.id), label: row.name })}
      known={value && known ? { value, label: known.name } : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
  );
}

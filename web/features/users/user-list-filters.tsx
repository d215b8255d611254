import { USER_TYPES } from '#contract/access';
import { getCourse, listCourses } from '#contract/courses';
import { getGroup, listGroups } from '#contract/groups';
import { getProgram, listPrograms } from '#contract/programs';
import { listPositions, listSubdivisions, type listUsers, USER_STATUSES } from '#contract/users';
import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import classes from './user-list-filters.module.css';

const FilterSheet = lazy(() => import('./user-list-filter-sheet.tsx'));

type List = ListState<typeof listUsers>;

const FILTERS = ['user_type', 'status', 'subdivision', 'position', 'group', 'course', 'program'] as const;

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the users list: above it, or in a drawer where there is no room. */
export function UserListFilters({ list, count }: { list: List; count: number | undefined }) {
  const t = useTranslations();
  const wide = useMediaQuery('(width >= 80em)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const active = activeFilters(list);
  const clear = () => list.clearFilters(FILTERS);
  const words = t('users.list.filters_active', { count: active });

  if (wide) {
    return (
      <div className={classes.strip} role="group" aria-label={t('users.list.filters')}>
        <Fields list={list} hideLabel />
        {active > 0 && (
          <div className={classes.active}>
            <span role="status">{words}</span>
            <Button variant="subtle" size="compact-sm" onClick={clear}>
              {t('users.list.clear')}
            </Button>
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={classes.narrow}>
      <Button
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={active > 0 && <span className={classes.count}>{active}</span>}
        aria-label={active > 0 ? `${t('users.list.filters')}: ${words}` : t('users.list.filters')}
        onClick={() => setOpened(true)}
      >
        {t('users.list.filters')}
      </Button>
      {active > 0 && (
        <Button variant="subtle" onClick={clear}>
          {t('users.list.clear')}
        </Button>
      )}
      <Suspense fallback={null}>
        {opened && (
          <FilterSheet
            count={count ?? 0}
            {...(active > 0 && { onClear: clear })}
            onClose={() => setOpened(false)}
          >
            <Fields list={list} />
          </FilterSheet>
        )}
      </Suspense>
    </div>
  );
}

function Fields({ list, hideLabel = false }: { list: List; hideLabel?: boolean }) {
  const t = useTranslations();
  const labelled = (label: string) => (hideLabel ? { 'aria-label': label } : { label });
  const named = { list, hideLabel };
  return (
    <>
      <NativeSelect
        className={classes.select}
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
        className={classes.select}
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

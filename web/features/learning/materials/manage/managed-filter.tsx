import { MATERIAL_TYPES } from '#contract/learning/materials';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import classes from './manage-screen.module.css';
import type { ManagedMaterial, MaterialType } from '../material.ts';

/** Above so many materials one wants to search. */
export const MANY = 20;

/** Narrows the materials by name and type. */
export function useManagedFilter(materials: readonly ManagedMaterial[]) {
  const [search, setSearch] = useState('');
  const [type, setType] = useState<MaterialType | ''>('');
  const words = search.trim().toLocaleLowerCase();
  const shown = materials.filter(
    (one) => (type === '' || one.type === type) && one.name.toLocaleLowerCase().includes(words),
  );
  return { search, setSearch, type, setType, shown, active: words !== '' || type !== '' };
}

export function ManagedFilter({ filter }: { filter: ReturnType<typeof useManagedFilter> }) {
  const t = useTranslations('materials');
  return (
    <div className="cluster gap-5 before-6" role="search">
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t('manage.search')}
        placeholder={t('manage.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={filter.search}
        onChange={(event) => filter.setSearch(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('manage.type_filter')}
        value={filter.type}
        onChange={(event) => filter.setType(event.currentTarget.value as MaterialType | '')}
        data={[
          { value: '', label: t('manage.any_type') },
          ...MATERIAL_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) })),
        ]}
      />
      {filter.active && (
        <p className={classes.found} role="status">
          {t('manage.found', { count: filter.shown.length })} {t('manage.order_filtered')}
        </p>
      )}
    </div>
  );
}

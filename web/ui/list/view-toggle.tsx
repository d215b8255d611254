import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';

export type View = 'table' | 'list';

/** How a list is shown; like the rest of its state it stands in the URL. */
export function useView(): [View, (view: View) => void] {
  const [params, setParams] = useSearchParams();
  const change = (view: View) =>
    setParams(
      (before) => {
        if (view === 'list') before.set('view', 'list');
        else before.delete('view');
        return before;
      },
      { preventScrollReset: true },
    );
  return [params.get('view') === 'list' ? 'list' : 'table', change];
}

/** Switches between a table and a list of cards. */
export function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations('common.list');
  const option = (value: View, Icon: typeof IconTable) => ({
    value,
    label: (
      <span
        title={t(`views.${value}`)}
        style={{ display: 'grid', placeItems: 'center', minWidth: '1.75rem' }}
      >
        <Icon size={20} aria-hidden />
        <VisuallyHidden>{t(`views.${value}`)}</VisuallyHidden>
      </span>
    ),
  });
  return (
    <SegmentedControl<View>
      size="md"
      aria-label={t('view')}
      value={view}
      onChange={onChange}
      data={[option('table', IconTable), option('list', IconLayoutGrid)]}
    />
  );
}

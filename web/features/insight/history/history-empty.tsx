import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import type { AnyEndpoint } from '../../../lib/api/api.ts';
import type { ListState } from '../../../lib/form/list-state.ts';
import { EmptyState } from '../../../ui/state/states.tsx';
import { FILTERS } from './history-filters.tsx';

interface Props<E extends AnyEndpoint> {
  list: ListState<E>;
  /** What will stand here. */
  text: string;
}

/** No history yet, or none that the search and filters let through. */
export function HistoryEmpty<E extends AnyEndpoint>({ list, text }: Props<E>) {
  const t = useTranslations('history');
  const common = useTranslations('common.list');
  if (!list.isNarrowed(FILTERS)) return <EmptyState title={t('empty')} text={text} />;
  return (
    <EmptyState
      title={common('nothing_found')}
      text={common('nothing_found_text')}
      action={
        <Button variant="default" onClick={() => list.clearFilters([...FILTERS, 'search'])}>
          {t('reset')}
        </Button>
      }
    />
  );
}

import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { Loader } from '../control/button/loader.tsx';

interface Props {
  /** How `useData` stands. */
  query: { isPending: boolean; isFetching: boolean; isError: boolean; refetch: () => unknown };
  /** What is said where there are none. */
  none: string;
  /** Below a field that keeps the focus: Tab leads on from there, and typing on asks again. */
  isBelowField?: boolean;
}

/** In place of choices that are read: they are on their way, could not be read, or there are none. */
export function NoChoices({ query, none, isBelowField = false }: Props) {
  const t = useTranslations('common.states');
  if (query.isPending || (query.isError && query.isFetching)) return <Loader size={18} />;
  if (!query.isError) return none;
  return (
    <span className="stack gap-4">
      {t('error_title')}
      <Button
        variant="default"
        size="sm"
        {...(isBelowField && { tabIndex: -1 })}
        onClick={() => void query.refetch()}
      >
        {t('retry')}
      </Button>
    </span>
  );
}

import { useFormatter, useTranslations } from 'use-intl';
import type { Totals } from '../import-rows.ts';

const DOES = ['create', 'add_membership', 'update'] as const;

/** What the rows do, as one sentence. */
export function useWhatItDoes(): (totals: Totals) => string {
  const t = useTranslations('imports.run');
  const { list } = useFormatter();
  return (totals) =>
    t('what', {
      does: list(
        DOES.filter((one) => totals[one] > 0).map((one) => t(`does.${one}`, { count: totals[one] })),
      ),
    });
}

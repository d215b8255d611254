import { useTranslations } from 'use-intl';

/** A role's own name where the cell holds one, else the cell's words. */
export function useRoleText(): (cell: string) => string {
  const t = useTranslations('common.roles');
  return (cell) => {
    const known = (['admin', 'manager', 'trainer', 'student'] as const).find((role) => role === cell);
    return known ? t(known) : cell;
  };
}

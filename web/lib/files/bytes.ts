import { useFormatter } from 'use-intl';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Sizes of files as people read them: `const bytes = useBytes(); bytes(1_500_000)` is 1.4 MB. */
export function useBytes(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
    const text = format.number(bytes / 1024 ** power, {
      style: 'unit',
      unit: UNITS[power]!,
      unitDisplay: 'short',
      maximumFractionDigits: power < 2 ? 0 : 1,
    });
    // Intl writes a small letter here alone, beside МБ and ГБ.
    return text.replace('кБ', 'КБ');
  };
}

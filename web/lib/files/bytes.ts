import { useFormatter } from 'use-intl';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Sizes of files as people read them: `const bytes = useBytes(); bytes(1_500_000)` is 1.4 MB. */
export function useBytes(): (bytes: number) => string {
  const { number } = useFormatter();
  return (bytes) => bytesText(bytes, (count, options) => number(count, options));
}

interface UnitOptions {
  style: 'unit';
  unit: string;
  unitDisplay: 'short' | 'long';
  maximumFractionDigits: number;
}

/** The same by the formatter of numbers that is given. */
export function bytesText(bytes: number, number: (count: number, options: UnitOptions) => string): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const text = number(bytes / 1024 ** power, {
    style: 'unit',
    unit: UNITS[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  // Intl writes a small letter here alone, beside MB and GB; all our texts have a capital.
  return text.replace('кБ', 'КБ').replace('kB', 'KB');
}

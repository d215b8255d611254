import { findError } from '#contract/errors';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../lib/api/errors.ts';
import { type Column, type ImportRow } from './import-rows.ts';

/** What keeps a row out, in the person's language. */
export function useErrorTexts(): (row: ImportRow) => string[] {
  const text = useCellErrorText();
  const errorText = useErrorText();
  return (row) =>
    row.lacks_licence
      ? [errorText({ code: 'licences_exhausted', params: {} })]
      : (Object.keys(row.errors) as Column[]).map((column) => text(row, column)!);
}

/** What is wrong with a cell, if anything. */
export function useCellErrorText(): (row: ImportRow, column: Column) => string | undefined {
  const t = useTranslations('imports');
  const errorText = useErrorText();
  return ({ errors, cells }, column) => {
    const message = errors[column];
    const letters = column === 'email' ? (cells.email?.match(/\p{Script=Cyrillic}/gu) ?? []) : [];
    // Many of them look like Latin ones: whoever is told of a wrong format looks at one that seems right.
    if (message && letters.length > 0) return t('cyrillic', { letters: [...new Set(letters)].join(' ') });
    return message && errorText(findError(message) ?? { raw: message });
  };
}

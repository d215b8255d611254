import { findError } from '#contract/errors';
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
  const errorText = useErrorText();
  return ({ errors }, column) => {
    const message = errors[column];
    return message && errorText(findError(message) ?? { raw: message });
  };
}

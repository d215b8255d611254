import { safely } from '../../../../lib/api/safely.ts';

/** An import whose answer this tab has not had: the page was loaded again, or another one opened, while it ran. */
export interface LeftImport {
  rows: number;
  /** By this browser's clock. */
  began: number;
  /** Those that the company had before. */
  known: readonly string[];
}

const keyOf = (company: number) => `osnova.import.${company}`;

export function leftImport(company: number): LeftImport | null {
  const kept = safely(
    () => JSON.parse(sessionStorage.getItem(keyOf(company)) ?? 'null') as LeftImport | null,
  );
  return kept ?? null;
}

export function noteImport(company: number, left: LeftImport): void {
  safely(() => sessionStorage.setItem(keyOf(company), JSON.stringify(left)));
}

export function forgetImport(company: number): void {
  safely(() => sessionStorage.removeItem(keyOf(company)));
}

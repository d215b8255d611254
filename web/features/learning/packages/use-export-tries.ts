import { listPackageTries } from '#contract/learning/packages';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { stateOf, type TryRow } from './package.ts';

const AT_ONCE = 100;

/** Saves all tries at a package as a table that every program opens. */
export function useExportTries(params: { id: number; materialId: number }) {
  const t = useTranslations('packages.results');
  const states = useTranslations('packages.states');
  const errorText = useErrorText();
  const { duration } = useNumbers();
  const [busy, setBusy] = useState(false);

  const head = [t('student'), t('number'), t('version'), t('state'), t('score'), t('time'), t('started')];
  const lineOf = (row: TryRow) => [
    `${row.last_name} ${row.first_name}`,
    row.number,
    row.version ?? '',
    states(stateOf(row)),
    row.score ?? '',
    duration(row.seconds),
    row.started_at,
  ];

  async function run(): Promise<void> {
    setBusy(true);
    try {
      const rows = await allOf(params);
      const text = [head, ...rows.map(lineOf)].map((line) => line.map(cell).join(',')).join('\r\n');
      // Without the mark spreadsheets read Cyrillic as something else.
      const bytes = new TextEncoder().encode(`\uFEFF${text}\r\n`);
      saveFile({ name: `${t('title')}.csv`, bytes, type: 'text/csv;charset=utf-8' });
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

/** A cell that no spreadsheet takes for a formula. */
function cell(value: string | number): string {
  const text = String(value);
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

async function allOf(params: { id: number; materialId: number }): Promise<TryRow[]> {
  const rows: TryRow[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: AT_ONCE, ordering: 'last_name' };
    const { results, total_pages } = await call(listPackageTries, { params, query });
    rows.push(...results);
    if (page >= total_pages) return rows;
  }
}

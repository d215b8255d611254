import { listNotes } from '#contract/learning/notes';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { type Note, usePlaceName } from './note.ts';

const AT_ONCE = 100;

/** Saves all notes and bookmarks as a text, by course and material. */
export function useExportNotes(of: { course?: number }) {
  const t = useTranslations('notes');
  const nameOf = usePlaceName();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);

  const lineOf = ({ kind, at, text }: Note) =>
    kind === 'note' ? text : `• ${t('bookmark')}: ${nameOf(kind, at, text)}`;

  async function run(): Promise<void> {
    setBusy(true);
    try {
      const notes = await allOf(of);
      const courses = Map.groupBy(notes, ({ course }) => course.name);
      const parts = [...courses].map(([course, ofCourse]) => {
        const materials = Map.groupBy(ofCourse, ({ material }) => material.name);
        const texts = [...materials].map(([name, rows]) => [name, ...rows.map(lineOf)].join('\n'));
        return [course.toLocaleUpperCase(), ...texts].join('\n\n');
      });
      const head = `${t('title')} · ${dateTimeText(new Date())}`;
      const bytes = new TextEncoder().encode(`${[head, ...parts].join('\n\n\n')}\n`);
      saveFile({ name: `${t('file')}.txt`, bytes, type: 'text/plain;charset=utf-8' });
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

async function allOf(of: { course?: number }): Promise<Note[]> {
  const notes: Note[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...of, page, page_size: AT_ONCE, ordering: 'material_name' };
    const { results, total_pages } = await call(listNotes, { query });
    notes.push(...results);
    if (page >= total_pages) return notes;
  }
}

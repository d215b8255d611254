import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { ToolButton } from '../../../ui/page/tool-button.tsx';
import type { Note } from './note.ts';
import classes from './notes.module.css';
import { useRemoveNote } from './use-remove-note.ts';

/** A bookmark of the material that is open. */
export function BookmarkLine({ note, name, onGo }: { note: Note; name: string; onGo: () => void }) {
  const t = useTranslations('notes');
  const remove = useRemoveNote();
  return (
    <li className={classes.line}>
      <button type="button" className={`${classes.go} lit`} onClick={onGo}>
        <IconBookmark size={18} aria-hidden className="dim fixed" />
        {name}
      </button>
      <ToolButton label={`${t('delete')}: ${name}`} onClick={() => void remove(note)}>
        <IconTrash size={20} aria-hidden />
      </ToolButton>
    </li>
  );
}

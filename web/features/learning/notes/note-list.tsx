import { listNotes } from '#contract/learning/notes';
import { IconBookmark, IconDownload, IconNotes, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { ListBody } from '../../../ui/list/list-body.tsx';
import { ToolButton } from '../../../ui/page/tool-button.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { type Note, pathOf, usePlaceName } from './note.ts';
import classes from './notes.module.css';
import { useExportNotes } from './use-export-notes.ts';
import { useRemoveNote } from './use-remove-note.ts';

/** Everything that a person noted and kept in materials, of one course or of all; theirs alone. */
export default function NoteList({ course }: { course?: number }) {
  const t = useTranslations('notes');
  const common = useTranslations('common.list');
  const list = useListState(listNotes);
  const of = course === undefined ? {} : { course };
  const query = useData(listNotes, { query: { ...list.query, ...of }, keep: true });
  const exporting = useExportNotes(of);
  const hasAny = (query.data?.count ?? 0) > 0;
  return (
    <>
      <p className="lead">{t('private')}</p>
      <ListBar
        list={list}
        query={query}
        end={
          hasAny && (
            <Button
              variant="default"
              loading={exporting.busy}
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => void exporting.run()}
            >
              {t('export')}
            </Button>
          )
        }
      />
      <ListBody
        query={query}
        list={list}
        sorts={[
          { label: t('edited'), sort: 'edited_at' },
          { label: t('material'), sort: 'material_name' },
        ]}
        sort="always"
        empty={
          list.isNarrowed([]) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('nothing')} text={t('nothing_text')} />
          )
        }
      >
        {(rows) => (
          <ul className="stack plain">
            {rows.map((note) => (
              <Row key={note.id} note={note} inCourse={course !== undefined} />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}

function Row({ note, inCourse }: { note: Note; inCourse: boolean }) {
  const t = useTranslations('notes');
  const nameOf = usePlaceName();
  const remove = useRemoveNote();
  const { kind, at, text, material, course, open, edited_at } = note;
  const isNote = kind === 'note';
  const name = isNote ? material.name : nameOf(kind, at, text);
  const about = [isNote ? null : material.name, inCourse ? null : course.name, dateTimeText(edited_at)];
  const Icon = isNote ? IconNotes : IconBookmark;
  return (
    <li className={classes.row}>
      <Icon size={20} className="dim fixed" role="img" aria-label={t(isNote ? 'note' : 'bookmark')} />
      <div className={classes.about}>
        {open ? (
          <Link to={pathOf(note)} className="strong unlinked lit-line">
            {name}
          </Link>
        ) : (
          <span className="strong">{name}</span>
        )}
        <span className="note">{about.filter(Boolean).join(' · ')}</span>
        {!open && <span className="note">{t('closed')}</span>}
        {isNote && <p className={classes.text}>{text}</p>}
      </div>
      <ToolButton label={`${t('delete')}: ${name}`} onClick={() => void remove(note)}>
        <IconTrash size={20} aria-hidden />
      </ToolButton>
    </li>
  );
}

import { addBookmark, NOTE_LIMIT } from '#contract/learning/notes';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { goToPlace, type Place } from '../../../lib/reading/place.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { BookmarkLine } from './bookmark-line.tsx';
import { type Note, readNotesAgain, usePlaceName } from './note.ts';
import classes from './notes.module.css';
import { useNote } from './use-note.ts';

interface Props {
  course_id: number;
  material_id: number;
}

/** One's own note and bookmarks on the material that is open. */
export default function NotePanel({
  here,
  onClose,
  ...props
}: Props & { here: Place | null; onClose: () => void }) {
  const t = useTranslations('notes');
  return (
    <Drawer position="right" title={t('title')} onClose={onClose}>
      <Inside {...props} here={here} onGo={onClose} />
    </Drawer>
  );
}

function Inside({ course_id, material_id, here, onGo }: Props & { here: Place | null; onGo: () => void }) {
  const t = useTranslations('notes');
  const { query, text, state, write } = useNote(course_id, material_id);
  return (
    <Loaded query={query}>
      {({ results }) => (
        <div className="stack gap-6">
          <Textarea
            label={t('note')}
            description={t('private')}
            minRows={6}
            maxRows={16}
            maxLength={NOTE_LIMIT}
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <p className={classes.state} role="status" data-state={state}>
            {state !== 'idle' && t(`states.${state}`)}
          </p>
          <Bookmarks
            {...{ course_id, material_id, here, onGo }}
            bookmarks={results.filter(({ kind }) => kind !== 'note')}
          />
          <Link to="/profile#notes" className={classes.all}>
            {t('all')}
          </Link>
        </div>
      )}
    </Loaded>
  );
}

interface BookmarksProps extends Props {
  here: Place | null;
  onGo: () => void;
  bookmarks: readonly Note[];
}

function Bookmarks({ course_id, material_id, here, onGo, bookmarks }: BookmarksProps) {
  const t = useTranslations('notes');
  const nameOf = usePlaceName();
  const add = useAction(addBookmark, {
    onDone: () => {
      showSuccess(t('bookmark_added'));
      void readNotesAgain();
    },
  });
  const { kind, at } = here ?? { kind: 'material' as const, at: 0 };
  const name = nameOf(kind, at, here?.text);
  const isKept = bookmarks.some((one) => one.kind === kind && one.at === at);
  const params = { id: course_id, materialId: material_id };
  const byPlace = bookmarks.toSorted((one, other) => one.at - other.at);
  return (
    <section className="stack gap-4">
      <h3 className={classes.heading}>{t('bookmarks')}</h3>
      <Button
        variant="default"
        className={classes.add}
        disabled={isKept}
        loading={add.busy}
        leftSection={<IconBookmarkPlus size={20} aria-hidden />}
        onClick={() => void add.run({ params, body: { kind, at, text: name }, quiet: true })}
      >
        {t(isKept ? 'bookmark_kept' : 'bookmark_here', { place: name })}
      </Button>
      {byPlace.length === 0 ? (
        <EmptyState title={t('no_bookmarks')} text={t('no_bookmarks_text')} />
      ) : (
        <ul className="stack plain">
          {byPlace.map((one) => (
            <BookmarkLine
              key={one.id}
              note={one}
              name={nameOf(one.kind as Exclude<Note['kind'], 'note'>, one.at, one.text)}
              onGo={() => {
                onGo();
                // The panel gives the focus back first.
                if (one.kind !== 'note' && one.kind !== 'material')
                  setTimeout(() => goToPlace(one as Place), 50);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

import { IconNotes } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { laterOver } from '../../../lib/page/later.tsx';
import { placeHere, type Place } from '../../../lib/reading/place.ts';
import classes from './material-notes.module.css';

const NotePanel = laterOver(() => import('./note-panel.tsx'), { words: ['notes'] });

/** The way to one's own notes and bookmarks on a material, at hand wherever one reads. */
export function MaterialNotes(props: { course_id: number; material_id: number }) {
  const t = useTranslations('materials.viewer');
  const [opened, setOpened] = useState<{ here: Place | null } | null>(null);
  return (
    <>
      <div className={`${classes.corner} off-paper`}>
        <Button
          variant="default"
          className={classes.opener}
          leftSection={<IconNotes size={20} aria-hidden />}
          // Where the reader is is asked before the panel lies over it.
          onClick={() => setOpened({ here: placeHere() })}
        >
          {t('notes')}
        </Button>
      </div>
      {opened && <NotePanel {...props} here={opened.here} onClose={() => setOpened(null)} />}
    </>
  );
}

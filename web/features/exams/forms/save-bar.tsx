import { IconSend } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useBuilder } from './builder-context.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { DraftState } from './draft-store.ts';
import classes from './form-builder.module.css';
import { goToProblems } from './publish/go-to-problems.ts';
import { questionWarning } from './warnings.ts';

interface Props {
  state: DraftState;
  /** Where the person chooses between two versions. */
  choice: RefObject<HTMLDivElement | null>;
  isPublished: boolean;
  onPublish: () => void;
}

/** The person has to do something about it. */
const PROBLEMS: ReadonlySet<string> = new Set(['failed', 'invalid', 'refused']);

/** Whether everything is saved, and the way to the students, which two versions bar until one is chosen. */
export function SaveBar({ state, choice, isPublished, onPublish }: Props) {
  const t = useTranslations('forms');
  const { sent } = useBuilder();
  const { saving, dirty, differs } = state;
  // What is marked is below the list of it.
  const problems = sent ? state.questions.filter(questionWarning).length : 0;
  if (saving === 'conflict') {
    return (
      <div className={`${classes.bar} sticks`}>
        <ConflictNotice choice={choice} />
      </div>
    );
  }
  return (
    <div className={`${classes.bar} sticks evens`}>
      <p className={`${classes.saveState} ${PROBLEMS.has(saving) ? 'bad medium' : 'dim'}`} role="status">
        <SaveState state={state} />
      </p>
      {problems > 0 && (
        <Button variant="default" onClick={goToProblems}>
          {t('publishing.problems', { count: problems })}
        </Button>
      )}
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        disabled={isPublished && !dirty && !differs}
        onClick={onPublish}
      >
        {t('publish')}
      </Button>
    </div>
  );
}

function SaveState({ state: { saving, savedAt, faults } }: { state: DraftState }) {
  const t = useTranslations('forms');
  const format = useFormatter();
  switch (saving) {
    case 'saved':
      if (!savedAt) return t('all_saved');
      return t('saved_at', {
        time: format.dateTime(savedAt, {
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          hourCycle: 'h23',
        }),
      });
    case 'saving':
      return t('saving');
    case 'waiting':
      return t('not_saved');
    case 'failed':
      return t('save_failed');
    case 'conflict':
      return null;
    case 'invalid':
      return t('not_saved_marked');
    case 'refused':
      // Of the whole draft, such as that it is gone: no field is marked, and the list's head says it.
      return faults[''] ? t('not_saved') : t('not_saved_invalid');
  }
}

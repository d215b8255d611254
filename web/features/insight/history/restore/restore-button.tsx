import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useMay } from '../../../../lib/session/session.ts';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import classes from '../history.module.css';
import { isUndone, type Told } from '../entries/sentence.ts';

/** What is to be restored: a change, or one entry of it alone. */
export interface Asked {
  entry: Told;
  alone: boolean;
}

export interface EntryProps {
  course_id?: number | undefined;
  onRestore: (asked: Asked) => void;
}

/** Where the focus comes back to. */
export const restoreButtonId = ({ entry, alone }: Asked): string =>
  `restore-${alone ? 'entry' : 'change'}-${entry.id}`;

interface Props extends Pick<EntryProps, 'onRestore'> {
  asked: Asked;
  /** The id of its sentence. */
  describedBy: string;
}

export function RestoreButton({ asked, describedBy, onRestore }: Props) {
  const t = useTranslations('history.restore');
  const may = useMay();
  const { lasting, undone_at } = asked.entry;
  if (!may('viewCompanyHistory') || lasting) return null;
  if (undone_at)
    return (
      <span className={`${classes.restore} quiet`}>{t('undone_at', { time: dateTimeText(undone_at) })}</span>
    );
  return (
    <Button
      id={restoreButtonId(asked)}
      className={`${classes.restore} off-paper`}
      variant="subtle"
      size="compact-md"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      aria-describedby={describedBy}
      onClick={() => onRestore(asked)}
    >
      {t(isUndone(asked.entry) ? 'undo_action' : 'action')}
    </Button>
  );
}

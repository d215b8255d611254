import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { Started } from '../run/attempt-run.ts';
import classes from './finish-dialog.module.css';

interface Props {
  opened: boolean;
  busy: boolean;
  /** Files still on their way. */
  sending: number;
  questions: Started['questions'];
  answered: ReadonlySet<number>;
  marked: ReadonlySet<number>;
  /** null: nothing is gone back to. */
  onGo: ((index: number) => void) | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before handing in, and names the questions without an answer. */
export function FinishDialog({
  opened,
  busy,
  sending,
  questions,
  answered,
  marked,
  onGo,
  onConfirm,
  onCancel,
}: Props) {
  const t = useTranslations('attempts.finish');
  const indexes = questions.map((_, index) => index);
  const open = indexes.filter((index) => !answered.has(questions[index]!.id));
  const later = indexes.filter((index) => marked.has(questions[index]!.id));
  return (
    <ConfirmDialog
      opened={opened}
      title={t('title')}
      text={
        <div className={classes.text}>
          <p>
            {open.length === 0
              ? t('all_answered', { count: questions.length })
              : t('unanswered', { count: open.length })}
          </p>
          <Numbers indexes={open} onGo={onGo} />
          {sending > 0 && <p className="bad strong">{t('sending', { count: sending })}</p>}
          {later.length > 0 && (
            <>
              <p>{t('marked', { count: later.length })}</p>
              <Numbers indexes={later} onGo={onGo} />
            </>
          )}
          <p>{t('text')}</p>
        </div>
      }
      confirmLabel={t('confirm')}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

function Numbers({ indexes, onGo }: { indexes: readonly number[]; onGo: Props['onGo'] }) {
  const t = useTranslations('attempts.finish');
  if (indexes.length === 0) return null;
  return (
    <div className={classes.numbers}>
      {indexes.map((index) => (
        <button
          key={index}
          type="button"
          className={`${classes.number} lit`}
          aria-label={t('go', { number: index + 1 })}
          disabled={onGo === null}
          onClick={() => onGo?.(index)}
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}

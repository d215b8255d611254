import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { Started } from '../run/attempt-run.ts';
import classes from './finish-dialog.module.css';

interface Props {
  opened: boolean;
  busy: boolean;
  /** Files still on their way. */
  sending: number;
  /** It was tried without a connection. */
  unsent: boolean;
  questions: Started['questions'];
  answered: ReadonlySet<number>;
  partial: ReadonlySet<number>;
  marked: ReadonlySet<number>;
  /** null: nothing is gone back to. */
  onGo: ((index: number) => void) | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before handing in, and names the questions without an answer, or with a part of one. */
export function FinishDialog({
  opened,
  busy,
  sending,
  unsent,
  questions,
  answered,
  partial,
  marked,
  onGo,
  onConfirm,
  onCancel,
}: Props) {
  const t = useTranslations('attempts.finish');
  const indexes = questions.map((_, index) => index);
  const those = (is: (id: number) => boolean) => indexes.filter((index) => is(questions[index]!.id));
  const open = those((id) => !answered.has(id));
  const half = those((id) => partial.has(id));
  const later = those((id) => marked.has(id));
  return (
    <ConfirmDialog
      opened={opened}
      title={t('title')}
      text={
        <div className={classes.text}>
          {open.length + half.length === 0 && <p>{t('all_answered', { count: questions.length })}</p>}
          <Numbers text="unanswered" indexes={open} onGo={onGo} />
          <Numbers text="partial" indexes={half} onGo={onGo} />
          {sending > 0 && <p className="bad strong">{t('sending', { count: sending })}</p>}
          <Numbers text="marked" indexes={later} onGo={onGo} />
          <p>{t('text')}</p>
          {unsent && (
            <p className="bad strong" role="alert">
              {t('offline')}
            </p>
          )}
        </div>
      }
      confirmLabel={t('confirm')}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

interface Named {
  text: 'unanswered' | 'partial' | 'marked';
  indexes: readonly number[];
  onGo: Props['onGo'];
}

function Numbers({ text, indexes, onGo }: Named) {
  const t = useTranslations('attempts.finish');
  if (indexes.length === 0) return null;
  return (
    <>
      <p>{t(text, { count: indexes.length })}</p>
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
    </>
  );
}

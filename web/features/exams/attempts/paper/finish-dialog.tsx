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
  /** Those that no way leads back to. */
  closed: readonly number[];
  canGo: (index: number) => boolean;
  onGo: (index: number) => void;
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
  closed,
  canGo,
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
  const left = [open, half, later].flat().filter((index) => closed.includes(questions[index]!.id));
  const gone = [...new Set(left)].map((index) => index + 1).toSorted((a, b) => a - b);
  return (
    <ConfirmDialog
      opened={opened}
      title={t('title')}
      text={
        <div className={classes.text}>
          {open.length + half.length === 0 && <p>{t('all_answered', { count: questions.length })}</p>}
          <Numbers text="unanswered" indexes={open} canGo={canGo} onGo={onGo} />
          <Numbers text="partial" indexes={half} canGo={canGo} onGo={onGo} />
          {sending > 0 && <p className="bad strong">{t('sending', { count: sending })}</p>}
          <Numbers text="marked" indexes={later} canGo={canGo} onGo={onGo} />
          {gone.length > 0 && <p>{t('closed', { numbers: gone.join(', ') })}</p>}
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

interface Named extends Pick<Props, 'canGo' | 'onGo'> {
  text: 'unanswered' | 'partial' | 'marked';
  indexes: readonly number[];
}

function Numbers({ text, indexes, canGo, onGo }: Named) {
  const t = useTranslations('attempts.finish');
  if (indexes.length === 0) return null;
  return (
    <>
      <p>{t(text, { count: indexes.length })}</p>
      <div className={classes.numbers}>
        {indexes.map((index) =>
          canGo(index) ? (
            <button
              key={index}
              type="button"
              className={`${classes.number} lit`}
              aria-label={t('go', { number: index + 1 })}
              onClick={() => onGo(index)}
            >
              {index + 1}
            </button>
          ) : (
            <span key={index} className={classes.fixed}>
              {index + 1}
            </span>
          ),
        )}
      </div>
    </>
  );
}

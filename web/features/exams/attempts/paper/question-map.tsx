import { IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { SegmentedControl } from '../../../../ui/control/choice/segmented-control.tsx';
import type { Started } from '../run/attempt-run.ts';
import classes from './question-map.module.css';
import { SIZES, type View } from './use-choice.ts';

interface Props {
  questions: Started['questions'];
  /** null: all questions are on the page. */
  current: number | null;
  answered: ReadonlySet<number>;
  marked: ReadonlySet<number>;
  view: View;
  /** null: the test says how its questions are shown. */
  onView: ((view: View) => void) | null;
  /** No question is gone back to, and none skipped. */
  oneWay: boolean;
  size: (typeof SIZES)[number];
  onSize: (size: (typeof SIZES)[number]) => void;
  /** Whether single keys answer, where there is a keyboard. */
  keys: boolean;
  onKeys: (keys: boolean) => void;
  onGo: (index: number) => void;
}

/** All questions at a glance: answered, unanswered, marked for later; and how somebody likes to have them. */
export function QuestionMap(props: Props) {
  const { questions, current, answered, marked, view, onView, oneWay, size, onSize, keys, onKeys, onGo } =
    props;
  const t = useTranslations('attempts.map');
  return (
    <div className={classes.map}>
      <p className="flush strong">{t('answered', { answered: answered.size, total: questions.length })}</p>
      <ol className={classes.cells}>
        {questions.map((question, index) => {
          const state = answered.has(question.id) ? 'answered' : 'open';
          const isMarked = marked.has(question.id);
          return (
            <li key={question.id}>
              <button
                type="button"
                className={`${classes.cell} lit`}
                data-state={state}
                aria-current={index === current ? 'step' : undefined}
                aria-label={t(`cell_${state}${isMarked ? '_marked' : ''}`, { number: index + 1 })}
                disabled={oneWay}
                onClick={() => onGo(index)}
              >
                {index + 1}
                {question.required && state === 'open' && <span className="bad">*</span>}
                {isMarked && <IconBookmarkFilled className={classes.flag} size={13} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ol>
      {onView && (
        <SegmentedControl
          fullWidth
          aria-label={t('view')}
          value={view}
          onChange={(next) => onView(next)}
          data={[
            { value: 'one', label: t('one') },
            { value: 'all', label: t('all') },
          ]}
        />
      )}
      <fieldset className={classes.sizes}>
        <legend className="unseen">{t('size')}</legend>
        {SIZES.map((one) => (
          <button
            key={one}
            type="button"
            className={`${classes.size} lit`}
            data-size={one}
            aria-label={`${t('size')}: ${t(`size_${one}`)}`}
            aria-pressed={one === size}
            onClick={() => onSize(one)}
          >
            A
          </button>
        ))}
      </fieldset>
      <label className={classes.keys}>
        <input type="checkbox" checked={keys} onChange={(event) => onKeys(event.currentTarget.checked)} />
        <span>
          {t('use_keys')}
          <span className="fine"> {t('keys')}</span>
        </span>
      </label>
    </div>
  );
}

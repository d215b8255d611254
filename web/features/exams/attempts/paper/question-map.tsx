import { SegmentedControl } from '@mantine/core';
import { IconBookmarkFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Started } from '../run/attempt-run.ts';
import classes from './question-map.module.css';
import type { View } from './use-view.ts';

interface Props {
  questions: Started['questions'];
  /** null: all questions are on the page. */
  current: number | null;
  answered: ReadonlySet<number>;
  marked: ReadonlySet<number>;
  view: View;
  onView: (view: View) => void;
  onGo: (index: number) => void;
  /** On a phone the way to hand in stands here. */
  finish: ReactNode;
}

/** All questions at a glance: answered, unanswered, marked for later. */
export function QuestionMap({ questions, current, answered, marked, view, onView, onGo, finish }: Props) {
  const t = useTranslations('attempts.map');
  return (
    <aside className={classes.map} aria-label={t('title')}>
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
      <div className={classes.finish}>{finish}</div>
      <p className={classes.keys}>{t('keys')}</p>
    </aside>
  );
}

import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import classes from './question-card.module.css';

export interface Counted {
  text: string;
  count: number;
  right: boolean;
}

/** What was given, with how often; what is right is marked. */
export function CountedAnswers({ rows }: { rows: readonly Counted[] }) {
  const t = useTranslations('statistics.questions');
  if (rows.length === 0) return null;
  return (
    <ul className={classes.answers}>
      {rows.map(({ text, count, right }) => (
        <li key={text}>
          <span className={classes.answer}>
            {right && <IconCheck size={18} role="img" aria-label={t('right_answer')} />}
            <span>
              <MathText>{text}</MathText>
            </span>
          </span>
          <span className={classes.share}>{count}</span>
        </li>
      ))}
    </ul>
  );
}

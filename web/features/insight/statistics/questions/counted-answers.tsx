import { tolerantText } from '#contract/exams/forms';
import { IconCheck } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import classes from './question-card.module.css';

export interface Counted {
  text: string;
  count: number;
  /** Of its points, 0 to 1: what gives all of them is right. */
  share: number;
}

/** What was given, with how often; what is right, or gives a part, is marked. */
export function CountedAnswers({ rows }: { rows: readonly Counted[] }) {
  const t = useTranslations('statistics.questions');
  if (rows.length === 0) return null;
  return (
    <ul className={classes.answers}>
      {rows.map(({ text, count, share }) => (
        <li key={text}>
          <span className={classes.answer}>
            {share === 1 && <IconCheck size={18} role="img" aria-label={t('right_answer')} />}
            <span>
              <MathText>{text}</MathText>
              <Part percent={share * 100} />
            </span>
          </span>
          <span className={classes.share}>{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** What of the points a part of the answer, or a near miss, gives; nothing of all and of none. */
export function Part({ percent }: { percent: number }) {
  const t = useTranslations('statistics.questions');
  if (percent <= 0 || percent >= 100) return null;
  return <span className={classes.chip}>{t('part', { percent })}</span>;
}

/** What is accepted, each with its tolerance and what of the points it gives. */
export function Accepted({ answers }: { answers: readonly Right[] }) {
  const t = useTranslations('statistics.questions');
  const locale = useLocale();
  const words = answers.map(({ title, tolerance, percent }) => {
    const text = tolerance ? tolerantText(title, tolerance, locale) : title;
    return percent === undefined ? text : `${text} (${t('part', { percent })})`;
  });
  return (
    <p className="flush fine">
      <MathText>{t('accepted', { answers: words.join(' · ') })}</MathText>
    </p>
  );
}

interface Right {
  title: string;
  tolerance?: string | undefined;
  percent?: number | undefined;
}

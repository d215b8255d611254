import { IconCheck, IconKey } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import { StatusBadge, type Tone } from '../../../../ui/state/status-badge.tsx';
import classes from './question-card.module.css';
import type { Question } from '../statistic.ts';
import { Accepted, CountedAnswers, Part } from './counted-answers.tsx';
import { MadeFigures } from './made-figures.tsx';
import { PlaceFigures } from './place-figures.tsx';
import { GapFigures } from './gap-figures.tsx';
import { nearMiss } from './near-miss.ts';

const TONES: Record<Question['verdict'], Tone> = {
  check_key: 'bad',
  too_hard: 'warning',
  too_easy: 'neutral',
  does_not_tell_apart: 'warning',
  good: 'good',
  too_few: 'neutral',
  annulled: 'neutral',
  by_hand: 'neutral',
};

interface Props {
  question: Question;
  /** Where its key is mended; null: not by this person. */
  keyPath: string | null;
}

/** One question: its figures, what they mean, and how often each answer was chosen. */
export function QuestionCard({ question, keyPath }: Props) {
  const t = useTranslations('statistics.questions');
  const { number, title, verdict, multiple_right_answers, credit } = question;
  return (
    <article className={classes.card}>
      <header className="cluster gap-4 spreads">
        <p className="flush fine">{t('number', { number })}</p>
        <StatusBadge tone={TONES[verdict]}>{t(`verdicts.${verdict}`)}</StatusBadge>
      </header>
      <h2 className={classes.title}>
        <MathText>{title}</MathText>
      </h2>
      {multiple_right_answers && <p className="flush fine">{t(`multiple.${credit}`)}</p>}
      {question.verdict === 'by_hand' ? <MarkFigures question={question} /> : <Figures question={question} />}
      <div className={`${classes.why} paragraphs`}>
        <p>{t(`why.${verdict}`)}</p>
        {verdict === 'check_key' && keyPath && (
          <Button
            component={Link}
            to={keyPath}
            size="sm"
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
          >
            {t('to_key')}
          </Button>
        )}
      </div>
      {question.picture && <PlaceFigures question={question} picture={question.picture} />}
      {question.type === 'choice' || question.type === 'hotspot' ? (
        <Answers question={question} />
      ) : question.type === 'gaps' ? (
        <GapFigures question={question} />
      ) : question.type === 'ordering' || question.type === 'matching' ? (
        <MadeFigures question={question} />
      ) : (
        <Responses question={question} />
      )}
    </article>
  );
}

/** What was typed most, beside what is accepted. */
function Responses({ question: { type, answers, accepted, responses } }: { question: Question }) {
  const t = useTranslations('statistics.questions');
  if (type !== 'short_answer' && type !== 'number') return null;
  const rights = [
    ...answers.filter(({ is_right_answer }) => is_right_answer),
    ...accepted.map((title) => ({ title })),
  ];
  return (
    <>
      <Accepted answers={rights} />
      {responses.length > 0 && (
        <>
          <h3 className="flush strong small">{t('typed')}</h3>
          <CountedAnswers rows={responses.map(({ text, count, share = 0 }) => ({ text, count, share }))} />
        </>
      )}
    </>
  );
}

/** Of what people mark: how many answers there are, how many of them wait, and what they got. */
function MarkFigures({
  question: { asked, not_answered, in_review, average, score },
}: {
  question: Question;
}) {
  const t = useTranslations('statistics.questions');
  const { number } = useFormatter();
  return (
    <dl className={`${classes.figures} terms`}>
      <div>
        <dt>{t('given')}</dt>
        <dd>{number(asked - not_answered)}</dd>
      </div>
      <div>
        <dt>{t('to_mark')}</dt>
        <dd>{number(in_review)}</dd>
      </div>
      <div>
        <dt>{t('average')}</dt>
        <dd>
          {average === null
            ? '—'
            : t('average_of', { average: number(average, { maximumFractionDigits: 2 }), score })}
        </dd>
      </div>
    </dl>
  );
}

function Figures({
  question: { asked, right, partly, not_answered, discrimination },
}: {
  question: Question;
}) {
  const t = useTranslations('statistics.questions');
  const numbers = useNumbers();
  const share = (count: number) => (asked === 0 ? '—' : numbers.share(count / asked));
  return (
    <dl className={`${classes.figures} terms`}>
      <div>
        <dt>{t('right')}</dt>
        <dd>{share(right)}</dd>
      </div>
      {partly > 0 && (
        <div>
          <dt>{t('partly')}</dt>
          <dd>{share(partly)}</dd>
        </div>
      )}
      <div>
        <dt>{t('not_answered')}</dt>
        <dd>{share(not_answered)}</dd>
      </div>
      <div title={t('discrimination_hint')}>
        <dt>{t('discrimination')}</dt>
        <dd>{discrimination === null ? '—' : t('points', { points: Math.round(discrimination * 100) })}</dd>
      </div>
    </dl>
  );
}

function Answers({ question: { asked, answers, credit, most_chosen_wrong } }: { question: Question }) {
  const t = useTranslations('statistics.questions');
  const { share: shareText } = useNumbers();
  return (
    <ul className={classes.answers}>
      {answers.map((answer) => {
        const { id, title, is_right_answer, chosen } = answer;
        const share = asked === 0 ? 0 : chosen / asked;
        return (
          <li key={id}>
            <span className={`${classes.answer} ${is_right_answer ? 'strong' : ''}`}>
              {is_right_answer && <IconCheck size={18} role="img" aria-label={t('right_answer')} />}
              <span>
                <MathText>{title}</MathText>
                <Part percent={nearMiss(answer, credit)} />
                {id === most_chosen_wrong && <span className={classes.chip}>{t('most_chosen_wrong')}</span>}
              </span>
            </span>
            <span className={classes.share} title={t('chosen', { count: chosen })}>
              {shareText(share)}
            </span>
            <span className={`${classes.bar} in-colour`} aria-hidden>
              <span
                className="toned"
                data-tone={is_right_answer ? 'good' : undefined}
                style={{ width: `${share * 100}%` }}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

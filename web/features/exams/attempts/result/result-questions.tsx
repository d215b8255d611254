import { wordsIn } from '#contract/exams/questions';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { laterOver } from '../../../../lib/page/later.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { AnswerLines, ToldFeedback } from './told-answers.tsx';
import { FilledGaps } from './answers/filled-gaps.tsx';
import { MarkedPicture } from './answers/marked-picture.tsx';
import { filesBelow, QuestionFiles } from '../question-files.tsx';
import classes from './result-questions.module.css';
import type { Result } from '../attempt.ts';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

const HandedList = laterOver(() => import('../../../../ui/files/handed-list.tsx'), { words: ['files'] });

type Question = NonNullable<Result['score_explanation']>[number];

const TONES = {
  right: 'good',
  partly: 'warning',
  wrong: 'bad',
  not_answered: 'neutral',
  annulled: 'neutral',
  in_review: 'warning',
} as const;

/** Those that are counted. */
const OUTCOMES = ['wrong', 'partly', 'not_answered', 'in_review'] as const;

/** Question by question, as far as the form shows it: the own choice, the key, the points. */
export function ResultQuestions({
  questions,
  sections = [],
  note,
}: {
  questions: readonly Question[];
  /** Where it has several. */
  sections?: Result['sections'];
  /** A trainer's words about a question, or the way to write them. */
  note: (question: Question) => ReactNode;
}) {
  const t = useTranslations('attempt_results.result');
  const [onlyShort, setOnlyShort] = useState(false);
  const short = questions.filter(isShort).length;
  const told = OUTCOMES.flatMap((outcome) => {
    const count = questions.filter((question) => question.outcome === outcome).length;
    return count > 0 ? [t('counted', { outcome: t(`outcome_${outcome}`), count })] : [];
  });
  // Where the form does not say what was wrong there is nothing to choose by.
  const judged = questions.some(({ outcome }) => outcome !== undefined && outcome !== 'annulled');
  return (
    <Panel title={t('questions')}>
      {judged && (
        <p className={`${classes.outcomes} off-paper`}>
          <span>{told.join(' · ') || t('all_in_full')}</span>
          {short > 0 && short < questions.length && (
            <label className={classes.only}>
              <input
                type="checkbox"
                checked={onlyShort}
                onChange={(event) => setOnlyShort(event.currentTarget.checked)}
              />
              {t('only_short')}
            </label>
          )}
        </p>
      )}
      <ol className="stack plain gap-8">
        {questions.map((question, index) => (
          <li key={question.id} className="unbroken parted-8" hidden={onlyShort && !isShort(question)}>
            <Section sections={sections} begins={question.id} />
            <div className={classes.head}>
              <p className={classes.title}>
                <span className="dim">{index + 1}.</span> <MathText>{question.title}</MathText>
              </p>
              <div className={classes.marks}>
                {question.outcome && (
                  <StatusBadge tone={TONES[question.outcome]}>{t(`outcome_${question.outcome}`)}</StatusBadge>
                )}
                {question.earned !== undefined && (
                  <span className="strong small">
                    {t('points_of', { score: question.earned, max: question.maximum ?? 0 })}
                  </span>
                )}
              </div>
            </div>
            {question.description && <RichText html={question.description} />}
            <QuestionFiles files={filesBelow(question)} />
            {question.marks && (
              <div className="before-4 after-5">
                <MarkedPicture question={question} marks={question.marks} />
              </div>
            )}
            {question.type === 'essay' && <WrittenAnswer response={question.response ?? null} />}
            {question.handed && (
              <div className="before-4">
                <HandedList large label={t('handed')} files={question.handed} />
              </div>
            )}
            {question.gap_text && <FilledGaps question={question} />}
            <AnswerLines question={question} />
            <ToldFeedback question={question} />
            {question.mark && <GivenMark mark={question.mark} />}
            {note(question)}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function WrittenAnswer({ response }: { response: string | null }) {
  const t = useTranslations('attempt_results.result');
  return response === null ? null : (
    <figure className={classes.written}>
      <figcaption className="fine">
        {response === '' ? t('written_on_paper') : t('written', { count: wordsIn(response) })}
      </figcaption>
      {response && <blockquote className="as-written">{response}</blockquote>}
    </figure>
  );
}

/** What was reached by the rubric and what is said to the student; staff see who gave what. */
function GivenMark({
  mark: { comments, rubric, given = [], marked_at },
}: {
  mark: NonNullable<Question['mark']>;
}) {
  const t = useTranslations('attempt_results.result');
  if (comments.length === 0 && rubric.length === 0 && given.length === 0) return null;
  return (
    <aside className={`${classes.comment} stack gap-3`} aria-label={t('comment')}>
      {rubric.length > 0 && (
        <ul className="stack plain gap-2">
          {rubric.map(({ title, level, points, most }) => (
            <li key={title}>
              <strong>{title}:</strong> {level}
              {points !== undefined && (
                <span className="fine"> · {t('points_of', { score: points, max: most ?? 0 })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {comments.map((comment) => (
        <p key={comment} className="flush as-written">
          {comment}
        </p>
      ))}
      {given.map(({ score, marker, comment }, at) => (
        <p key={`${marker.id} ${at}`} className="flush fine">
          {t('mark_by', { name: personName(marker), score, date: dateTimeText(marked_at) })}
          {comment && !comments.includes(comment) && <span className="as-written"> — {comment}</span>}
        </p>
      ))}
    </aside>
  );
}

/** Whether it got less than all of its points; what waits for a mark has none yet. */
const isShort = ({ outcome }: Question) =>
  outcome === 'wrong' || outcome === 'partly' || outcome === 'not_answered';

/** The name of the section that begins with a question. */
function Section({ sections, begins }: { sections: NonNullable<Result['sections']>; begins: number }) {
  const t = useTranslations('attempts.section');
  const place = sections.findIndex(({ question_ids }) => question_ids[0] === begins);
  if (place < 0) return null;
  return <h3 className="quiet">{sections[place]!.title || t('name', { number: place + 1 })}</h3>;
}

import { wordsIn } from '#contract/exams/questions';
import { fileGroupOf } from '#contract/learning/media';
import { IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { dateText, dateTimeText } from '../../../lib/words/dates.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { isOddLength, wishedWords } from '../../../lib/form/wished-words.ts';
import HandedList from '../../../ui/files/handed-list.tsx';
import { Picture } from '../../../ui/files/picture.tsx';
import { Panel } from '../../../ui/page/panel.tsx';
import { MathText } from '../../../ui/rich-text/math-text.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import type { Waiting } from './mark.ts';
import classes from './marking-screen.module.css';

/** What was asked, what its author notes for whoever marks it, and what was answered. */
export function AnswerToMark({ answer }: { answer: Waiting }) {
  const t = useTranslations('marks');
  const { question, user, number, finished_at, response, course } = answer;
  const isUpload = question.type === 'upload';
  // Typed in of it is the day alone.
  const isOnPaper = !isUpload && response === '';
  const words = wordsIn(response);
  const wished = wishedWords(question.work);
  return (
    <Panel>
      <article className="stack gap-6">
        <header>
          <h2 className={`${classes.question} as-written`}>
            <MathText>{question.title}</MathText>
          </h2>
          <p className="note">{course.name}</p>
        </header>
        {question.description && <RichText html={question.description} />}
        {question.files.length > 0 && (
          <ul className="stack plain gap-5">
            {question.files.map(({ id, name, url, width, height }) => (
              <li key={id}>
                {fileGroupOf(name) === 'image' ? (
                  <Picture src={url} alt={name} width={width} height={height} />
                ) : (
                  <a href={url} target="_blank" rel="noreferrer">
                    {name}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
        {question.marking.note && (
          <aside className={classes.note} aria-label={t('note')}>
            <p className="flush">
              <IconPencil size={16} aria-hidden /> <strong>{t('note')}</strong>
            </p>
            <p className="flush as-written">{question.marking.note}</p>
          </aside>
        )}
        <section aria-labelledby="answer-of">
          <h3 id="answer-of" className={classes.who}>
            {user ? personName(user) : t('hidden')}
            <span className="fine regular">
              {t('facts', { number, date: isOnPaper ? dateText(finished_at) : dateTimeText(finished_at) })}
              {isUpload && ` · ${t('files', { count: answer.handed.length })}`}
              {!isUpload && !isOnPaper && (
                <>
                  {' · '}
                  <span className={isOddLength(words, question.work) ? 'strong' : undefined}>
                    {t('words', { count: words })}
                  </span>
                  {wished && ` · ${t(...wished)}`}
                </>
              )}
            </span>
          </h3>
          {isUpload ? (
            <HandedList large label={t('handed')} files={answer.handed} />
          ) : (
            <blockquote className={`${classes.answer} as-written`}>
              {isOnPaper ? <span className="quiet">{t('on_paper')}</span> : response}
            </blockquote>
          )}
        </section>
      </article>
    </Panel>
  );
}

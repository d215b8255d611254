import { saveMark } from '#contract/exams/marks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { UnsavedChanges } from '../../../ui/form/private-form.tsx';
import classes from './marking-screen.module.css';
import type { Waiting } from './mark.ts';
import { Differing } from './differing.tsx';
import { meanOf, pointsOf, stepsOf, sumOfLevels } from './points.ts';
import { RubricLevels } from './rubric-levels.tsx';
import { usePressed } from '../../../lib/page/keys.ts';

interface Props {
  answer: Waiting;
  /** It is marked, and the next one is on its way: what is pressed now is meant for that. */
  waiting: boolean;
  /** null: there is no other. */
  onSkip: (() => void) | null;
  onMarked: (id: number, score: number) => void;
}

/** The mark of an answer: points, by hand or by a key, and words to the student. */
export function MarkForm({ answer, waiting, onSkip, onMarked }: Props) {
  const t = useTranslations('marks');
  const { number } = useFormatter();
  const { attempt_id, question } = answer;
  const most = question.score;
  const settles = answer.stage === 'settle';
  const rubric = settles ? [] : (question.marking.rubric ?? []);
  const [text, setText] = useState(() => (settles ? number(meanOf(answer.marks)) : ''));
  const [levels, setLevels] = useState<readonly (number | null)[]>(() => rubric.map(() => null));
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const score = rubric.length > 0 ? sumOfLevels(rubric, levels) : pointsOf(text, most);
  const save = useAction(saveMark, { onDone: ({ id }) => onMarked(id, score!) });
  const steps = stepsOf(most);

  // The next answer is marked from the same place.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  function send(): void {
    if (waiting) return;
    setTried(true);
    if (score === null) return field.current?.focus();
    const given = rubric.length > 0 ? { levels: levels.map((level) => level ?? 0) } : { score };
    void save.run({
      params: { id: attempt_id },
      body: { question_id: question.id, ...given, comment: comment.trim(), ...(settles && { settles }) },
    });
  }

  usePressed((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') send();
    else if (event.altKey && event.key === 'PageDown' && onSkip && !waiting) onSkip();
    else return;
    event.preventDefault();
  });

  return (
    <form
      className={`${classes.form} box`}
      inert={waiting}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {comment.trim() !== '' && <UnsavedChanges form={{ dirty: true, isSaved: () => save.busy }} />}
      {settles && <Differing answer={answer} />}
      {rubric.length > 0 ? (
        <RubricLevels
          rubric={rubric}
          levels={levels}
          tried={tried}
          onChange={(next) => {
            if (!waiting) setLevels(next);
          }}
        />
      ) : (
        <div className={classes.points}>
          <TextInput
            ref={field}
            className={classes.score}
            label={t('points', { most })}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={tried && score === null ? t('wrong_points', { most }) : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className="cluster gap-3" role="group" aria-label={t('quick')}>
            {steps.map((step) => (
              <Button
                key={step}
                variant="default"
                size="sm"
                aria-pressed={score === step}
                onClick={() => setText(number(step))}
              >
                {number(step)}
              </Button>
            ))}
          </div>
        </div>
      )}
      <Textarea
        label={t('comment')}
        description={t('comment_hint')}
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className="wraps gap-5">
        <Button type="submit" loading={save.busy}>
          {t('save_next')}
        </Button>
        {onSkip && (
          <Button variant="default" onClick={onSkip}>
            {t('skip')}
          </Button>
        )}
        <span className={`${classes.keys} fine by-mouse`}>
          {rubric.length > 0 && `${t('level_keys')} `}
          {t('keys')}
        </span>
      </div>
    </form>
  );
}

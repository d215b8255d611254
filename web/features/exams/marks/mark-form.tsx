import { COMMENT_LENGTH, type getMarkedAnswer, saveMark } from '#contract/exams/marks';
import type { ResponseOf } from '#contract/platform';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { ConflictDialog } from '../../../ui/dialog/conflict-dialog.tsx';
import { UnsavedChanges } from '../../../ui/form/private-form.tsx';
import classes from './marking-screen.module.css';
import { type Entered, type GivenMark, markIn, type Waiting } from './mark.ts';
import { Differing } from './differing.tsx';
import { agreedLevel, meanOf, pointsOf, stepsOf, sumOfLevels } from './points.ts';
import { RubricLevels } from './rubric-levels.tsx';
import { usePressed } from '../../../lib/page/keys.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { personName } from '../../../lib/words/person-name.ts';

interface Props {
  answer: Waiting;
  /** The mark that another replaces, where the answer does not stand in the row of those that wait. */
  change?: Pick<ResponseOf<typeof getMarkedAnswer>, 'mark' | 'student_sees'>;
  /** It is marked, and the next one is on its way: what is pressed now is meant for that. */
  waiting: boolean;
  /** What was entered before it was skipped. */
  draft?: Entered | undefined;
  /** Words to others stand in drafts. */
  hasDrafts?: boolean;
  /** null: there is no other. */
  onSkip: ((draft: Entered) => void) | null;
  onMarked: (id: number, score: number) => void;
  /** What another gave for it stays. */
  onTaken: () => void;
  /** Another came between that nothing here replaces: it is to be read anew, and what was entered stays. */
  onOutdated?: (draft: Entered) => void;
}

/** The mark of an answer: points, by hand or by a key, and words to the student. */
export function MarkForm({
  answer,
  change,
  waiting,
  draft,
  hasDrafts = false,
  onSkip,
  onMarked,
  onTaken,
  onOutdated,
}: Props) {
  const t = useTranslations('marks');
  const { number } = useFormatter();
  const { attempt_id, question } = answer;
  const most = question.score;
  const settles = answer.stage === 'settle';
  const rubric = question.marking.rubric ?? [];
  // What was read first is what the person has seen.
  const [seen] = useState(change?.mark ?? null);
  const [text, setText] = useState(() =>
    draft ? draft.text : seen ? number(seen.score) : settles ? number(meanOf(answer.marks)) : '',
  );
  const [levels, setLevels] = useState<readonly (number | null)[]>(() =>
    draft ? draft.levels : rubric.map((_, at) => agreedLevel(seen ? [seen] : answer.marks, at)),
  );
  const [comment, setComment] = useState(draft?.comment ?? seen?.comment ?? '');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const score = rubric.length > 0 ? sumOfLevels(rubric, levels) : pointsOf(text, most);
  const errorText = useErrorText();
  /** What somebody gave since this answer was read. */
  const [theirs, setTheirs] = useState<GivenMark | null>(null);
  const save = useAction(saveMark, {
    onDone: ({ id }) => onMarked(id, score!),
    onError: (error) => {
      const came = codeOf(error) === 'mark_changed';
      const given = came ? markIn(error) : null;
      if (given) return setTheirs(given);
      showWarning(errorText(errorOf(error)));
      if (came) onOutdated?.({ text, levels, comment });
    },
  });
  const steps = stepsOf(most);

  // The next answer is marked from the same place.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  /** @param replaces the mark that is to go; null: there is none */
  async function send(replaces: number | null = seen?.id ?? null): Promise<void> {
    if (waiting) return;
    setTried(true);
    if (score === null) {
      field.current?.focus();
      return;
    }
    const given = rubric.length > 0 ? { levels: levels.map((level) => level ?? 0) } : { score };
    await save.run({
      params: { id: attempt_id },
      body: {
        question_id: question.id,
        ...given,
        comment: comment.trim(),
        replaces,
        ...(settles && { settles }),
      },
    });
  }

  const skip = onSkip && (() => onSkip({ text, levels, comment }));

  usePressed((event: KeyboardEvent) => {
    if (theirs) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') void send();
    else if (event.altKey && event.key === 'PageDown' && skip && !waiting) skip();
    else return;
    event.preventDefault();
  });

  return (
    <form
      className={`${classes.form} box`}
      inert={waiting}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      {seen && (
        <p className="flush strong">
          {t('change.now', { score: seen.score, most, name: personName(seen.marker) })}
        </p>
      )}
      {change?.student_sees && <p className="flush note">{t('change.told')}</p>}
      {(hasDrafts || comment.trim() !== (seen?.comment ?? '')) && (
        <UnsavedChanges form={{ dirty: true, isSaved: () => save.busy && !hasDrafts }} />
      )}
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
      {theirs && (
        <ConflictDialog
          title={t('conflict.title')}
          text={
            <>
              <p>
                {t('conflict.text', {
                  name: personName(theirs.marker),
                  score: theirs.score,
                  most,
                  own: score ?? 0,
                })}
              </p>
              {theirs.comment && (
                <blockquote className={`${classes.answer} as-written`}>{theirs.comment}</blockquote>
              )}
            </>
          }
          loadLabel={t('conflict.keep')}
          overwriteLabel={t('conflict.replace')}
          onLoad={async () => onTaken()}
          onOverwrite={async () => {
            const { id } = theirs;
            setTheirs(null);
            await send(id);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      <Textarea
        label={t('comment')}
        description={t('comment_hint')}
        minRows={2}
        maxRows={8}
        maxLength={COMMENT_LENGTH}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className="wraps gap-5">
        <Button type="submit" loading={save.busy}>
          {t(change ? 'change.save' : 'save_next')}
        </Button>
        {skip && (
          <Button variant="default" onClick={skip}>
            {t('skip')}
          </Button>
        )}
        <span className={`${classes.keys} fine by-mouse`}>
          {rubric.length > 0 && `${t('level_keys')} `}
          {t(change ? 'change.keys' : 'keys')}
        </span>
      </div>
    </form>
  );
}

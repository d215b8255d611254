import { nextAnswerToMark, undoMark } from '#contract/exams/marks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { AnswerToMark } from './answer-to-mark.tsx';
import { ChangeMark } from './change-mark.tsx';
import { MarkForm } from './mark-form.tsx';
import classes from './marking-screen.module.css';
import type { Entered, Waiting } from './mark.ts';
import { MARKING } from './paths.ts';
import { usePressed } from '../../../lib/page/keys.ts';

/** The answer to go on from. */
interface Place {
  after_attempt: string;
  after_question: string;
}

/** The mark given last, for as long as one stays here. */
interface Last {
  id: number;
  attempt_id: number;
  name: string;
  score: number;
  most: number;
  /** Where its answer was found. */
  place: Place | null;
}

const placeOf = ({ attempt_id, question }: Waiting): Place => ({
  after_attempt: String(attempt_id),
  after_question: String(question.id),
});

const nameOf = ({ attempt_id, question }: Waiting) => `${attempt_id}-${question.id}`;

/** The answers that wait, one after another; or the one that the address names, also where it is marked. */
export function MarkingScreen() {
  const [search] = useSearchParams();
  const [attempt, question] = [search.get('attempt'), search.get('question')];
  return attempt && question ? (
    <ChangeMark attempt={Number(attempt)} question={Number(question)} />
  ) : (
    <Waitings />
  );
}

/** One answer after another, each with what is asked, what its author notes and the fields of its mark. */
function Waitings() {
  const t = useTranslations('marks');
  const [search] = useSearchParams();
  const [place, setPlace] = useState<Place | null>(null);
  const [last, setLast] = useState<Last | null>(null);
  /** What was entered and skipped, by its answer. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Entered>>(new Map());
  const asked = Object.fromEntries(
    ['form', 'question'].flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])),
  );
  // Others may wait that were not asked for.
  const isNarrowed = Object.keys(asked).length > 0;
  const query = useData(nextAnswerToMark, { query: { ...asked, ...place }, keep: true });
  const undo = useAction(undoMark, {
    onDone: () => {
      setPlace(last!.place);
      setLast(null);
      showSuccess(t('undone'));
    },
  });
  const takeBack = () => {
    if (last) void undo.run({ params: { id: last.attempt_id, markId: last.id } });
  };
  usePressed((event: KeyboardEvent) => {
    // No letter is a number.
    const isWriting = event.target instanceof HTMLElement && event.target.matches('textarea, select');
    if (event.code !== 'KeyU' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    takeBack();
  });

  const answer = query.data?.answer ?? null;
  const name = answer ? nameOf(answer) : '';
  const others = new Map([...drafts].filter(([key]) => key !== name));
  return (
    <div className="stack gap-6">
      <PageHeader
        small
        title={answer ? answer.form.name : t('title')}
        description={answer ? t('waiting', { count: query.data!.waiting }) : t('description')}
        back={{ to: MARKING, label: t('title') }}
      />
      {last && (
        <p className={`${classes.last} flush`} role="status">
          <span>{t('last', { name: last.name, score: last.score, most: last.most })}</span>
          <Button
            size="sm"
            variant="default"
            loading={undo.busy}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={takeBack}
          >
            {t('undo')}
          </Button>
        </p>
      )}
      <Loaded query={query}>
        {() =>
          answer ? (
            <div className={`${classes.pair} stales`} data-stale={query.isPlaceholderData || undefined}>
              <AnswerToMark answer={answer} />
              <MarkForm
                key={name}
                answer={answer}
                draft={drafts.get(name)}
                hasDrafts={[...others.values()].some(({ comment }) => comment.trim() !== '')}
                waiting={query.isPlaceholderData}
                onSkip={
                  query.data!.waiting > 1
                    ? (draft) => {
                        setDrafts(new Map(others).set(name, draft));
                        setPlace(placeOf(answer));
                      }
                    : null
                }
                onMarked={(id, score) => {
                  const { attempt_id, user, question } = answer;
                  setLast({
                    id,
                    attempt_id,
                    name: user ? personName(user) : t('hidden'),
                    score,
                    most: question.score,
                    place,
                  });
                  setDrafts(others);
                  setPlace(placeOf(answer));
                }}
                onTaken={() => setPlace(placeOf(answer))}
              />
            </div>
          ) : (
            <EmptyState
              title={t(isNarrowed ? 'nothing_more' : 'nothing')}
              text={t(isNarrowed ? 'nothing_more_text' : 'nothing_text')}
              action={
                <Button component={Link} to={MARKING} variant="default">
                  {t('to_list')}
                </Button>
              }
            />
          )
        }
      </Loaded>
    </div>
  );
}

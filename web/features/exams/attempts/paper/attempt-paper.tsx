import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { isByHand } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { useFocusScreen } from '../../../../lib/page/keys.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { AttemptBar } from './attempt-bar.tsx';
import classes from './attempt-paper.module.css';
import type { AttemptRun, Snapshot } from '../run/attempt-run.ts';
import { FinishDialog } from './finish-dialog.tsx';
import {
  keepMarked,
  keepPlace,
  keepStruck,
  keptPlace,
  markedQuestions,
  struckAnswers,
} from '../run/held-attempt.ts';
import { MapSheet } from './map-sheet.tsx';
import { answeredIn, givenIn, partialIn } from '../run/outbox.ts';
import { toggled } from './answers/answers.ts';
import { SendingContext } from './answers/sending.ts';
import { LeaveDialog } from './sections/leave-dialog.tsx';
import { pageOf, partsOf, viewOf } from './sections/pages.ts';
import { QuestionCard } from './question-card.tsx';
import { QuestionMap } from './question-map.tsx';
import { SectionHead } from './sections/section-head.tsx';
import { Uncopied } from '../uncopied.tsx';
import { usePaperKeys } from './use-paper-keys.ts';
import { SIZES, SWITCH, useChoice, VIEWS } from './use-choice.ts';

/** A set with something put in, or taken out where it was. */
function turned(before: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(before);
  if (!next.delete(one)) next.add(one);
  return next;
}

interface Props {
  run: AttemptRun;
  snapshot: Snapshot;
  /** Notices about the attempt. */
  children: ReactNode;
}

/** The first question that was not left for good; the last one where all were. */
function firstOpen(questions: AttemptRun['started']['questions'], closed: readonly number[]): number {
  const open = questions.findIndex(({ id }) => !closed.includes(id));
  return open < 0 ? questions.length - 1 : open;
}

/** As the server has them, from whatever device; those of this browser where it has none. */
const marksOf = ({ started: { paper, attempt_id } }: AttemptRun): readonly number[] =>
  paper.marked.length > 0 ? paper.marked : markedQuestions(attempt_id);

/** The questions of a running attempt with everything around them. */
export function AttemptPaper({ run, snapshot, children }: Props) {
  const t = useTranslations('attempts');
  const errorText = useErrorText();
  const { questions, attempt_id, forbid_copying, learning } = run.started;
  const { outbox, phase } = snapshot;
  const { pages, one_way } = run.started.paper;
  const parts = partsOf(run.started.paper, questions.length);
  const [closed, setClosed] = useState<readonly number[]>(run.started.paper.closed);
  const [current, setCurrent] = useState(() =>
    one_way ? firstOpen(questions, closed) : Math.min(keptPlace(attempt_id), questions.length - 1),
  );
  const [chosen, setView] = useChoice('view', VIEWS);
  const view = viewOf(run.started.paper, chosen);
  const page = (index: number) => pageOf(view, parts, index);
  const [size, setSize] = useChoice('size', SIZES);
  const [keys, setKeys] = useChoice('keys', SWITCH);
  const [struck, setStruck] = useState<ReadonlySet<number>>(() => new Set(struckAnswers(attempt_id)));
  const [marked, setMarked] = useState<ReadonlySet<number>>(() => new Set(marksOf(run)));
  const [asking, setAsking] = useState(false);
  const [unsent, setUnsent] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [missing, setMissing] = useState(false);
  const paper = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const answered = answeredIn(outbox, phase === 'taken_over' || phase === 'blocked');
  const partial = partialIn(outbox, questions);
  const [sending, setSending] = useState(0);
  const sendingHere = useMemo(() => ({ run, onSending: setSending }), [run]);
  const locked = phase !== 'running';
  const busy = phase === 'finishing';

  useFocusScreen();
  useEffect(() => {
    keepMarked(attempt_id, [...marked]);
    run.keepPaper({ marked: [...marked], closed: [...closed] });
  }, [run, attempt_id, marked, closed]);
  useEffect(() => keepStruck(attempt_id, [...struck]), [attempt_id, struck]);
  useEffect(() => keepPlace(attempt_id, current), [attempt_id, current]);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    // A page that begins with a section is read from its head.
    const begun = view === 'section' && parts.find(({ from }) => from === current)?.section;
    const target = begun ? `[data-section="${begun.number}"]` : `[data-question="${current}"]`;
    const card = paper.current?.querySelector<HTMLElement>(target);
    if (!card) return;
    card.focus({ preventScroll: true });
    // One that is shown from its head stays where it is; of a longer one only that is where reading begins.
    const hidden = card.getBoundingClientRect().top < parseFloat(getComputedStyle(card).scrollMarginTop);
    card.scrollIntoView({ block: view === 'one' && !hidden ? 'nearest' : 'start' });
  });

  /** What stands on the page of a question. */
  const onPage = (index: number) => questions.filter((_, place) => page(place) === page(index));

  /** Where there is no going back, only the next page is gone to, and the one before is left for good. */
  function go(index: number): void {
    if (one_way && page(index) !== page(current)) {
      if (page(index) !== page(current) + 1 || index >= questions.length) return;
      const left = onPage(current);
      const given = answeredIn(run.snapshot().outbox);
      if (left.some(({ id, required }) => required && !given.has(id))) {
        requiredMissing();
        return;
      }
      setClosed((before) => [...before, ...left.map(({ id }) => id)]);
    }
    moved.current = true;
    setCurrent(Math.min(Math.max(index, 0), questions.length - 1));
  }

  /** The next section; one with open questions, or some to look at again, is not left for good without a word. */
  function goOn(): void {
    const next = parts[page(current) + 1]!.from;
    const given = answeredIn(run.snapshot().outbox);
    const open = onPage(current).filter(({ id }) => !given.has(id));
    const undone = open.length + onPage(current).filter(({ id }) => marked.has(id) || partial.has(id)).length;
    if (one_way && undone > 0 && !open.some(({ required }) => required)) setLeaving(true);
    else go(next);
  }

  function toggle(question_id: number, answer_id: number): void {
    const question = questions.find(({ id }) => id === question_id);
    if (question?.type === 'choice')
      run.choose(question_id, toggled(question, givenIn(outbox, question_id), answer_id));
  }

  const mark = (question_id: number) => setMarked((before) => turned(before, question_id));

  /** Whether a required question lacks its answer, here or for the server; jumps to the first one. */
  function requiredMissing(named: readonly number[] = []): boolean {
    const given = answeredIn(run.snapshot().outbox);
    const first = questions.findIndex(
      ({ id, required }) => required && !closed.includes(id) && (named.includes(id) || !given.has(id)),
    );
    if (first < 0) return false;
    setMissing(true);
    showWarning(errorText({ code: 'required_question_unanswered', params: {} }));
    go(first);
    return true;
  }

  async function check(question_id: number): Promise<void> {
    const failure = await run.check(question_id);
    if (failure === 'offline') showWarning(t('check.offline'));
    else if (failure === 'other') showWarning(errorText({ code: 'internal', params: {} }));
  }

  function askToFinish(): void {
    setUnsent(false);
    if (!requiredMissing()) setAsking(true);
  }

  async function finish(): Promise<void> {
    const failure = await run.finish();
    setUnsent(failure === 'offline');
    if (failure === null || failure === 'offline') return;
    setAsking(false);
    if (failure === 'required_unanswered') requiredMissing(run.snapshot().missing);
    else if (failure === 'other') showWarning(errorText({ code: 'internal', params: {} }));
  }

  // Until the end it is not what is to be pressed next.
  const isLast = view !== 'all' && page(current) === page(questions.length - 1);
  const atEnd = answered.size === questions.length || isLast;
  const finishButton = (
    <Button size="lg" loading={busy} disabled={locked && !busy} onClick={askToFinish}>
      {t('finish.open')}
    </Button>
  );

  usePaperKeys({
    enabled: !locked && !asking && keys === 'on',
    questions,
    current: view === 'one' ? current : null,
    // A key that goes to the next question leaves no section for good.
    go: (index) => (one_way && view === 'section' && page(index) !== page(current) ? undefined : go(index)),
    toggle,
    mark,
  });

  const map = {
    questions,
    current: view === 'one' ? current : null,
    answered,
    partial,
    marked,
    view,
    onView: pages === 'all' ? setView : null,
    parts,
    canGo: (index: number) => !one_way || page(index) === page(current),
    size,
    onSize: setSize,
    keys: keys === 'on',
    onKeys: (on: boolean) => setKeys(on ? 'on' : 'off'),
  };
  const shown = parts.flatMap(({ from, to, section }) => {
    const own = questions
      .slice(from, to)
      .map((question, place) => ({ question, index: from + place }))
      .filter(({ index }) => page(index) === page(current));
    return own.length > 0 ? [{ section, begins: own[0]!.index === from, own }] : [];
  });
  return (
    <div className={`${classes.paper} stack shrinks gap-6 off-paper`} data-size={size}>
      <AttemptBar
        run={run}
        snapshot={snapshot}
        answered={answered.size}
        atEnd={atEnd}
        map={
          <MapSheet answered={answered.size} total={questions.length}>
            {(close) => (
              <>
                <QuestionMap
                  {...map}
                  onGo={(index) => {
                    close();
                    go(index);
                  }}
                />
                <div className={classes.finish}>
                  <Button variant="default" disabled={locked} onClick={() => (close(), askToFinish())}>
                    {t('finish.open')}
                  </Button>
                </div>
              </>
            )}
          </MapSheet>
        }
        onFinish={askToFinish}
      />
      <div className={`${classes.notices} sticks unless-empty`}>{children}</div>
      <div className={`${classes.columns} stack gap-7 tops`}>
        <Uncopied ref={paper} className="stack shrinks gap-7" forbidden={forbid_copying}>
          {one_way && view !== 'all' && (
            <p className="note">{t(view === 'section' ? 'paper.one_way_sections' : 'paper.one_way')}</p>
          )}
          {learning && <p className="note">{t('check.note', { tries: learning.tries })}</p>}
          {forbid_copying && <p className="note">{t('paper.copying_forbidden')}</p>}
          <SendingContext value={sendingHere}>
            {shown.map(({ section, begins, own }) => (
              <Fragment key={section?.number ?? 0}>
                {section && <SectionHead section={section} total={parts.length} begins={begins} />}
                {own.map(({ question, index }) => (
                  <QuestionCard
                    key={question.id}
                    overwritten={snapshot.overwritten.get(question.id)}
                    onSettleText={(take) => run.settleText(question.id, take)}
                    question={question}
                    index={index}
                    total={questions.length}
                    given={givenIn(outbox, question.id)}
                    marked={marked.has(question.id)}
                    missing={missing && question.required && !answered.has(question.id)}
                    locked={locked}
                    onAnswer={(given) => run.choose(question.id, given)}
                    onMark={() => mark(question.id)}
                    struck={struck}
                    check={
                      learning && !isByHand(question.type)
                        ? {
                            tries: learning.tries,
                            told: snapshot.checks.get(question.id),
                            isBusy: snapshot.checking === question.id,
                            onCheck: () => void check(question.id),
                          }
                        : undefined
                    }
                    onStrike={(answer_id) => setStruck((before) => turned(before, answer_id))}
                  />
                ))}
              </Fragment>
            ))}
          </SendingContext>
          {view !== 'all' && (
            <div className={`${classes.steps} evens`}>
              {!one_way && (
                <Button
                  variant="default"
                  size="lg"
                  leftSection={<IconArrowLeft size={20} aria-hidden />}
                  disabled={page(current) === 0}
                  onClick={() => go(view === 'one' ? current - 1 : parts[page(current) - 1]!.from)}
                >
                  {t('paper.previous')}
                </Button>
              )}
              {isLast ? (
                finishButton
              ) : (
                <Button
                  size="lg"
                  rightSection={<IconArrowRight size={20} aria-hidden />}
                  onClick={() => (view === 'one' ? go(current + 1) : goOn())}
                >
                  {t(view === 'one' ? 'paper.next' : 'paper.next_section')}
                </Button>
              )}
            </div>
          )}
          {view === 'all' && <div className="ends">{finishButton}</div>}
        </Uncopied>
        <aside className="not-narrow" aria-label={t('map.title')}>
          <QuestionMap {...map} onGo={go} />
        </aside>
      </div>
      <FinishDialog
        opened={asking && (phase === 'running' || busy)}
        busy={busy}
        sending={sending}
        unsent={unsent && snapshot.offline}
        questions={questions}
        answered={answered}
        partial={partial}
        marked={marked}
        closed={closed}
        canGo={map.canGo}
        onGo={(index) => {
          setAsking(false);
          go(index);
        }}
        onConfirm={() => void finish()}
        onCancel={() => setAsking(false)}
      />
      {view === 'section' && (
        <LeaveDialog
          opened={leaving && phase === 'running'}
          open={onPage(current).filter(({ id }) => !answered.has(id)).length}
          partial={onPage(current).filter(({ id }) => partial.has(id)).length}
          later={onPage(current).filter(({ id }) => marked.has(id)).length}
          onConfirm={() => {
            setLeaving(false);
            go(parts[page(current) + 1]!.from);
          }}
          onCancel={() => setLeaving(false)}
        />
      )}
    </div>
  );
}

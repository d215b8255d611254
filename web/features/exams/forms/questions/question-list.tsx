import { copyQuestions } from '#contract/exams/forms';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { closeToast, showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { moved } from '../../../../ui/drag/moved.ts';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { useRowDrag } from '../../../../ui/drag/use-row-drag.ts';
import { useBuilder } from '../builder-context.ts';
import type { DraftState } from '../draft-store.ts';
import { copyOf, newQuestion, type QuestionDraft, sumOf } from '../draft.ts';
import { FieldWarning } from '../field-warning.tsx';
import classes from '../form-builder.module.css';
import { type QuestionActions, QuestionEditor } from './question-editor.tsx';
import { warningsOf } from '../warnings.ts';

interface Props {
  state: DraftState;
  form: { id: number; formId: number };
  /** The question to go to. */
  pointed: { key: string } | null;
}

/** The questions of a draft: added, copied, moved and removed by buttons, keys or dragging; a new order is announced. */
export function QuestionList({ state, form, pointed }: Props) {
  const t = useTranslations('forms');
  const { store } = useBuilder();
  const { questions, settings, faults, files } = state;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  const root = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string | null>(null);
  const copying = useAction(copyQuestions);
  const offered = useRef(0);
  // What it would take back is a draft that nobody sees or saves any more.
  useEffect(() => () => closeToast(offered.current), []);

  useEffect(() => {
    if (!pointed) return;
    setOpen((before) => new Set(before).add(pointed.key));
    focus.current = pointed.key;
  }, [pointed]);

  useEffect(() => {
    const card = focus.current && root.current?.querySelector<HTMLElement>(`[data-key="${focus.current}"]`);
    if (!card) return;
    focus.current = null;
    goTo(card);
  });

  const placeOf = (key: string) => store.state().questions.findIndex((one) => one.key === key);
  const change = (next: QuestionDraft[]) => store.change('', { questions: next });

  function insert(question: QuestionDraft, at: number): void {
    change(store.state().questions.toSpliced(at, 0, question));
    setOpen((before) => new Set(before).add(question.key));
    focus.current = question.key;
    setSaid(t('question_added', { number: at + 1 }));
  }

  function move(from: number, to: number, offersUndo = true): void {
    const now = store.state().questions;
    if (to < 0 || to >= now.length) return;
    const { key } = now[from]!;
    change(moved(now, from, to));
    setSaid(t('question_moved', { number: to + 1, total: now.length }));
    if (!offersUndo) return;
    const back = () => {
      const { questions: left } = store.state();
      if (placeOf(key) >= 0) change(moved(left, placeOf(key), Math.min(from, left.length - 1)));
    };
    offered.current = showSuccess(t('order_changed'), { label: t('undo'), run: back });
  }

  /** One with files is copied by the server, which copies them along. */
  async function copy(key: string): Promise<void> {
    const question = store.state().questions[placeOf(key)]!;
    const id = store.ids.get(key);
    const hasFiles = (store.state().files.get(key)?.length ?? 0) > 0;
    if (id === undefined || !hasFiles) {
      insert(copyOf(question), placeOf(key) + 1);
      return;
    }
    if (!(await store.flush())) return;
    const { revision } = store;
    const body = { question_ids: [id], ...(revision && { revision }) };
    const made = await copying.run({ params: form, body, quiet: true });
    if (!made) return;
    const [copied] = store.adopt(made.questions, made.revision);
    move(store.state().questions.length - 1, placeOf(key) + 1, false);
    setOpen((before) => new Set(before).add(copied!));
    focus.current = copied!;
  }

  function remove(key: string): void {
    const place = placeOf(key);
    const now = store.state().questions;
    change(now.toSpliced(place, 1));
    focus.current = now[place + 1]?.key ?? now[place - 1]?.key ?? null;
    const text = t('question_removed', { number: place + 1 });
    setSaid(text);
    const back = () => {
      const { questions: left } = store.state();
      if (placeOf(key) < 0) change(left.toSpliced(Math.min(place, left.length), 0, now[place]!));
      focus.current = key;
    };
    offered.current = showSuccess(text, { label: t('undo'), run: back });
  }

  const { from, onGrip, dropAt } = useRowDrag(list, move);
  const latest = useRef({ copy, move, remove });
  useEffect(() => {
    latest.current = { copy, move, remove };
  });
  const actions = useMemo<QuestionActions>(
    () => ({
      toggle: (key) =>
        setOpen((before) => {
          const next = new Set(before);
          if (!next.delete(key)) next.add(key);
          return next;
        }),
      copy: (key) => void latest.current.copy(key),
      move: (key, step) => {
        const place = store.state().questions.findIndex((one) => one.key === key);
        latest.current.move(place, place + step);
      },
      remove: (key) => latest.current.remove(key),
      grip: onGrip,
    }),
    [store, onGrip],
  );

  return (
    <section ref={root} className={classes.questions} aria-labelledby="questions-title">
      <div className={classes.questionsHead}>
        <h2 id="questions-title">{t('questions')}</h2>
        <span>{t('sum', { count: questions.length, sum: sumOf(questions) })}</span>
      </div>
      <FieldWarning warning={warningsOf(state).questions} />
      {questions.length === 0 && <EmptyState title={t('no_questions')} text={t('no_questions_text')} />}
      <ol ref={list} className="stack plain gap-5">
        {questions.map((question, index) => (
          <QuestionEditor
            key={question.key}
            question={question}
            index={index}
            total={questions.length}
            open={open.has(question.key)}
            fault={faults[question.key]}
            files={files.get(question.key)?.length ?? 0}
            most={settings.max_score_for_questions}
            copying={!settings.disable_autosave_for_all_respondents}
            dragged={from === index}
            drop={dropAt(index)}
            actions={actions}
          />
        ))}
      </ol>
      {settings.disable_autosave_for_all_respondents && questions.length > 0 && (
        <p className="note after-5">{t('copying_forbidden')}</p>
      )}
      <Button
        variant="default"
        fullWidth
        size="lg"
        className={classes.add}
        leftSection={<IconPlus size={20} aria-hidden />}
        onClick={() => insert(newQuestion(), questions.length)}
      >
        {t('add_question')}
      </Button>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </section>
  );
}

/** Goes to the field of a question that is wrong, or its first; opened just now, its fields are on their way. */
function goTo(card: HTMLElement): void {
  const go = () => {
    const target =
      card.querySelector<HTMLElement>('[aria-invalid="true"]') ?? card.querySelector<HTMLElement>('textarea');
    if (!target) return false;
    card.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
    return true;
  };
  if (go()) return;
  card.scrollIntoView({ block: 'center' });
  card.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
  if (!card.querySelector('[aria-expanded="true"]')) return;
  const watch = new MutationObserver(() => {
    if (go()) watch.disconnect();
  });
  watch.observe(card, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), 5000);
}

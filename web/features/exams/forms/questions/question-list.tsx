import { copyQuestions } from '#contract/exams/forms';
import { IconLayoutList, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { closeToast, showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { moved } from '../../../../ui/drag/moved.ts';
import { SECTIONS_LIMIT } from '#contract/exams/questions';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { useRowDrag } from '../../../../ui/drag/use-row-drag.ts';
import { useBuilder } from '../builder-context.ts';
import type { DraftState } from '../draft-store.ts';
import { copyOf, drawnOf, newQuestion, type QuestionDraft, sumOf } from '../draft.ts';
import { FieldWarning } from '../field-warning.tsx';
import classes from '../form-builder.module.css';
import { SectionHead } from '../sections/section-head.tsx';
import { ordered, placeIn, questionsOfRows, type Row, rowsOf } from '../sections/sections.ts';
import { useSectionName } from '../sections/use-section-name.ts';
import { useSections } from '../sections/use-sections.ts';
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
  const most = settings.max_score_for_questions;
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

  const nameOf = useSectionName();
  const placeOf = (key: string) => store.state().questions.findIndex((one) => one.key === key);
  const change = (next: QuestionDraft[]) => store.change('', { questions: next });

  const insert = useCallback(
    (question: QuestionDraft, at: number): void => {
      store.change('', { questions: store.state().questions.toSpliced(at, 0, question) });
      setOpen((before) => new Set(before).add(question.key));
      focus.current = question.key;
      setSaid(t('question_added', { number: at + 1 }));
    },
    [store, t],
  );
  const sectioned = useSections(store, { say: setSaid, insert });
  const rowsNow = () => rowsOf(store.state().settings.sections, store.state().questions);
  const rowOf = (rows: readonly Row[], key: string) =>
    rows.findIndex((row) => 'question' in row && row.question.key === key);

  /** By rows, the heads of sections among them: past a head a question goes into the section beside it. */
  function move(from: number, to: number, offersUndo = true): void {
    const rows = rowsNow();
    const row = rows[from];
    const least = settings.sections.length > 0 ? 1 : 0;
    if (to < 0 || to >= rows.length || !row || !('question' in row)) return;
    const { key } = row.question;
    const next = questionsOfRows(moved(rows, from, Math.max(least, to)));
    change(next);
    const place = next.findIndex((one) => one.key === key);
    setSaid(movedTo(next[place]!, place + 1, next.length));
    if (!offersUndo) return;
    const back = () => {
      const left = rowsNow();
      const at = rowOf(left, key);
      if (at >= 0) change(questionsOfRows(moved(left, at, Math.min(from, left.length - 1))));
    };
    offered.current = showSuccess(t('order_changed'), { label: t('undo'), run: back });
  }

  function movedTo({ section }: QuestionDraft, number: number, total: number): string {
    const { sections } = store.state().settings;
    if (sections.length === 0) return t('question_moved', { number, total });
    const place = placeIn(sections, section);
    const name = nameOf(sections[place]!, place + 1);
    return t('question_moved_in', { number, total, section: name });
  }

  /** To the end of a section. */
  function toSection(key: string, section: number): void {
    const now = store.state();
    const question = { ...now.questions[placeOf(key)]!, section };
    const next = ordered(now.settings.sections, [
      ...now.questions.filter((one) => one.key !== key),
      question,
    ]);
    change(next);
    setSaid(movedTo(question, next.findIndex((one) => one.key === key) + 1, next.length));
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
    const copied = await store.byServer(async (given) => {
      const made = await copying.run({ params: form, body: { question_ids: [id], ...given }, quiet: true });
      return made && store.adopt(made.questions, made.revision)[0];
    });
    if (!copied) return;
    const now = store.state().questions;
    const copiedOne = { ...now.at(-1)!, section: question.section };
    change(now.slice(0, -1).toSpliced(placeOf(key) + 1, 0, copiedOne));
    setOpen((before) => new Set(before).add(copied));
    focus.current = copied;
  }

  function step(key: string, by: 1 | -1): void {
    const place = rowOf(rowsNow(), key);
    move(place, place + by);
  }

  function remove(key: string): void {
    const place = placeOf(key);
    const now = store.state().questions;
    change(now.toSpliced(place, 1));
    focus.current = now[place + 1]?.key ?? now[place - 1]?.key ?? null;
    const back = () => {
      const { questions: left } = store.state();
      if (placeOf(key) < 0) change(left.toSpliced(Math.min(place, left.length), 0, now[place]!));
      focus.current = key;
    };
    // What it says is heard: said once more here it would be heard twice.
    const text = t('question_removed', { number: place + 1 });
    offered.current = showSuccess(text, { label: t('undo'), run: back });
  }

  const { from, onGrip, dropAt } = useRowDrag(list, move);
  const latest = useRef({ copy, step, remove, toSection });
  useEffect(() => {
    latest.current = { copy, step, remove, toSection };
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
      move: (key, by) => latest.current.step(key, by),
      toSection: (key, section) => latest.current.toSection(key, section),
      remove: (key) => latest.current.remove(key),
      grip: onGrip,
    }),
    [onGrip],
  );

  const rows = rowsOf(settings.sections, questions);
  /** What a section asks, drawn or not. */
  const heldBy = (place: number) => {
    const isIn = ({ section }: { section?: number | null | undefined }) =>
      placeIn(settings.sections, section) === place;
    const [own, drawn] = [questions.filter(isIn), drawnOf(settings.draws.filter(isIn))];
    return { count: own.length + drawn.count, sum: sumOf(own, most) + drawn.sum };
  };
  return (
    <section ref={root} className={classes.questions} aria-labelledby="questions-title">
      <div className={classes.questionsHead}>
        <h2 id="questions-title">{t('questions')}</h2>
        <span>{t('sum', { count: questions.length, sum: sumOf(questions, most) })}</span>
      </div>
      <FieldWarning warning={warningsOf(state).questions} />
      {questions.length === 0 && <EmptyState title={t('no_questions')} text={t('no_questions_text')} />}
      <ol ref={list} className="stack plain gap-5">
        {rows.map((row, at) =>
          'section' in row ? (
            <SectionHead
              key={`section-${row.section.id}`}
              section={row.section}
              place={row.place}
              total={settings.sections.length}
              {...heldBy(row.place)}
              drop={dropAt(at)}
              actions={sectioned}
            />
          ) : (
            <QuestionEditor
              key={row.question.key}
              question={row.question}
              index={row.index}
              isFirst={at === (settings.sections.length > 0 ? 1 : 0)}
              isLast={at === rows.length - 1}
              sections={settings.sections}
              open={open.has(row.question.key)}
              fault={faults[row.question.key]}
              files={files.get(row.question.key)?.length ?? 0}
              most={most}
              copying={!settings.disable_autosave_for_all_respondents}
              dragged={from === at}
              drop={dropAt(at)}
              actions={actions}
            />
          ),
        )}
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
      {settings.sections.length < SECTIONS_LIMIT && (
        <Button
          variant="default"
          className="after-5"
          leftSection={<IconLayoutList size={20} aria-hidden />}
          onClick={() => {
            sectioned.start();
            if (settings.sections.length === 0) root.current?.scrollIntoView({ block: 'start' });
          }}
        >
          {t('sections.add')}
        </Button>
      )}
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
      card.querySelector<HTMLElement>('[aria-invalid="true"], [data-lack] input') ??
      card.querySelector<HTMLElement>('textarea');
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

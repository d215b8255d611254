import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { moved } from '../../ui/moved.ts';
import { EmptyState } from '../../ui/states.tsx';
import { copyOf, newQuestion, type QuestionDraft, sumOf } from './draft.ts';
import classes from './form-builder.module.css';
import { QuestionEditor } from './question-editor.tsx';
import type { Builder } from './use-builder.ts';

/** More questions than this start folded. */
const SHOWN_OPEN = 6;

/** The questions of a draft: added, copied, moved and removed by buttons or keys; changes of the order are announced. */
export function QuestionList({ builder }: { builder: Builder }) {
  const t = useTranslations('forms');
  const { questions: form, pointed } = builder;
  const { questions } = form.values;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(questions.length > SHOWN_OPEN ? [] : questions.map(({ key }) => key)),
  );
  const [said, setSaid] = useState('');
  const focus = useRef<string | null>(null);
  const root = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!pointed) return;
    setOpen((before) => new Set(before).add(pointed.key));
    focus.current = pointed.key;
  }, [pointed]);

  useEffect(() => {
    const card = focus.current && root.current?.querySelector<HTMLElement>(`[data-key="${focus.current}"]`);
    if (!card) return;
    focus.current = null;
    card.scrollIntoView({ block: 'center' });
    (
      card.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      card.querySelector<HTMLElement>('textarea, button')
    )?.focus({ preventScroll: true });
  });

  const change = (next: QuestionDraft[]) => form.set('questions', next);

  function insert(question: QuestionDraft, at: number): void {
    change(questions.toSpliced(at, 0, question));
    setOpen((before) => new Set(before).add(question.key));
    focus.current = question.key;
    setSaid(t('question_added', { number: at + 1 }));
  }

  function move(from: number, to: number): void {
    if (to < 0 || to >= questions.length) return;
    change(moved(questions, from, to));
    setSaid(t('question_moved', { number: to + 1, total: questions.length }));
  }

  function remove(index: number): void {
    change(questions.toSpliced(index, 1));
    focus.current = questions[index + 1]?.key ?? questions[index - 1]?.key ?? null;
    setSaid(t('question_removed', { number: index + 1 }));
  }

  function toggle(key: string): void {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }

  return (
    <section ref={root} className={classes.questions} aria-labelledby="questions-title">
      <div className={classes.questionsHead}>
        <h2 id="questions-title">{t('questions')}</h2>
        <span>{t('sum', { count: questions.length, sum: sumOf(questions) })}</span>
      </div>
      {questions.length === 0 && <EmptyState title={t('no_questions')} text={t('no_questions_text')} />}
      <ol className={classes.cards}>
        {questions.map((question, index) => (
          <QuestionEditor
            key={question.key}
            builder={builder}
            question={question}
            index={index}
            total={questions.length}
            open={open.has(question.key)}
            onToggle={() => toggle(question.key)}
            onCopy={() => insert(copyOf(question), index + 1)}
            onMove={(step) => move(index, index + step)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
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
      <p className={classes.said} aria-live="polite">
        {said}
      </p>
    </section>
  );
}

import { NOTE_LENGTH, saveNotes } from '#contract/exams/results';
import { IconMessage2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import classes from './result-note.module.css';
import type { Result } from '../attempt.ts';
import { personName } from '../../../../lib/words/person-name.ts';

interface Props {
  result: Result;
  /** null: about the whole. */
  question_id: number | null;
  note: Result['note'];
}

/** A trainer's words about a result or one question of it; who may write them does so in their place. */
export function ResultNote({ result, question_id, note }: Props) {
  const t = useTranslations('attempt_results.result');
  const [writing, setWriting] = useState(false);
  const { may_note } = result;
  if (writing) {
    return (
      <NoteForm id={result.id} question_id={question_id} note={note} onClose={() => setWriting(false)} />
    );
  }
  const write = may_note && (
    <Button
      className="off-paper"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconMessage2 size={16} aria-hidden />}
      onClick={() => setWriting(true)}
    >
      {note ? t('note_edit') : t('note_add')}
    </Button>
  );
  if (!note) return <div className={`${classes.add} off-paper`}>{write}</div>;
  const name = personName(note.author);
  return (
    <aside className={classes.note} aria-label={t('note')}>
      <p className={`${classes.head} flush`}>
        <strong>{t('note')}</strong>
        <span className="fine">{t('note_by', { name, date: dateTimeText(note.updated_at) })}</span>
      </p>
      <p className={`${classes.text} flush`}>{note.text}</p>
      {write}
    </aside>
  );
}

function NoteForm({
  id,
  question_id,
  note,
  onClose,
}: {
  id: number;
  question_id: number | null;
  note: Result['note'];
  onClose: () => void;
}) {
  const t = useTranslations('attempt_results.result');
  const common = useTranslations('common');
  const [text, setText] = useState(note?.text ?? '');
  const save = useAction(saveNotes, {
    onDone: () => {
      showSuccess(t('note_saved'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ params: { id }, body: { notes: [{ question_id, text: text.trim() }] } });
  };
  const dirty = text.trim() !== (note?.text ?? '');
  return (
    <form className={`${classes.form} off-paper`} onSubmit={submit}>
      {dirty && <UnsavedChanges form={{ dirty, isSaved: () => false }} />}
      <Textarea
        label={t('note_label')}
        description={t('note_hint')}
        minRows={2}
        maxRows={10}
        maxLength={NOTE_LENGTH}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="wraps gap-5">
        <Button type="submit" size="sm" loading={save.busy} disabled={!dirty}>
          {t('note_save')}
        </Button>
        <Button variant="default" size="sm" onClick={onClose}>
          {common('cancel')}
        </Button>
      </div>
    </form>
  );
}

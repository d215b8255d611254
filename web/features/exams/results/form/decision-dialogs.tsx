import { changePassedFormStatus, publishResults, retakeForm } from '#contract/exams/results';
import type { ResponseOf } from '#contract/platform';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { readsAsDate } from '../../../../lib/words/wall-clock.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useReason } from '../../../../ui/form/use-reason.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { isDanger } from '../action-icons.ts';
import classes from './decision-dialogs.module.css';
import type { Asked } from '../result.ts';
import { MomentField } from '../../../../ui/date/date-field.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { useLeavingWord } from '../../../../ui/dialog/leaving-word.ts';
import { personName } from '../../../../lib/words/person-name.ts';

type Refused = ResponseOf<typeof retakeForm>['refused'];

interface Props {
  course_id: number;
  form_id: number;
  asked: Asked;
  onClose: () => void;
  /** It was decided, for some or all of them. */
  onDone?: () => void;
}

/** Asks what a decision needs to know, takes it, and names for whom it could not be taken and why. */
export default function DecisionDialogs({ course_id, form_id, asked, onClose, onDone }: Props) {
  const t = useTranslations('results.decide');
  const [refused, setRefused] = useState<Refused>([]);
  // The rows as they were when asked: the selection ends with the decision, its outcome stays.
  const [{ action, rows }] = useState(asked);
  const people = [...new Set(rows.map(({ user }) => user.id))];
  const done = (count: number, left: Refused) => {
    onDone?.();
    if (count > 0) showSuccess(t(`done_${action}`, { count }));
    if (left.length > 0) setRefused(left);
    else onClose();
  };
  const retake = useAction(retakeForm, { onDone: (answer) => done(answer.granted.length, answer.refused) });
  const change = useAction(changePassedFormStatus, {
    onDone: (answer) => done(answer.changed.length, answer.refused),
  });
  const publish = useAction(publishResults, { onDone: ({ published }) => done(published.length, []) });
  const params = { id: course_id };

  if (refused.length > 0) return <RefusedDialog refused={refused} rows={rows} onClose={onClose} />;
  if (action === 'publish') {
    const attempt_ids = rows.flatMap(({ attempt_id }) => (attempt_id === null ? [] : [attempt_id]));
    return (
      <ConfirmDialog
        opened
        title={t('title_publish')}
        text={
          attempt_ids.length > 0 ? t('text_publish', { count: attempt_ids.length }) : t('text_publish_all')
        }
        confirmLabel={t('confirm_publish')}
        busy={publish.busy}
        onConfirm={() =>
          void publish.run({
            params,
            body: { form_id, ...(attempt_ids.length > 0 && { attempt_ids }) },
          })
        }
        onCancel={onClose}
      />
    );
  }
  if (action === 'retake') {
    return (
      <RetakeDialog
        count={people.length}
        busy={retake.busy}
        onRun={(body) => void retake.run({ params, body: { ...body, form_id, user_ids: people } })}
        onClose={onClose}
      />
    );
  }
  const attempt_ids = rows.flatMap(({ attempt_id }) => (attempt_id === null ? [] : [attempt_id]));
  const isAboutAttempts = action === 'annul' || action === 'reinstate';
  return (
    <ReasonDialog
      action={action}
      count={isAboutAttempts ? attempt_ids.length : people.length}
      busy={change.busy}
      onRun={(reason) =>
        void change.run({
          params,
          body: { form_id, user_ids: people, action, reason, ...(isAboutAttempts && { attempt_ids }) },
        })
      }
      onClose={onClose}
    />
  );
}

/** A dialog of fields with its two buttons. */
function FieldsDialog({
  title,
  confirmLabel,
  danger = false,
  busy,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const leaving = useLeavingWord();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onSubmit();
    // When what is wrong is marked.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form className="stack gap-6" onSubmit={submit} noValidate>
        {children}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {leaving(confirmLabel)}
          </Button>
          <Button type="submit" color={danger ? 'brick' : 'petrol'} loading={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ReasonDialog({
  action,
  count,
  busy,
  onRun,
  onClose,
}: {
  action: 'annul' | 'cancel' | 'restore' | 'reinstate';
  count: number;
  busy: boolean;
  onRun: (reason: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('results.decide');
  const { reason, require, field } = useReason({ label: t('reason'), hint: t('reason_hint') });
  return (
    <FieldsDialog
      title={t(`title_${action}`)}
      confirmLabel={t(`confirm_${action}`)}
      danger={isDanger(action)}
      busy={busy}
      onSubmit={() => require() && onRun(reason)}
      onClose={onClose}
    >
      <p className="flush">{t(`text_${action}`, { count })}</p>
      {field}
    </FieldsDialog>
  );
}

function RetakeDialog({
  count,
  busy,
  onRun,
  onClose,
}: {
  count: number;
  busy: boolean;
  onRun: (body: { extra_attempts: number; due_at: string | null; reason: string }) => void;
  onClose: () => void;
}) {
  const t = useTranslations('results.decide');
  const errorText = useErrorText();
  const { reason, require, field } = useReason({ label: t('reason'), hint: t('reason_hint') });
  const [attempts, setAttempts] = useState('1');
  const [due, setDue] = useState('');
  const [tried, setTried] = useState(false);
  const [opened] = useState(() => Date.now());
  const extra_attempts = Number(attempts);
  const fits = Number.isInteger(extra_attempts) && extra_attempts >= 1 && extra_attempts <= 100;
  const isDated = readsAsDate(due);
  const isPast = isDated && Date.parse(due) <= opened;
  const submit = () => {
    setTried(true);
    if (!require() || !fits || (due !== '' && !isDated) || isPast) return;
    onRun({ extra_attempts, due_at: isDated ? new Date(due).toISOString() : null, reason });
  };
  return (
    <FieldsDialog
      title={t('title_retake')}
      confirmLabel={t('confirm_retake')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="flush">{t('text_retake', { count })}</p>
      <div className={classes.pair}>
        <TextInput
          type="number"
          label={t('extra_attempts')}
          min={1}
          max={100}
          step={1}
          value={attempts}
          error={!fits && errorText({ code: 'min_value', params: { min: 1 } })}
          onChange={(event) => setAttempts(event.currentTarget.value)}
        />
        <MomentField
          label={t('due')}
          value={due}
          error={
            (isPast && errorText({ code: 'due_in_past', params: {} })) ||
            (tried && due !== '' && !isDated && errorText({ code: 'wrong_type', params: {} }))
          }
          onChange={setDue}
        />
      </div>
      {field}
    </FieldsDialog>
  );
}

function RefusedDialog({
  refused,
  rows,
  onClose,
}: {
  refused: Refused;
  rows: Asked['rows'];
  onClose: () => void;
}) {
  const t = useTranslations();
  const errorText = useErrorText();
  const nameOf = (user_id: number) => {
    const user = rows.find((row) => row.user.id === user_id)?.user;
    return user ? personName(user) : '—';
  };
  return (
    <Dialog onClose={onClose} title={t('results.decide.refused_title')}>
      <div className="stack gap-6">
        <Notice tone="warning" title={t('results.decide.refused', { count: refused.length })} alert>
          <ul className="points">
            {refused.map(({ user_id, code }) => (
              <li key={user_id}>
                <strong>{nameOf(user_id)}</strong>: {errorText({ code, params: {} })}
              </li>
            ))}
          </ul>
        </Notice>
        <div className="buttons">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

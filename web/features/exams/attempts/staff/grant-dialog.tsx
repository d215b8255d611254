import { grantTime } from '#contract/exams/attempts/grants';
import { listFormNames } from '#contract/exams/forms';
import type { ResponseOf } from '#contract/platform';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { type ShownError, useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useReason } from '../../../../ui/form/use-reason.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from './grant-dialog.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Refused = ResponseOf<typeof grantTime>['refused'];
type Form = ResponseOf<typeof listFormNames>['results'][number];

interface Props {
  course_id: number;
  groups: readonly { id: number; name: string }[];
  /** null: the students of a group. */
  student: { id: number; name: string } | null;
  onClose: () => void;
}

/** Gives minutes or attempts at one of the course's tests, to one student or a whole group. */
export default function GrantDialog(props: Props) {
  const { course_id, groups, student, onClose } = props;
  const t = useTranslations('attempt_results.grant');
  const forms = useData(listFormNames, { query: { course: course_id, page_size: 100 } });
  return (
    <Dialog onClose={onClose} title={student ? t('title_of', { name: student.name }) : t('title')}>
      <Loaded query={forms}>
        {({ results }) => {
          if (results.length === 0) return <EmptyState title={t('no_forms')} text={t('no_forms_text')} />;
          if (!student && groups.length === 0) return <EmptyState title={t('no_groups')} />;
          return <GrantForm {...props} forms={results} />;
        }}
      </Loaded>
    </Dialog>
  );
}

function GrantForm({ course_id, groups, student, onClose, forms }: Props & { forms: readonly Form[] }) {
  const t = useTranslations('attempt_results.grant');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const [form, setForm] = useState(String(forms[0]!.id));
  const [group, setGroup] = useState(String(groups[0]?.id ?? ''));
  const [minutes, setMinutes] = useState(student ? '10' : '');
  const [attempts, setAttempts] = useState('');
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Refused>([]);
  const { reason, require, field } = useReason({ label: t('reason'), hint: t('reason_hint') });
  const nothing = minutes === '' && attempts === '';
  const wrong = { minutes: faultOf(minutes, 1440), attempts: faultOf(attempts, 100) };
  const grant = useAction(grantTime, {
    onDone: ({ granted, refused: left }) => {
      if (granted.length > 0) showSuccess(t('done', { count: granted.length }));
      if (left.length > 0) setRefused(left);
      else {
        if (granted.length === 0) showWarning(t('nobody'));
        onClose();
      }
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    if (!require() || nothing || wrong.minutes || wrong.attempts) return;
    void grant.run({
      params: { id: course_id },
      body: {
        form_id: Number(form),
        ...(student ? { user_ids: [student.id] } : { group_id: Number(group) }),
        ...(minutes !== '' && { extra_minutes: Number(minutes) }),
        ...(attempts !== '' && { extra_attempts: Number(attempts) }),
        reason,
      },
    });
  }

  if (refused.length > 0) {
    return (
      <div className="stack gap-6">
        <Notice tone="warning" title={t('refused_title')} alert>
          {t('refused', { count: refused.length })}
          <ul className="points">
            {[...new Set(refused.map(({ code }) => code))].map((code) => (
              <li key={code}>{errorText({ code, params: {} })}</li>
            ))}
          </ul>
        </Notice>
        <div className="buttons">
          <Button onClick={onClose}>{common('close')}</Button>
        </div>
      </div>
    );
  }
  const amount = (
    what: 'minutes' | 'attempts',
    value: string,
    set: (value: string) => void,
    description?: string,
  ) => (
    <TextInput
      type="number"
      inputMode="numeric"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      step={1}
      label={t(what)}
      description={description}
      value={value}
      error={asked && (nothing && what === 'minutes' ? t('nothing') : wrong[what] && errorText(wrong[what]))}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <form className="stack gap-6" onSubmit={submit} noValidate>
      <NativeSelect
        label={t('form')}
        value={form}
        onChange={(event) => setForm(event.currentTarget.value)}
        data={forms.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {!student && (
        <NativeSelect
          label={t('group')}
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value)}
          data={groups.map(({ id, name }) => ({ value: String(id), label: t('group_of', { name }) }))}
        />
      )}
      <div className={classes.pair}>
        {amount('minutes', minutes, setMinutes, t('minutes_hint'))}
        {amount('attempts', attempts, setAttempts, t('attempts_hint'))}
      </div>
      {field}
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={grant.busy}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}

/** What is wrong with an amount as typed; nothing typed is nothing given. */
function faultOf(value: string, max: number): ShownError | null {
  if (value === '') return null;
  const number = Number(value);
  if (!Number.isInteger(number)) return { code: 'not_whole', params: {} };
  if (number < 1) return { code: 'min_value', params: { min: 1 } };
  return number > max ? { code: 'max_value', params: { max } } : null;
}

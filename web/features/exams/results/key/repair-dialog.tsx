import { REASON_LENGTH } from '#contract/platform';
import { repairKey } from '#contract/exams/results';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './repair-dialog.module.css';
import type { Change, Preview } from './repair.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  course_id: number;
  form_id: number;
  changes: Change[];
  only_raise: boolean;
  preview: Preview;
  onClose: () => void;
}

/** Whose results a repair changes and how, before it is done for a reason. */
export function RepairDialog({ course_id, form_id, changes, only_raise, preview, onClose }: Props) {
  const t = useTranslations('results.repair');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim() === '';
  const repair = useAction(repairKey, {
    onDone: () => {
      showSuccess(t('done', { count: preview.count }));
      onClose();
    },
  });
  const submit = () => {
    setAsked(true);
    if (missing) return;
    void repair.run({
      params: { id: course_id, formId: form_id },
      body: { changes, only_raise, reason: reason.trim() },
    });
  };
  return (
    <Dialog size="lg" onClose={onClose} title={t('title')}>
      <form
        className="stack gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Counts preview={preview} />
        {preview.attempts.length > 0 && <Changes preview={preview} />}
        <Textarea
          label={t('reason')}
          description={t('reason_hint')}
          required
          minRows={2}
          maxRows={6}
          maxLength={REASON_LENGTH}
          value={reason}
          error={asked && missing && errorText({ code: 'required', params: {} })}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={repair.busy}>
            {t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Counts({ preview }: { preview: Preview }) {
  const t = useTranslations('results.repair');
  const { number } = useNumbers();
  if (preview.count === 0) {
    return (
      <Notice tone="neutral" title={t('nobody')}>
        {t('nobody_text')}
      </Notice>
    );
  }
  const told = [
    ['count', preview.count],
    ['raised', preview.raised],
    ['lowered', preview.lowered],
    ['passes_gained', preview.passes_gained],
    ['passes_lost', preview.passes_lost],
    ['certificates_gained', preview.certificates_gained],
    ['certificates_lost', preview.certificates_lost],
  ] as const;
  return (
    <dl className={`${classes.counts} terms`}>
      {told
        .filter(([, value]) => value > 0)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Changes({ preview }: { preview: Preview }) {
  const t = useTranslations('results.repair');
  const format = useNumbers();
  const gradeOf = ({ score, max_score, percent, ects }: Preview['attempts'][number]['before']) =>
    `${t('points_of', { score, max: max_score })} · ${format.result(percent)} · ${ects}`;
  return (
    <ul
      className={classes.changes}
      aria-label={t('changes')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
      tabIndex={0}
    >
      {preview.attempts.map(({ attempt_id, user, number, before, after, certificate }) => (
        <li key={attempt_id} className={`${classes.change} ruled`}>
          <span className={classes.name}>
            {user.last_name} {user.first_name}
            <span className="fine regular">{t('attempt', { number })}</span>
          </span>
          <span className="stack small stack small">
            <s className="dim">{gradeOf(before)}</s>
            <strong>{gradeOf(after)}</strong>
          </span>
          {before.passed !== after.passed && (
            <StatusBadge tone={after.passed ? 'good' : 'bad'}>
              {after.passed ? t('now_passed') : t('now_failed')}
            </StatusBadge>
          )}
          {certificate && (
            <StatusBadge tone={certificate === 'gained' ? 'good' : 'warning'}>
              {t(`certificate_${certificate}`)}
            </StatusBadge>
          )}
        </li>
      ))}
      {preview.count > preview.attempts.length && (
        <li className="fine regular">{t('more', { count: preview.count - preview.attempts.length })}</li>
      )}
    </ul>
  );
}

import { giveOutageMinutes, previewOutage } from '#contract/exams/attempts/grants';
import type { ResponseOf } from '#contract/platform';
import { retakeForm } from '#contract/exams/results';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { readsAsDate } from '../../../../lib/words/wall-clock.ts';
import { timeText } from '../../../../lib/words/dates.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useReason } from '../../../../ui/form/use-reason.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import classes from './grant-dialog.module.css';
import { MomentField } from '../../../../ui/date/date-field.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Outage = ResponseOf<typeof previewOutage>;

/** An hour ago and now, as a field of date and time holds them. */
const fieldOf = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Gives back what an outage took from running attempts, and offers a retake to those whose attempt ended in it. */
export default function OutageDialog({ course_id, onClose }: { course_id: number; onClose: () => void }) {
  const t = useTranslations('attempt_results.outage');
  const [from, setFrom] = useState(() => fieldOf(new Date(Date.now() - 3_600_000)));
  const [to, setTo] = useState(() => fieldOf(new Date()));
  const valid = readsAsDate(from) && readsAsDate(to) && from < to;
  const range = valid ? { from: new Date(from).toISOString(), to: endOf(to) } : { from: '', to: '' };
  const preview = useData(previewOutage, { params: { id: course_id }, query: range, enabled: valid });
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <div className="stack gap-6">
        <p className="flush">{t('text')}</p>
        <div className={classes.pair}>
          <MomentField label={t('from')} value={from} onChange={setFrom} />
          <MomentField label={t('to')} value={to} error={!valid && t('bad_range')} onChange={setTo} />
        </div>
        {valid && (
          <Loaded query={preview}>
            {(outage) => <Found course_id={course_id} range={range} outage={outage} onClose={onClose} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

/** The minute chosen belongs to the outage. */
const endOf = (field: string) => new Date(new Date(field).getTime() + 59_999).toISOString();

interface FoundProps {
  course_id: number;
  range: { from: string; to: string };
  outage: Outage;
  onClose: () => void;
}

function Found({ course_id, range, outage: { attempts, ended }, onClose }: FoundProps) {
  const t = useTranslations('attempt_results.outage');
  const common = useTranslations('common');
  const { reason, require, field } = useReason({ label: t('reason'), hint: t('reason_hint') });
  const give = useAction(giveOutageMinutes, {
    onDone: ({ given }) => {
      showSuccess(t('done', { count: given.length }));
      if (ended.length === 0) onClose();
    },
  });
  const retake = useAction(retakeForm);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (require()) void give.run({ params: { id: course_id }, body: { ...range, reason } });
  }

  async function grantRetakes(): Promise<void> {
    if (!require()) return;
    let [granted, refused] = [0, 0];
    for (const form_id of new Set(ended.map(({ form }) => form.id))) {
      const user_ids = ended.filter(({ form }) => form.id === form_id).map(({ user }) => user.id);
      const answer = await retake.run({
        params: { id: course_id },
        body: { form_id, user_ids: [...new Set(user_ids)], extra_attempts: 1, reason },
      });
      granted += answer?.granted.length ?? 0;
      refused += answer?.refused.length ?? 0;
    }
    if (granted > 0) showSuccess(t('retake_done', { count: granted }));
    if (refused > 0) showWarning(t('retake_refused', { count: refused }));
  }

  if (attempts.length === 0 && ended.length === 0) return <p className="flush">{t('none')}</p>;
  return (
    <form className="stack gap-6" onSubmit={submit} noValidate>
      {attempts.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('running', { count: attempts.length })}</h3>
          <ul className={classes.people}>
            {attempts.map(({ attempt_id, user, form, minutes, deadline }) => (
              <li key={attempt_id} className={classes.person}>
                <span>
                  {personName(user)} <span className="quiet">{form.name}</span>
                </span>
                <strong>{t('lost', { count: minutes, time: timeText(deadline) })}</strong>
              </li>
            ))}
          </ul>
        </section>
      )}
      {ended.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('ended', { count: ended.length })}</h3>
          <ul className={classes.people}>
            {ended.map(({ attempt_id, user, form, finished_at }) => (
              <li key={attempt_id} className={classes.person}>
                <span>
                  {personName(user)} <span className="quiet">{form.name}</span>
                </span>
                <span className="quiet">{t('ended_at', { time: timeText(finished_at) })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {field}
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          {common('close')}
        </Button>
        {ended.length > 0 && (
          <Button variant="default" loading={retake.busy} onClick={() => void grantRetakes()}>
            {t('retake')}
          </Button>
        )}
        {attempts.length > 0 && (
          <Button type="submit" loading={give.busy}>
            {t('confirm')}
          </Button>
        )}
      </div>
    </form>
  );
}

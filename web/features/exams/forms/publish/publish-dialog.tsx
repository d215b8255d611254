import { publishForm, publishingOf } from '#contract/exams/forms';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { call } from '../../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { useBuilder } from '../builder-context.ts';
import { faultsOf } from '../draft-store.ts';
import classes from '../form-builder.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { wallClockOf } from '../../../../lib/words/wall-clock.ts';
import { keyPath } from '../../../../lib/paths/result-paths.ts';

interface Props {
  form: { id: number; formId: number };
  onClose: () => void;
}

/** Says what publishing changes and for whom, and publishes. */
export default function PublishDialog({ form, onClose }: Props) {
  const t = useTranslations('forms.publishing');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const { store, point, about } = useBuilder();
  const { closes_at } = store.state().settings;
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  // Never what an earlier opening found.
  const query = useData(publishingOf, { params: form });

  async function publish(): Promise<void> {
    setBusy(true);
    try {
      await call(publishForm, { params: form });
      store.published();
      showSuccess(t('done'));
    } catch (error) {
      const { questions } = store.state();
      const faults = faultsOf(error, questions);
      store.setFaults(faults);
      const first = questions.find(({ key }) => key in faults);
      if (first) point(first.key);
      showWarning(errorText(errorOf(error)));
    }
    onClose();
  }

  return (
    <Dialog onClose={onClose} title={t('title')}>
      {closes_at !== null && Date.parse(closes_at) <= now && (
        <p className="bad">{t('closed', { date: dateTimeText(wallClockOf(closes_at, about.time_zone)) })}</p>
      )}
      <Loaded query={query}>
        {({ version, questions, settings, unfilled_draws, students, running, completed }) => (
          <ul className={classes.facts}>
            {unfilled_draws.map(({ draw, missing }) => (
              <li key={draw} className="bad">
                {t('unfilled', { number: draw + 1, count: missing })}
              </li>
            ))}
            {version === 1 ? (
              <li>{t('first', { count: students })}</li>
            ) : (
              <>
                {questions.added + questions.changed + questions.removed > 0 && (
                  <li>{t('questions', questions)}</li>
                )}
                {settings.length > 0 && <li>{t('settings', { count: settings.length })}</li>}
                <li>{t('students', { count: students })}</li>
              </>
            )}
            {running > 0 && <li>{t('running', { count: running })}</li>}
            {completed > 0 && (
              <li>
                {t('completed', { count: completed })}{' '}
                <Link to={keyPath(form.id, form.formId)}>{t('repair')}</Link>
              </li>
            )}
          </ul>
        )}
      </Loaded>
      <div className={`${classes.dialogButtons} wraps gap-5`}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button loading={busy} onClick={() => void publish()}>
          {t('confirm')}
        </Button>
      </div>
    </Dialog>
  );
}

import type { ResponseOf } from '#contract/platform';
import { previewReminders, REMINDER_REFUSALS, sendReminders } from '#contract/insight/today';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import classes from './reminder-dialog.module.css';
import { nameOf, type Asked } from './today.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useRested } from '../../../lib/form/use-rested.ts';
import { personName } from '../../../lib/words/person-name.ts';

type Preview = ResponseOf<typeof previewReminders>;

interface Group {
  count: number;
  people: readonly Parameters<typeof personName>[0][];
}

const TEXT_LIMIT = 500;

/** Who gets a reminder, who does not and why, and the mail itself; sends it to whom it then still concerns. */
export default function ReminderDialog({ section, rows, onClose }: Asked & { onClose: () => void }) {
  const t = useTranslations('today.dialog');
  const common = useTranslations('common');
  const [text, setText] = useState('');
  const settled = useRested(text.trim(), 500);
  const [preview, setPreview] = useState<Preview | null>(null);
  const looking = useAction(previewReminders, { onDone: setPreview });
  const sending = useAction(sendReminders, {
    onDone: ({ reminded }) => {
      showSuccess(t('done', { count: reminded.count }));
      onClose();
    },
  });
  const bodyOf = (words: string) => ({
    section,
    text: words,
    ...(rows && { keys: rows.map(({ key }) => key) }),
  });
  const look = useEffectEvent(() => void looking.run({ body: bodyOf(settled), quiet: true }));
  useEffect(() => look(), [settled]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.run({ body: bodyOf(text.trim()) });
  };
  const count = preview?.reminded.count ?? 0;
  return (
    <Dialog size="lg" onClose={onClose} title={t('title')}>
      <form className="stack gap-7" onSubmit={submit} noValidate>
        {preview ? (
          <Judged preview={preview} asked={rows ?? []} />
        ) : (
          <Skeleton height={72} radius="md" aria-label={common('states.loading')} />
        )}
        {(!preview || count > 0) && (
          <>
            <Textarea
              label={t('words')}
              description={t('words_hint')}
              minRows={2}
              maxRows={6}
              maxLength={TEXT_LIMIT}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {preview?.mail && <Letter mail={preview.mail} />}
          </>
        )}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={sending.busy} disabled={count === 0}>
            {t('send', { count })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Judged({
  preview: { reminded, refused, gone },
  asked,
}: {
  preview: Preview;
  asked: NonNullable<Asked['rows']>;
}) {
  const t = useTranslations('today');
  const { number } = useFormatter();
  const listed = ({ people, count }: Group) => {
    const names = people.map(personName).join(', ');
    return count > people.length ? t('dialog.and_more', { names, count: count - people.length }) : names;
  };
  const left = asked.filter(({ key }) => gone.includes(key)).map(nameOf);
  const reasons = REMINDER_REFUSALS.flatMap((code) => refused.filter((one) => one.code === code));
  return (
    <>
      {reminded.count > 0 ? (
        <div className="stack gap-2">
          <p className="flush strong">{t('dialog.gets', { count: reminded.count })}</p>
          <p className="flush anywhere">{listed(reminded)}</p>
        </div>
      ) : (
        <Notice tone="neutral" title={t('dialog.nobody')} />
      )}
      {reasons.length + left.length > 0 && (
        <div className="stack gap-2">
          <p className="flush strong">{t('dialog.left_out')}</p>
          <dl className="stack flush gap-4">
            {reasons.map((group) => (
              <div key={group.code}>
                <dt className="quiet">
                  {t(`refusals.${group.code}`)} ({number(group.count)})
                </dt>
                <dd className="anywhere flush">{listed(group)}</dd>
              </div>
            ))}
            {left.length > 0 && (
              <div>
                <dt className="quiet">{t('refusals.reminder_not_needed')}</dt>
                <dd className="anywhere flush">{[...new Set(left)].join(', ')}</dd>
              </div>
            )}
          </dl>
        </div>
      )}
    </>
  );
}

function Letter({ mail }: { mail: NonNullable<Preview['mail']> }) {
  const t = useTranslations('today.dialog');
  return (
    <figure className={classes.letter}>
      <figcaption className="fine before-4">{t('letter')}</figcaption>
      <p className="anywhere strong flush before-4">{mail.subject}</p>
      <p className={classes.body}>{mail.text}</p>
    </figure>
  );
}

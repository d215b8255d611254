import { askForRetake, getRetakeRequest } from '#contract/exams/results';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { dateText } from '../../../lib/words/dates.ts';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import classes from './ask-retake.module.css';

const LIMIT = 500;

/** Asks for another attempt where none is left: the button, or what became of it. */
export function AskRetake({ form_id }: { form_id: number }) {
  const t = useTranslations('attempts.ask');
  const [pressed, setPressed] = useState(false);
  const query = useData(getRetakeRequest, { params: { id: form_id } });
  // Nothing that the page could not be read without.
  if (query.error) return null;
  if (!query.data) return <Skeleton height={44} width="min(14rem, 100%)" radius="md" />;
  const { may_ask, request } = query.data;
  if (request && request.ended_at === null) return <Asked request={request} pressed={pressed} />;
  if (!may_ask) return null;
  return (
    <div className={`${classes.ask} stack gap-4`}>
      {request?.outcome === 'declined' && (
        <p className="flush anywhere">
          {t('declined', { date: dateText(request.ended_at!), answer: request.answer })}
        </p>
      )}
      <Asking form_id={form_id} onAsked={() => setPressed(true)} />
    </div>
  );
}

function Asked({
  request: { created_at, message },
  pressed,
}: {
  request: { created_at: string; message: string };
  /** Asked in this page: its words take the focus that the button had. */
  pressed: boolean;
}) {
  const t = useTranslations('attempts.ask');
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (pressed) place.current?.focus();
  }, [pressed]);
  return (
    <div className={`${classes.ask} stack gap-2`}>
      <p ref={place} tabIndex={-1} className="flush strong unoutlined">
        {t('asked', { date: dateText(created_at) })}
      </p>
      {message && <p className={`${classes.quote} flush anywhere`}>{message}</p>}
    </div>
  );
}

function Asking({ form_id, onAsked }: { form_id: number; onAsked: () => void }) {
  const t = useTranslations('attempts.ask');
  const [message, setMessage] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = message !== null;
  useEffect(() => {
    if (writing) field.current?.focus();
  }, [writing]);
  const asking = useAction(askForRetake, { onDone: onAsked });
  return (
    <>
      {writing && (
        <Textarea
          label={t('message')}
          ref={field}
          minRows={2}
          maxRows={6}
          maxLength={LIMIT}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      )}
      <div className="cluster gap-4">
        <Button
          loading={asking.busy}
          onClick={() =>
            void asking.run({ body: { form_id, ...(message?.trim() && { message: message.trim() }) } })
          }
        >
          {t('ask')}
        </Button>
        {!writing && (
          <Button variant="default" onClick={() => setMessage('')}>
            {t('add_message')}
          </Button>
        )}
      </div>
    </>
  );
}

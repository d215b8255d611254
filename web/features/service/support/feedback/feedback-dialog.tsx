import { FEEDBACK_CATEGORIES, FEEDBACK_LIMIT, getContacts, giveFeedback } from '#contract/service/support';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { draftOf, forgetDraft, keepDraft } from './feedback-draft.ts';
import { PillChoice } from '../pill-choice.tsx';
import { ScreenshotField } from './screenshot-field.tsx';
import { openSleekplan } from './sleekplan.ts';
import classes from './feedback.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  onClose: () => void;
}

/** Decides which way feedback goes; when the widget cannot be had, by our own form. */
export default function FeedbackDialog({ onClose }: Props) {
  const t = useTranslations('support.feedback');
  const common = useTranslations('common');
  const contacts = useData(getContacts, {});
  const [refused, setRefused] = useState(false);
  const [hidden, setHidden] = useState(false);
  const isAsked = Boolean(contacts.data?.sleekplan_product_id) && !refused;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isAsked) return;
    let current = true;
    openSleekplan().then(
      () => current && close(),
      () => current && setRefused(true),
    );
    return () => {
      current = false;
    };
  }, [isAsked]);

  return (
    <Dialog opened={!hidden} keepMounted onClose={onClose} title={t('title')}>
      {contacts.isPending || isAsked ? (
        <Skeleton height={320} radius="md" aria-label={common('states.loading')} />
      ) : (
        <FeedbackForm onClose={onClose} onHide={setHidden} />
      )}
    </Dialog>
  );
}

function FeedbackForm({ onClose, onHide }: Props & { onHide: (hidden: boolean) => void }) {
  const t = useTranslations('support.feedback');
  const common = useTranslations('common');
  const errors = useTranslations('errors');
  const { id } = useProfile();
  const [draft, setDraft] = useState(() => draftOf(id));
  const [isEmpty, setIsEmpty] = useState(false);
  const [page] = useState(() => `${location.pathname}${location.search}`.slice(0, 500));
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useAction(giveFeedback, {
    onDone: () => {
      forgetDraft(id);
      showSuccess(t('sent'));
      onClose();
    },
  });
  const change = (next: Partial<typeof draft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    keepDraft(id, changed);
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = draft.text.trim();
    setIsEmpty(text === '');
    if (text === '') return field.current?.focus();
    const { category, screenshot } = draft;
    void sending.run({
      body: { category, text, page },
      ...(screenshot && { upload: screenshot }),
      quiet: true,
    });
  }

  return (
    <form className="stack gap-7" onSubmit={submit} noValidate>
      <PillChoice
        label={t('lead')}
        showsLabel
        value={draft.category}
        options={FEEDBACK_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={(category) => change({ category })}
      />
      <Textarea
        ref={field}
        data-autofocus
        required
        label={t('text')}
        placeholder={t(`placeholders.${draft.category}`)}
        minRows={4}
        maxRows={10}
        maxLength={FEEDBACK_LIMIT}
        value={draft.text}
        error={isEmpty && errors('required')}
        onChange={(event) => {
          change({ text: event.currentTarget.value });
          setIsEmpty(false);
        }}
      />
      <ScreenshotField
        value={draft.screenshot}
        onChange={(screenshot) => change({ screenshot })}
        onHide={onHide}
      />
      <div className={`${classes.besides} paragraphs`}>
        <p className={classes.caption}>{t('besides')}</p>
        <p>{t('besides_text')}</p>
        <dl>
          <dt>{t('page')}</dt>
          <dd>{page}</dd>
          <dt>{t('browser')}</dt>
          <dd>{navigator.userAgent}</dd>
        </dl>
      </div>
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={sending.busy}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

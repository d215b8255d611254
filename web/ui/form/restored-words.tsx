import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { KeptWords } from '../../lib/form/kept-words.ts';
import type { Form } from '../../lib/form/use-form.ts';
import { showSuccess } from '../../lib/page/toasts.ts';
import { dateTimeText } from '../../lib/words/dates.ts';
import { Button } from '../control/button/button.tsx';
import { Notice } from '../state/notice.tsx';

const REST_MS = 500;

interface Props {
  form: Pick<Form, 'values' | 'saved' | 'set' | 'isSaved'>;
  kept: KeptWords;
  /** What it is saved from, where it is saved from a revision. */
  revision?: RefObject<string | undefined>;
}

/** Keeps the texts of a form while they are typed, and says what of them has come back. */
export function RestoredWords({ form, kept, revision }: Props) {
  const t = useTranslations('shell.editor');
  const [found, setFound] = useState(kept.found);
  const values = form.values as Record<string, unknown>;
  const saved = form.saved as Record<string, unknown>;
  const words = Object.fromEntries(
    kept.fields
      .filter((field) => values[field] !== saved[field])
      .map((field) => [field, String(values[field])]),
  );
  const text = JSON.stringify(words);
  const put = useEffectEvent(() => {
    if (form.isSaved() || text === '{}') kept.drop();
    else kept.keep(words, revision?.current);
  });
  useEffect(() => {
    const timer = setTimeout(() => put(), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const end = useEffectEvent(() => {
    if (form.isSaved()) kept.drop();
  });
  useEffect(() => {
    const hide = () => put();
    window.addEventListener('pagehide', hide);
    return () => {
      window.removeEventListener('pagehide', hide);
      end();
    };
  }, []);

  /** A long text is gone by one press: it can be taken back, also once the form is left. */
  function discard(fields: readonly string[]): void {
    const back = Object.entries(words).filter(([field]) => fields.includes(field));
    const set = (entries: [string, unknown][]) => {
      for (const [field, value] of entries) form.set(field as never, value);
    };
    set(fields.map((field) => [field, saved[field]]));
    setFound(null);
    showSuccess(t('discarded'), {
      label: t('take_back'),
      run: () => {
        kept.keep(Object.fromEntries(back), revision?.current);
        set(back);
      },
    });
  }

  // What was saved elsewhere since has come by itself.
  if (!found || text === '{}') return null;
  return (
    <Notice
      tone="warning"
      title={t('restored', { time: dateTimeText(found.at) })}
      action={
        <Button variant="default" onClick={() => discard(Object.keys(found.words))}>
          {t('discard')}
        </Button>
      }
    >
      {t('only_texts')} {found.lacks_pictures && t('pictures_gone')}
    </Notice>
  );
}

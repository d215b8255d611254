import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { KeptWords } from '../../lib/form/kept-words.ts';
import type { Form } from '../../lib/form/use-form.ts';
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

  // What was saved elsewhere since has come by itself.
  if (!found || text === '{}') return null;
  return (
    <Notice
      tone="warning"
      title={t('restored', { time: dateTimeText(found.at) })}
      action={
        <Button
          variant="default"
          onClick={() => {
            for (const field of Object.keys(found.words)) form.set(field as never, saved[field]);
            setFound(null);
          }}
        >
          {t('discard')}
        </Button>
      }
    >
      {found.lacks_pictures && t('pictures_gone')}
    </Notice>
  );
}

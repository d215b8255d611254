import { useTranslations } from 'use-intl';
import type { BankQuestion } from './banked-store.ts';
import classes from './bank.module.css';
import { changesOf } from './difference.ts';

interface Props {
  before: BankQuestion['question'];
  after: BankQuestion['question'];
}

/** What one version of a question says otherwise than another. */
export function QuestionDifference({ before, after }: Props) {
  const t = useTranslations('bank.difference');
  const types = useTranslations('forms.types');
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="note">{t('order')}</p>;
  return (
    <ul className={`${classes.changed} stack plain gap-3 before-4`}>
      {changes.map(({ field, before: old, after: now }) => {
        const word = (text: string) =>
          field === 'type'
            ? types(text as Parameters<typeof types>[0])
            : field === 'terms'
              ? t('rules')
              : text;
        return (
          <li key={`${field} ${old} ${now}`}>
            <span className="quiet">{t(field)}: </span>
            {field === 'terms' ? (
              t('rules')
            ) : (
              <>
                {old && <del className="dim">{word(old)}</del>} {now && <ins>{word(now)}</ins>}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

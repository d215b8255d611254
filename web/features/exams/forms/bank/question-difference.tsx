import { MEGABYTE } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { useBytes } from '../../../../lib/files/bytes.ts';
import type { BankQuestion } from './banked-store.ts';
import classes from './bank.module.css';
import { type Change, changesOf, type Rule, RULES } from './difference.ts';

interface Props {
  before: BankQuestion['question'];
  after: BankQuestion['question'];
}

const isRule = (field: Change['field']): field is Rule => (RULES as readonly string[]).includes(field);

/** What one version of a question says otherwise than another. */
export function QuestionDifference({ before, after }: Props) {
  const t = useTranslations('bank.difference');
  const forms = useTranslations('forms');
  const word = useWords();
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="note">{t('order')}</p>;
  return (
    <ul className={`${classes.changed} stack plain gap-3 before-4`}>
      {changes.map(({ field, before: old, after: now }) => (
        <li key={`${field} ${old} ${now}`}>
          <span className="quiet">{isRule(field) ? forms(field) : t(field)}: </span>
          {old && <del className="dim">{word(field, old)}</del>} {now && <ins>{word(field, now)}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** What a field says, in words where it is a choice of ours. */
function useWords() {
  const t = useTranslations('bank.difference');
  const forms = useTranslations('forms');
  const bytes = useBytes();
  return (field: Change['field'], text: string): string => {
    if (field === 'type') return forms(`types.${text as BankQuestion['question']['type']}`);
    if (field === 'max_size') return bytes(Number(text) * MEGABYTE);
    if (field === 'file_kinds')
      return text
        .split(' ')
        .map((kind) => forms(`kinds.${kind as 'documents'}`))
        .join(', ');
    return isRule(field) && text === 'yes' ? t('yes') : text;
  };
}

import { IconArrowRight } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { dateTimeText } from '../../lib/dates.ts';
import classes from './course-history.module.css';

interface Change {
  field: string;
  old: string | null;
  new: string | null;
}

/** The fields of an entry, each with what it was and what it is. */
export function FieldChanges({ fields }: { fields: readonly Change[] }) {
  const t = useTranslations('history');
  const { fieldOf, valueOf } = useWords();
  return (
    <dl className={classes.fields}>
      {fields.map((change) => (
        <div key={change.field} className={classes.field}>
          <dt>{fieldOf(change.field)}</dt>
          <dd>
            {change.old !== null && (
              <>
                <VisuallyHidden>{t('before')}</VisuallyHidden>
                <del className={classes.old}>{valueOf(change.field, change.old)}</del>
              </>
            )}
            {change.new !== null && (
              <>
                <VisuallyHidden>{t('after')}</VisuallyHidden>
                <ins className={classes.new}>
                  {change.old !== null && <IconArrowRight className={classes.arrow} size={16} aria-hidden />}
                  {valueOf(change.field, change.new)}
                </ins>
              </>
            )}
            {change.old === null && change.new === null && t('changed')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useWords() {
  const t = useTranslations('history');
  type Key = Parameters<typeof t.has>[0];
  // Fields and values come as words of the database; one that is not known yet is shown as it is.
  const words = (key: string, otherwise: string) =>
    t.has(key as Key) ? (t as (name: string) => string)(key) : otherwise;
  return {
    fieldOf: (field: string) => words(`fields.${field}`, field.replaceAll('_', ' ')),
    valueOf: (field: string, value: string) => {
      if (field.endsWith('_at')) return dateTimeText(value);
      if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no');
      return /^[a-z_]+$/.test(value) ? words(`values.${value}`, value) : value;
    },
  };
}

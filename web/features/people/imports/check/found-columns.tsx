import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './found-columns.module.css';
import type { Preview } from '../import-rows.ts';

/** What each column of the file was taken for; those that were not are named first. */
export function FoundColumns({ columns }: { columns: Preview['columns'] }) {
  const t = useTranslations('imports');
  const unknown = columns.filter(({ field }) => field === null).length;
  return (
    <>
      <h3 className="strong small flush before-4">{t('found.title')}</h3>
      <ul className="wraps plain gap-4">
        {columns.map(({ header, field }, place) => (
          // Two columns may have the same header.
          <li
            key={`${place} ${header}`}
            className={classes.column}
            data-unknown={field === null || undefined}
          >
            <span className="strong">{header}</span>
            {field === null ? (
              <>
                <IconAlertTriangle size={15} aria-hidden />
                <span>{t('found.unknown')}</span>
              </>
            ) : (
              t(`columns.${field}`) !== header && (
                <>
                  <IconArrowRight className="dim" size={15} aria-hidden />
                  <span>{t(`columns.${field}`)}</span>
                </>
              )
            )}
          </li>
        ))}
      </ul>
      {unknown > 0 && <p className={classes.text}>{t('found.advice', { count: unknown })}</p>}
    </>
  );
}

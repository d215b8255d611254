import { useTranslations } from 'use-intl';
import { StatusBadge } from '../../../../../ui/state/status-badge.tsx';
import classes from '../bank.module.css';
import { foundFolders, pathText } from './found.ts';

interface Props {
  /** The chosen folder. */
  here: string;
  rows: readonly { folders: readonly string[] }[];
  made: readonly (readonly string[])[];
}

/** Where the questions of a file go, and which folders are made for them. */
export function FoundFolders({ here, rows, made }: Props) {
  const t = useTranslations('bank.import');
  return (
    // Scrolls, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.found} tabIndex={0} aria-label={t('folders')}>
      {foundFolders(rows, made).map(({ path, questions, isNew }) => (
        <li key={JSON.stringify(path)}>
          <span className="anywhere">{pathText([here, ...path])}</span>
          {questions > 0 && <span className="quiet small">{t('questions', { count: questions })}</span>}
          {isNew && <StatusBadge tone="active">{t('new')}</StatusBadge>}
        </li>
      ))}
    </ul>
  );
}

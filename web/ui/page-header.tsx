import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './page-header.module.css';

interface Props {
  title: ReactNode;
  description?: ReactNode;
  /** Where the page belongs: shown above the title as a link. */
  back?: { to: string; label: string };
  /** Buttons at the right, below the title on a phone. */
  actions?: ReactNode;
}

/** The head of a private page; holds its only h1, which takes the focus after navigation. */
export function PageHeader({ title, description, back, actions }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && (
          <Link to={back.to} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {back.label}
          </Link>
        )}
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

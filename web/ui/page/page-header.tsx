import { IconArrowLeft } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { cameFrom } from '../../lib/page/kept-place.ts';
import { useTitleOf } from '../../lib/words/title-of.ts';
import classes from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** Beside the title: the photo of what the page is about. */
  mark?: ReactNode;
  description?: ReactNode;
  /** Where the page belongs: shown above the title as a link. */
  back?: { to: string; label: string };
  /** One line, where the page is about something else. */
  small?: boolean;
  /** Buttons at the right, below the title on a phone. */
  actions?: ReactNode;
}

/** The head of a private page; holds its only h1, which takes the focus after navigation. */
export function PageHeader({ title, mark, description, back, small, actions }: Props) {
  useTitleOf(typeof title === 'string' ? title : null);
  return (
    <header className={classes.header} data-small={small || undefined}>
      <div className={classes.words}>
        {back && <BackLink {...back} />}
        <h1 tabIndex={-1} className={classes.title}>
          {mark ? (
            <span className={classes.marked}>
              {mark}
              <span>{title}</span>
            </span>
          ) : (
            title
          )}
        </h1>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {actions &&
        (small ? (
          <div className={classes.actions}>{actions}</div>
        ) : (
          <div className={`${classes.actions} narrow-wide shares`}>{actions}</div>
        ))}
    </header>
  );
}

/** To a list that the person came from it goes back, to the page, the filters and the row they left. */
function BackLink({ to, label }: NonNullable<Props['back']>) {
  const location = useLocation();
  const navigate = useNavigate();

  function goBack(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !cameFrom(location, to)) return;
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link to={to} className={`${classes.back} lit-line off-paper`} onClick={goBack}>
      <IconArrowLeft size={16} aria-hidden />
      {label}
    </Link>
  );
}

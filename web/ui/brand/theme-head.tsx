import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTitleOf } from '../../lib/words/title-of.ts';
import { ThemeBand } from './theme-band.tsx';
import classes from './theme-head.module.css';

interface Props {
  color: string;
  photo: string | null;
  title: string;
  description: string;
  /** Where the page belongs; nowhere in a frame of another system. */
  back?: { to: string; label: string };
  /** Small words that mark it, such as `ThemeMark`. */
  marks?: ReactNode;
  actions?: ReactNode;
  /** One line of 56 pixels, or as many as the title takes, where the page is about something within it. */
  low?: boolean;
}

/** The head of a course's page in its colour; holds the page's only h1. */
export function ThemeHead({ color, photo, title, description, back, marks, actions, low = false }: Props) {
  useTitleOf(title);
  return (
    <ThemeBand color={color} photo={low ? null : photo} tall low={low}>
      <header className={classes.head} data-low={low || undefined}>
        <div className={classes.words}>
          {back && (
            <Link to={back.to} className={classes.back}>
              <IconArrowLeft size={16} aria-hidden />
              <span className={classes.backWords}>{back.label}</span>
            </Link>
          )}
          <h1 tabIndex={-1} className={classes.name}>
            {title}
          </h1>
          {description && !low && <p className={classes.description}>{description}</p>}
          {marks && <div className="wraps gap-3">{marks}</div>}
        </div>
        {actions && <div className={`${classes.actions} wraps gap-5`}>{actions}</div>}
      </header>
    </ThemeBand>
  );
}

/** Words on the band: outlined for what a course holds, filled for what sets it apart. */
export function ThemeMark({ filled, children }: { filled?: boolean; children: ReactNode }) {
  return (
    <span className={classes.mark} data-filled={filled || undefined}>
      {children}
    </span>
  );
}

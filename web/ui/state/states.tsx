import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitleOf } from '../../lib/words/title-of.ts';
import { Button } from '../control/button/button.tsx';
import { EmptyLoom, LockedLoom, TornLoom } from '../brand/loom.tsx';
import classes from './states.module.css';

function State({
  picture,
  title,
  text,
  action,
  isAbsence = false,
}: {
  picture?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** There is nothing else to be named by the tab. */
  isAbsence?: boolean;
}) {
  // Where it stands in place of the whole page, it is what the page is about. A heading may be drawn together with it.
  const [Title, setTitle] = useState<'h1' | 'p'>('p');
  useLayoutEffect(() => {
    if (!document.querySelector('main h1')) setTitle('h1');
  }, []);
  useTitleOf(isAbsence && Title === 'h1' ? title : null);
  return (
    <div className={classes.state}>
      {picture}
      <Title className={`${classes.title} unless-first`}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** Nothing to show (yet): say what will stand here and offer the way to it, unless the screen's head does. */
export function EmptyState(props: { title: string; text?: ReactNode; action?: ReactNode }) {
  return <State {...props} />;
}

/** Reading failed; `onRetry` reads again. */
export function ErrorState({ text, onRetry }: { text?: string; onRetry?: () => void }) {
  const t = useTranslations('common');
  return (
    <div role="alert">
      <State
        picture={<TornLoom />}
        title={t('states.error_title')}
        text={text ?? t('states.error_text')}
        action={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              {t('states.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}

/** The role may not see this part, or the person may not for now, and `text` says why. */
export function NoPermission({ text }: { text?: string }) {
  const t = useTranslations('common');
  return (
    <State
      isAbsence
      picture={<LockedLoom />}
      title={t('states.no_permission_title')}
      text={text ?? t('states.no_permission_text')}
      action={<GoBack />}
    />
  );
}

/** The thing asked for is not here, or not within the role's reach: both look alike. */
export function NotFound() {
  const t = useTranslations('common');
  return (
    <State
      isAbsence
      picture={<EmptyLoom />}
      title={t('states.not_found_title')}
      text={t('states.not_found_text')}
      action={<GoBack />}
    />
  );
}

function GoBack() {
  const t = useTranslations('common');
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate('/'))}
    >
      {t('go_back')}
    </Button>
  );
}

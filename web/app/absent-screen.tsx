import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import classes from './absent-screen.module.css';

/** The one screen of no-access and not-found, with its go-back link (§2). */
export function AbsentScreen({ picture, title, text }: { picture: ReactNode; title: string; text: string }) {
  const t = useTranslations('common');
  const navigate = useNavigate();
  return (
    <div className={classes.screen}>
      {picture}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate('/'))}>
          {t('go_back')}
        </Button>
        <Button component={Link} to="/">
          {t('go_home')}
        </Button>
      </div>
    </div>
  );
}

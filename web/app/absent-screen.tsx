import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { PlainButton, PlainButtonLink } from '../ui/plain/plain-button.tsx';
import { LoneScreen } from './lone-screen.tsx';

/** Whether the entry before this one is a page of ours; a fresh tab has another, or none. */
function cameFromHere(): boolean {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx > 0 || (window.history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}

/** The one screen of no-access and not-found, with its go-back link (§2). */
export function AbsentScreen({ picture, title, text }: { picture: ReactNode; title: string; text: string }) {
  const t = useTranslations('common');
  const navigate = useNavigate();
  return (
    <LoneScreen picture={picture} title={title} text={text}>
      <div className="centred">
        <PlainButton quiet onClick={() => void (cameFromHere() ? navigate(-1) : navigate('/'))}>
          {t('go_back')}
        </PlainButton>
        <PlainButtonLink to="/">{t('go_home')}</PlainButtonLink>
      </div>
    </LoneScreen>
  );
}

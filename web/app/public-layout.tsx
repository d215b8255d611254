import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Logo } from '../ui/brand/logo.tsx';
import { ScreenOutlet } from './parts/screen-outlet.tsx';
import { LanguageChoice, SchemeSwitch } from './shell/preferences.tsx';
import classes from './public-layout.module.css';

/** Public screens: no drawer (§2), a header with language and theme, a footer with the legal pages. */
export function PublicLayout() {
  const t = useTranslations('common');
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to="/" className={`${classes.home} finger-line`}>
          <Logo />
        </Link>
        <div className="row gap-3 off-paper">
          <LanguageChoice />
          <SchemeSwitch />
        </div>
      </header>
      <main className={classes.main}>
        <ScreenOutlet />
      </main>
      <footer className={classes.footer}>
        <Link to="/privacy" className="lit-line finger-line">
          {t('privacy_link')}
        </Link>
        <Link to="/terms" className="lit-line finger-line">
          {t('terms_link')}
        </Link>
      </footer>
    </div>
  );
}

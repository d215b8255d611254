import { LANGUAGES, type Language } from '#contract/identity/accounts';
import { IconDeviceDesktop, IconMoon, IconSun, IconWorld } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { chooseScheme, type ColorScheme, useChosenScheme } from '../../lib/page/color-scheme.ts';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/words/locale.tsx';
import { chooseLanguage } from '../../lib/session/session.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import classes from './preferences.module.css';

/** The interface's language, signed in or not; a language is named in itself. */
export function LanguageChoice() {
  const t = useTranslations('common');
  const errorText = useErrorText();
  const language = useLanguage();

  function choose(next: Language): void {
    chooseLanguage(next).catch((error: unknown) => showWarning(errorText(errorOf(error))));
  }

  return (
    <span className={classes.language}>
      <IconWorld size={18} stroke={1.7} aria-hidden />
      <select
        className="finger-high"
        aria-label={t('language')}
        value={language}
        onChange={(event) => choose(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}

const NEXT: Record<ColorScheme, ColorScheme> = { auto: 'light', light: 'dark', dark: 'auto' };
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** As the system has it, light, dark, in turn. */
export function SchemeSwitch() {
  const t = useTranslations('common.scheme');
  const scheme = useChosenScheme();
  const Icon = ICONS[scheme];
  const label = t('switch', { current: t(scheme) });
  return (
    <button
      type="button"
      className={`${classes.scheme} lit-up finger`}
      aria-label={label}
      title={label}
      onClick={() => chooseScheme(NEXT[scheme])}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}

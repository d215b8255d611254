import {
  convertCssVariables,
  type CSSVariablesResolver,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme.ts';

// `prefers-reduced-motion` turns these off in global.css.
const motion = { quick: '120ms', calm: '220ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Tokens beside Mantine's, for our own style sheets: `var(--osn-surface)`. */
const tokens: CSSVariablesResolver = () => ({
  variables: {
    '--osn-quick': `${motion.quick} ${motion.ease}`,
    '--osn-calm': `${motion.calm} ${motion.ease}`,
    '--osn-page': '70rem',
    '--osn-drawer': '17rem',
    '--osn-drawer-narrow': '4.75rem',
    '--osn-header': '3.75rem',
    '--mantine-heading-font-weight': '700',
  },
  light: {
    '--mantine-color-body': '#f6f5f1',
    '--mantine-color-text': '#172322',
    '--mantine-color-dimmed': '#5a6260',
    '--mantine-color-placeholder': '#6c726e',
    '--mantine-color-error': '#b83424',
    '--mantine-color-anchor': '#125b59',
    '--mantine-color-default-border': '#c9c6bd',
    '--mantine-color-petrol-light-color': '#125b59',
    '--mantine-color-brick-light-color': '#992a1c',
    '--mantine-color-brick-light-hover': '#f8cac4',
    '--osn-field-line': '#8b8a82',
    '--osn-surface': '#ffffff',
    '--osn-sunken': '#efede7',
    '--osn-line': '#e4e1d9',
    '--osn-hover': '#f3f6f5',
    '--osn-selected': '#e1efed',
    '--osn-accent-text': '#125b59',
    '--osn-thread': '#cfe3e0',
    '--osn-weft': '#e8a93c',
    '--osn-focus': '#176c69',
  },
  dark: {
    '--mantine-color-body': '#101718',
    '--mantine-color-text': '#e4ebea',
    '--mantine-color-dimmed': '#9dadab',
    '--mantine-color-placeholder': '#7e8e8d',
    '--mantine-color-error': '#f3968a',
    '--mantine-color-anchor': '#7fc4be',
    '--mantine-color-default': '#182122',
    '--mantine-color-default-hover': '#1f2a2b',
    '--mantine-color-default-border': '#3d4c4b',
    '--osn-field-line': '#687877',
    '--osn-surface': '#182122',
    '--osn-sunken': '#131b1c',
    '--osn-line': '#283435',
    '--osn-hover': '#1e292a',
    '--osn-selected': '#173534',
    '--osn-accent-text': '#8fcfc9',
    '--osn-thread': '#23403f',
    '--osn-weft': '#d9952a',
    '--osn-focus': '#7fc4be',
  },
});

/** The whole theme as a style sheet; made at build time, so that no browser computes it (3 KB of the sign-in's budget). */
export function tokensCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [base, own] = [defaultCssVariablesResolver(merged), tokens(merged)];
  return convertCssVariables({
    variables: { ...base.variables, ...own.variables },
    light: { '--mantine-color-scheme': 'light', ...base.light, ...own.light },
    dark: { '--mantine-color-scheme': 'dark', ...base.dark, ...own.dark },
  });
}

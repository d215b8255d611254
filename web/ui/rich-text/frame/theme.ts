import {
  convertCssVariables,
  createTheme,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import { fonts, palette, radii, shadows, texts } from '../../tokens.ts';

const { petrol, ochre, brick, moss } = palette;

/** Our language for the one part that comes from a library: the editor's toolbar. */
export const theme = createTheme({
  colors: {
    petrol,
    ochre,
    brick,
    moss,
    gray: palette.stone,
    dark: palette.slate,
    red: brick,
    green: moss,
    yellow: ochre,
  },
  primaryColor: 'petrol',
  primaryShade: { light: 6, dark: 6 },
  white: '#ffffff',
  black: '#172322',
  fontFamily: fonts.words,
  fontFamilyMonospace: fonts.mono,
  fontSizes: texts,
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.6', xl: '1.6' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { ...radii, xl: '1.25rem' },
  defaultRadius: 'md',
  // §9: xs 600, sm 960, md 1280, lg 1920
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  headings: {
    fontFamily: 'inherit',
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.5rem, 1.2rem + 1.2vw, 2rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h4: { fontSize: '0.9688rem', lineHeight: '1.45' },
      h5: { fontSize: '0.9rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  shadows,
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** What of it follows the scheme, by our own names. */
const OURS = {
  body: 'paper',
  text: 'ink',
  dimmed: 'dim',
  placeholder: 'placeholder',
  error: 'error',
  anchor: 'link',
  default: 'surface',
  'default-hover': 'plain-lit',
  'default-border': 'edge',
};

/** The library's variables as a style sheet; made at build time, and loaded with the editor alone. */
export function frameCss(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const ours = Object.fromEntries(
    Object.entries(OURS).map(([name, own]) => [`--mantine-color-${name}`, `var(--osn-${own})`]),
  );
  return convertCssVariables({ variables, light: { ...light, ...ours }, dark: { ...dark, ...ours } });
}

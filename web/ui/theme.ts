import { createTheme, type MantineColorsTuple } from '@mantine/core';

/*
 * The visual language. Osnova is Ukrainian for the warp: the threads a fabric is woven on. Petrol ink for
 * the threads, ochre for the weft that runs across them (progress, emphasis), warm paper under both.
 * Surfaces, lines and motion stand in tokens.ts; both become tokens.css at build time.
 */

const petrol: MantineColorsTuple = [
  '#eaf4f3',
  '#d3e8e5',
  '#a9d1cd',
  '#7bb8b3',
  '#519f9a',
  '#2f8682',
  '#176c69',
  '#125b59',
  '#0e4a49',
  '#093736',
];
const ochre: MantineColorsTuple = [
  '#fdf5e6',
  '#fae8c8',
  '#f5d497',
  '#f0be63',
  '#e8a93c',
  '#d9952a',
  '#b4761a',
  '#8f5c12',
  '#6f470d',
  '#4e3108',
];
const brick: MantineColorsTuple = [
  '#fdeeec',
  '#fad7d2',
  '#f3aea5',
  '#eb8275',
  '#e05c4c',
  '#d04434',
  '#b83424',
  '#992a1c',
  '#7a2116',
  '#571710',
];
const moss: MantineColorsTuple = [
  '#eef6ea',
  '#d9ebd0',
  '#b4d7a3',
  '#8cc173',
  '#6aac4c',
  '#509232',
  '#3d7824',
  '#31611c',
  '#264c16',
  '#1a350f',
];
const stone: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#e6e3dc',
  '#d3cfc6',
  '#aeaaa0',
  '#87847b',
  '#64625b',
  '#4b4a45',
  '#34342f',
  '#1f201d',
];
const slate: MantineColorsTuple = [
  '#e6eceb',
  '#c4cfce',
  '#a3b1b0',
  '#7e8e8d',
  '#566665',
  '#3a4948',
  '#2a3736',
  '#1b2526',
  '#141c1d',
  '#0e1415',
];

export const theme = createTheme({
  colors: { petrol, ochre, brick, moss, gray: stone, dark: slate, red: brick, green: moss, yellow: ochre },
  primaryColor: 'petrol',
  primaryShade: { light: 6, dark: 6 },
  white: '#ffffff',
  black: '#172322',
  fontFamily: "'Manrope Variable', 'Manrope Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.8125rem', sm: '0.9rem', md: '0.9688rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.6', xl: '1.6' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
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
  shadows: {
    xs: '0 1px 2px rgb(23 35 34 / 6%)',
    sm: '0 1px 2px rgb(23 35 34 / 5%), 0 4px 12px rgb(23 35 34 / 5%)',
    md: '0 2px 6px rgb(23 35 34 / 7%), 0 12px 32px rgb(23 35 34 / 10%)',
    lg: '0 4px 12px rgb(23 35 34 / 8%), 0 24px 56px rgb(23 35 34 / 16%)',
    xl: '0 8px 16px rgb(23 35 34 / 8%), 0 32px 72px rgb(23 35 34 / 20%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

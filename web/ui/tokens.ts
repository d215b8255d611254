/*
 * The visual language. Osnova is Ukrainian for the warp: the threads a fabric is woven on. Petrol ink for
 * the threads, ochre for the weft that runs across them (progress, emphasis), warm paper under both.
 * At build time it becomes tokens.css, so that no browser computes it: `var(--osn-surface)`, `var(--osn-moss-5)`.
 */

/** From pale to deep. */
export const palette = {
  petrol: [
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
  ],
  ochre: [
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
  ],
  brick: [
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
  ],
  moss: [
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
  ],
  stone: [
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
  ],
  slate: [
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
  ],
} as const;

export const fonts = {
  words:
    "'Manrope Variable', 'Manrope Fallback', 'Manrope Fallback Wide', system-ui, -apple-system, 'Segoe UI', sans-serif",
  mono: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace",
};

/** Beside these the steps of layout/scale.css. */
export const texts = { xs: '0.8125rem', sm: '0.9rem', md: '0.9688rem', lg: '1.0625rem', xl: '1.25rem' };

export const radii = { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem' };

export const shadows = {
  xs: '0 1px 2px rgb(23 35 34 / 6%)',
  sm: '0 1px 2px rgb(23 35 34 / 5%), 0 4px 12px rgb(23 35 34 / 5%)',
  md: '0 2px 6px rgb(23 35 34 / 7%), 0 12px 32px rgb(23 35 34 / 10%)',
  lg: '0 4px 12px rgb(23 35 34 / 8%), 0 24px 56px rgb(23 35 34 / 16%)',
  xl: '0 8px 16px rgb(23 35 34 / 8%), 0 32px 72px rgb(23 35 34 / 20%)',
};

// `prefers-reduced-motion` turns these off in global.css.
const motion = { quick: '120ms', calm: '220ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' };

const always: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(palette).flatMap(([name, shades]) =>
      shades.map((shade, place) => [`${name}-${place}`, shade]),
    ),
  ),
  font: fonts.words,
  'font-mono': fonts.mono,
  ...Object.fromEntries(Object.entries(texts).map(([step, size]) => [`text-${step}`, size])),
  'text-h1': 'clamp(1.5rem, 1.2rem + 1.2vw, 2rem)',
  'text-h2': '1.25rem',
  'line-height': '1.55',
  'line-height-h1': '1.2',
  ...Object.fromEntries(Object.entries(radii).map(([step, radius]) => [`radius-${step}`, radius])),
  ...Object.fromEntries(Object.entries(shadows).map(([step, shadow]) => [`shadow-${step}`, shadow])),
  quick: `${motion.quick} ${motion.ease}`,
  calm: `${motion.calm} ${motion.ease}`,
  page: '70rem',
  drawer: '17rem',
  'drawer-narrow': '4.75rem',
  header: '3.75rem',
};

const light: Readonly<Record<string, string>> = {
  scheme: 'light',
  paper: '#f6f5f1',
  ink: '#172322',
  dim: '#5a6260',
  placeholder: '#6c726e',
  error: '#b83424',
  link: '#125b59',
  edge: '#c9c6bd',
  'plain-ink': '#172322',
  'plain-lit': '#faf9f6',
  disabled: '#e6e3dc',
  'disabled-ink': '#87847b',
  'petrol-pale-ink': '#125b59',
  'petrol-pale-lit': '#a9d1cd',
  'petrol-outline': '#176c69',
  'petrol-outline-lit': 'rgb(23 108 105 / 5%)',
  'brick-pale-ink': '#992a1c',
  'brick-pale-lit': '#f8cac4',
  'brick-outline': '#b83424',
  'brick-outline-lit': 'rgb(184 52 36 / 5%)',
  'stone-pale-ink': '#1f201d',
  'stone-pale-lit': '#e6e3dc',
  'field-line': '#8b8a82',
  surface: '#ffffff',
  sunken: '#efede7',
  line: '#e4e1d9',
  hover: '#f3f6f5',
  selected: '#e1efed',
  'accent-text': '#125b59',
  thread: '#cfe3e0',
  weft: '#e8a93c',
  focus: '#176c69',
};

const dark: Readonly<Record<keyof typeof light, string>> = {
  scheme: 'dark',
  paper: '#101718',
  ink: '#e4ebea',
  dim: '#9dadab',
  placeholder: '#7e8e8d',
  error: '#f3968a',
  link: '#7fc4be',
  edge: '#3d4c4b',
  'plain-ink': '#ffffff',
  'plain-lit': '#1f2a2b',
  disabled: '#2a3736',
  'disabled-ink': '#7e8e8d',
  'petrol-pale-ink': '#eaf4f3',
  'petrol-pale-lit': '#062726',
  'petrol-outline': '#a9d1cd',
  'petrol-outline-lit': 'rgb(169 209 205 / 5%)',
  'brick-pale-ink': '#fdeeec',
  'brick-pale-lit': '#3d100b',
  'brick-outline': '#f3aea5',
  'brick-outline-lit': 'rgb(243 174 165 / 5%)',
  'stone-pale-ink': '#faf9f6',
  'stone-pale-lit': '#161614',
  'field-line': '#687877',
  surface: '#182122',
  sunken: '#131b1c',
  line: '#283435',
  hover: '#1e292a',
  selected: '#173534',
  'accent-text': '#8fcfc9',
  thread: '#23403f',
  weft: '#d9952a',
  focus: '#7fc4be',
};

const rule = (selector: string, said: Readonly<Record<string, string>>): string =>
  `${selector} {\n${Object.entries(said)
    .map(([name, value]) => `  --osn-${name}: ${value};\n`)
    .join('')}}\n`;

/** All of it as a style sheet. */
export const tokensCss = (): string =>
  [
    rule(':root', always),
    rule(":root[data-mantine-color-scheme='light']", light),
    rule(":root[data-mantine-color-scheme='dark']", dark),
  ].join('\n');

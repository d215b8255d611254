import react from '@vitejs/plugin-react';
import compileMessage from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';
import { tokensCss } from './ui/tokens.ts';

type Messages = { [key: string]: string | Messages };

function compiled(messages: Messages): unknown {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compileMessage(value) : compiled(value),
    ]),
  );
}

/** Compiles the ICU messages at build time, so that the browser loads no ICU parser (9 KB of the sign-in's budget). */
function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/\w+\/[\w-]+\.json$/ },
      handler: (code) => ({ code: JSON.stringify(compiled(JSON.parse(code) as Messages)), map: null }),
    },
  };
}

/** Writes the theme into tokens.css and leaves out the part of Mantine that would compute it in the browser. */
function themeAsCss(): Plugin {
  return {
    name: 'theme-as-css',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(ui\/tokens\.css|MantineCssVariables\/MantineCssVariables\.mjs)$/ },
      handler: (_, id) => ({
        code: id.endsWith('.css') ? tokensCss() : 'export const MantineCssVariables = () => null;',
        map: null,
      }),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledMessages(), themeAsCss(), react()],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  server: { proxy: { '/api': 'http://localhost:8787', '/api_uploader': 'http://localhost:8787' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The first versions with light-dark() of CSS, which the theme is written with.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // Fonts and pictures stay files: a data address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@remix-run|cookie-es)\//,
              priority: 10,
            },
            // Controls that most screens share come in one file: it compresses better than thirty small ones. With a lower
            // count it holds what few screens need, with a higher one the pieces are many again.
            {
              name: 'controls',
              test: /node_modules\/(@mantine|@floating-ui)\//,
              minShareCount: 26,
              priority: 5,
            },
          ],
        },
      },
    },
  },
});

import { fileURLToPath } from 'node:url';
import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { compileHints } from './build/compile-hints.ts';
import { contentPolicy } from './build/content-policy.ts';
import { contractsForClients } from './build/contracts.ts';
import { besidesItself, earlyLoads } from './build/early-loads.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { compiledMessages } from './build/messages.ts';
import { decodersOfPdf } from './build/pdf-decoders.ts';
import { packagePlayer } from './build/player.ts';
import { printType } from './build/print-type.ts';
import { serviceWorker } from './build/service-worker.ts';
import { themeAsCss } from './build/theme.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    compiledMessages(),
    themeAsCss(),
    mantineStyles(),
    contractsForClients(),
    decodersOfPdf(),
    printType(),
    serviceWorker(),
    contentPolicy(),
    packagePlayer(),
    earlyLoads(),
    compileHints(),
    await prefresh(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  resolve: {
    alias: [
      // Libraries are written for React, and so is the client; what draws them is smaller.
      { find: /^react$/, replacement: fileURLToPath(new URL('lib/react.ts', import.meta.url)) },
      { find: /^react-dom(\/client)?$/, replacement: 'preact/compat$1' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
      {
        find: /^use-intl\/format-message$/,
        replacement: fileURLToPath(new URL('lib/words/format-message.ts', import.meta.url)),
      },
    ],
  },
  server: { proxy: { '/api': 'http://localhost:8787', '/api_uploader': 'http://localhost:8787' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The first versions with light-dark() of CSS, which the theme is written with.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // Fonts and pictures stay files: a data address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: besidesItself },
    rolldownOptions: {
      output: {
        // The first screen holds the names of all that routes load: a short hash alone takes 3 KB off each.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
});

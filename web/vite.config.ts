import react from '@vitejs/plugin-react';
import compileMessage from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What a declaration says to the Worker and the documentation alone. */
const ELSEWHERE = new Set(['summary', 'params', 'response']);

/** Leaves out of the contracts what no browser reads: a twentieth of a screen. Answers are judged where they are made. */
function contractsForClients(): Plugin {
  return {
    name: 'contracts-for-clients',
    transform: {
      filter: { id: /\/worker\/\w+\/contract\.ts$/ },
      handler(code) {
        const left: [start: number, end: number][] = [];
        for (const node of this.parse(code).body) {
          const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
          if (declared?.type !== 'VariableDeclaration') continue;
          for (const { init } of declared.declarations) {
            if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue;
            const [declaration] = init.arguments;
            if (init.callee.name !== 'endpoint' || declaration?.type !== 'ObjectExpression') continue;
            for (const [place, property] of declaration.properties.entries()) {
              if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
              if (!ELSEWHERE.has(property.key.name)) continue;
              const next = declaration.properties[place + 1];
              left.push([property.start, next ? next.start : property.end]);
            }
          }
        }
        const kept = left.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
        return { code: kept, map: null };
      },
    },
  };
}

/** The decoders of scanned pages, which pdf.js looks for by their names. */
function decodersOfPdf(): Plugin {
  const folder = join(import.meta.dirname, '../node_modules/pdfjs-dist/wasm');
  return {
    name: 'decoders-of-pdf',
    generateBundle() {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.wasm')))
        this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}

/** The service worker, which names the release it belongs to: other files, another worker. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    generateBundle(_, bundle) {
      const release = createHash('sha256')
        .update(Object.keys(bundle).sort().join())
        .digest('hex')
        .slice(0, 8);
      const code = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
      const source = code.replace('__RELEASE__', release);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** Where the help widget comes from; the rest of the web stays shut out. */
const SLEEKPLAN = 'https://*.sleekplan.com';
const WIDGET: Record<string, string> = {
  'script-src': 'https://client.sleekplan.com',
  'img-src': SLEEKPLAN,
  'connect-src': SLEEKPLAN,
  'frame-src': `${SLEEKPLAN} https://*.sleekplan.app`,
};

/** Lets the help widget through the content security policy of an installation whose variables name its product. */
function policyOfWidget(): Plugin {
  const variables = readFileSync(join(import.meta.dirname, '../wrangler.toml'), 'utf8');
  const isConfigured = /^SLEEKPLAN_PRODUCT_(UK|OTHER) *= *"\d+"/m.test(variables);
  return {
    name: 'policy-of-widget',
    apply: 'build',
    writeBundle({ dir }) {
      if (!isConfigured) return;
      const file = join(dir!, '_headers');
      const headers = readFileSync(file, 'utf8').replace(/(?<=Content-Security-Policy: ).*/, (policy) => {
        const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0]!, each]));
        for (const [name, sources] of Object.entries(WIDGET))
          directives.set(name, `${directives.get(name) ?? `${name} 'self'`} ${sources}`);
        return [...directives.values()].join('; ');
      });
      writeFileSync(file, headers);
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    compiledMessages(),
    themeAsCss(),
    contractsForClients(),
    decodersOfPdf(),
    serviceWorker(),
    policyOfWidget(),
    react(),
  ],
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
        // The first screen holds the names of all that routes load: a short hash alone takes 3 KB off each.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@remix-run|cookie-es)\//,
              priority: 10,
            },
            // What nearly every screen uses of our own, for the same reason.
            { name: 'own', test: /\/web\/(ui|lib)\/.*\.tsx?$/, minShareCount: 48, priority: 4 },
            // Controls that most screens share come in one file: it compresses better than thirty small ones. With a lower
            // count it holds what few screens need, with a higher one the pieces are many again.
            {
              name: 'controls',
              test: /node_modules\/(@mantine|@floating-ui)\//,
              minShareCount: 46,
              priority: 5,
            },
          ],
        },
      },
    },
  },
});

import type { Plugin } from 'vite';

/** What first screens are made of besides our own code. */
const AT_ONCE = /\/node_modules\/(preact|react-router|cookie-es|use-intl|@formatjs|zod|@tanstack|@tabler)\//;

/** Characters of a file from which on the hint gains more than its line weighs. */
const WORTH_IT = 1000;

/**
 * Asks the browser to compile whole files beside the page, while they come: otherwise each function is compiled on the page's
 * own thread when it is first called, which takes a phone a tenth of a second. Libraries of which a screen calls little (the
 * editor, documents) are left to it.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // The hint has to be the first line, and Vite writes what a file depends on in front of it.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.code.length < WORTH_IT) continue;
          if (!chunk.moduleIds.every(isOfFirstScreens)) continue;
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}

const isOfFirstScreens = (id: string): boolean => !id.includes('/node_modules/') || AT_ONCE.test(id);

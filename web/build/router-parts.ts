import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out the parts of the router that nobody uses (forms, fetchers): as the library writes them down,
 * each counts as something that is done.
 */
export function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\/.+\.js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = .+;$/gm, '')
          .replaceAll(/(?<== )(?=React\$1\.(?:forwardRef|memo|createContext)\()/g, '/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}

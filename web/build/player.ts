import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/**
 * Builds the player of packages, which runs at the host of content: by itself, so that no line of the product's comes
 * with it. Its page is made by the Worker, which knows its name.
 */
export function packagePlayer(): Plugin {
  return {
    name: 'package-player',
    apply: 'build',
    async writeBundle({ dir }) {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: dir!,
          emptyOutDir: false,
          target: ['chrome123', 'firefox120', 'safari17.5'],
          modulePreload: false,
          rolldownOptions: {
            input: fileURLToPath(new URL('../player/player.ts', import.meta.url)),
            output: { entryFileNames: 'player.js', chunkFileNames: 'assets/[hash:7].js' },
          },
        },
      });
    },
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the help widget comes from; the rest of the web stays shut out. */
const SLEEKPLAN = 'https://*.sleekplan.com';
const WIDGET: Record<string, string> = {
  'script-src': 'https://client.sleekplan.com',
  'img-src': SLEEKPLAN,
  'connect-src': SLEEKPLAN,
  'frame-src': `${SLEEKPLAN} https://*.sleekplan.app`,
};

/**
 * What an installation's variables add to the content security policy: the address of its own bucket, since at another
 * of the same host whatever runs in a page could leave what it reads; and the help widget where its product is named.
 * @param variables the text of wrangler.toml
 */
export function sourcesOf(variables: string): Record<string, string> {
  const valueOf = (name: string) => new RegExp(`^${name} *= *"([^"]*)"`, 'm').exec(variables)?.[1] ?? '';
  const storage = URL.parse(valueOf('S3_ENDPOINT'));
  const sources: Record<string, string> = {};
  if (storage)
    sources['connect-src'] =
      `${storage.origin}${storage.pathname.replace(/\/$/, '')}/${valueOf('S3_BUCKET')}/`;
  const hasWidget = /^\d+$/.test(valueOf('SLEEKPLAN_PRODUCT_UK') || valueOf('SLEEKPLAN_PRODUCT_OTHER'));
  for (const [name, source] of Object.entries(hasWidget ? WIDGET : {}))
    sources[name] = [sources[name], source].filter(Boolean).join(' ');
  return sources;
}

/** A policy with more sources. */
export function widened(policy: string, sources: Record<string, string>): string {
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0]!, each]));
  for (const [name, more] of Object.entries(sources)) {
    const before = directives.get(name)?.replace(/ 'none'$/, '') ?? `${name} 'self'`;
    directives.set(name, `${before} ${more}`);
  }
  return [...directives.values()].join('; ');
}

/** Writes the policy of this installation into the headers of its pages. */
export function contentPolicy(): Plugin {
  const sources = sourcesOf(readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8'));
  return {
    name: 'content-policy',
    apply: 'build',
    writeBundle({ dir }) {
      const file = join(dir!, '_headers');
      const headers = readFileSync(file, 'utf8').replace(/(?<=Content-Security-Policy: ).*/, (policy) =>
        widened(policy, sources),
      );
      writeFileSync(file, headers);
    },
  };
}

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

/** Lets the help widget through the content security policy of an installation whose variables name its product. */
export function policyOfWidget(): Plugin {
  const variables = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8');
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

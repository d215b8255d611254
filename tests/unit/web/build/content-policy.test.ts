import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../tools/stack/paths.ts';
import { sourcesOf, widened } from '../../../../web/build/content-policy.ts';

const [policy] = /(?<=Content-Security-Policy: ).*/.exec(
  readFileSync(join(ROOT, 'web/public/_headers'), 'utf8'),
)!;
const directive = (of: string, name: string) => of.split('; ').find((each) => each.startsWith(`${name} `));
const VARIABLES = 'S3_ENDPOINT = "https://account.r2.cloudflarestorage.com"\nS3_BUCKET = "osnova-files"\n';

test('pages send bytes to the own bucket and to no other of the same host', () => {
  expect(directive(widened(policy, sourcesOf(VARIABLES)), 'connect-src')).toBe(
    "connect-src 'self' https://account.r2.cloudflarestorage.com/osnova-files/",
  );
});

test('without an address of storage they send to the product alone', () => {
  expect(widened(policy, sourcesOf('S3_BUCKET = "osnova-files"'))).toBe(policy);
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self'");
});

test('the help widget is let in where its product is named, beside storage', () => {
  const with_widget = widened(policy, sourcesOf(`${VARIABLES}SLEEKPLAN_PRODUCT_UK = "111"`));
  expect(directive(with_widget, 'connect-src')).toBe(
    "connect-src 'self' https://account.r2.cloudflarestorage.com/osnova-files/ https://*.sleekplan.com",
  );
  expect(directive(with_widget, 'frame-src')).toBe(
    'frame-src https://*.sleekplan.com https://*.sleekplan.app',
  );
  expect(widened(policy, sourcesOf(`${VARIABLES}SLEEKPLAN_PRODUCT_UK = ""`))).not.toContain('sleekplan');
});

import { cloudflareTest } from '@cloudflare/vitest-plugin';
import {
  defineConfig,
  type TestProjectConfiguration,
  type TestProjectInlineConfiguration,
} from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { openOutbox } from './tools/stack/outbox.ts';
import type { TestStack } from './tools/stack/test-stack.ts';

const STACK = './tests/support/stack.ts';
const PRODUCT = './tests/support/product.ts';

/** Tests in Node, which see the product from outside. */
const inNode = (
  name: string,
  globalSetup: string[],
  timeout: number,
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectConfiguration => ({
  test: {
    ...more,
    name,
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup,
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

const outbox = openOutbox(null);

/** A provider that the tests answer for. */
const signInWith = (issuer: string): string =>
  JSON.stringify({
    client_id: 'osnova-test',
    issuer,
    authorize_url: `${issuer}/authorize`,
    token_url: `${issuer}/token`,
    jwks_url: `${issuer}/jwks`,
  });

/** Tests in Cloudflare's runtime, in the same isolate as the Worker's code. */
const inWorkerd: TestProjectConfiguration = {
  plugins: [
    cloudflareTest(({ inject }) => {
      const { workerUrl, ownerUrl, proxyUrl, secrets } = inject<TestStack>('stack');
      return {
        main: './worker/index.ts',
        wrangler: { configPath: './wrangler.toml' },
        miniflare: {
          email: { send_email: [] },
          bindings: {
            APP_URL: 'https://osnova.test',
            DATABASE_URL: workerUrl,
            OWNER_DATABASE_URL: ownerUrl,
            DATABASE_PROXY: proxyUrl,
            JWT_SECRET: secrets.jwt_secret,
            PASSWORD_PEPPER: secrets.password_pepper,
            S3_ENDPOINT: 'https://files.osnova.test',
            S3_ACCESS_KEY_ID: 'test-access-key',
            S3_SECRET_ACCESS_KEY: 'test-secret-key',
            GOOGLE_SIGN_IN: signInWith('https://google.test'),
            FACEBOOK_SIGN_IN: signInWith('https://facebook.test'),
            HEALTH_TOKEN: 'health-token-of-the-tests',
            LOG_REQUESTS: 'errors',
            FUZZ_REQUESTS: process.env['FUZZ_REQUESTS'] ?? '2000',
            FUZZ_SEED: process.env['FUZZ_SEED'] ?? '20261122',
            ATTACK_SEQUENCES: process.env['ATTACK_SEQUENCES'] ?? '6',
            ATTACK_SEED: process.env['ATTACK_SEED'] ?? '20261123',
            SLEEKPLAN_KEY: 'widget-key-of-the-tests-32-bytes!',
            SLEEKPLAN_PRODUCT_UK: '111',
            SLEEKPLAN_PRODUCT_OTHER: '222',
          },
          serviceBindings: { MAIL: outbox.binding },
          workers: [outbox.worker],
        },
      };
    }),
  ],
  test: {
    name: 'api',
    include: ['tests/api/**/*.test.ts'],
    globalSetup: [STACK],
    testTimeout: 60_000,
    // One isolate serves many requests in production too, and each import of the Worker costs a second.
    isolate: false,
    // CommonJS whose named exports workerd cannot see; the product's bundler resolves them.
    deps: { optimizer: { ssr: { enabled: true, include: ['xss', 'saxes'] } } },
  },
};

/** Two files at once leave no core idle; where there are more, a browser and the walk's pages use them. */
const TWO_AT_ONCE = {
  maxWorkers: 2,
  maxConcurrency: 3,
  // Two browsers on two processors now and then take longer than anybody would wait; what needed it is named at the end.
  retry: 1,
  sequence: { groupOrder: 1 },
  // A second is short beside another browser.
  expect: { poll: { timeout: 10_000 } },
};

/** The walk first, as it takes longest; last what else has the mark of the library, so as not to wait for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      if (moduleId.endsWith('/e2e/walk.test.ts')) return 0;
      return /\/e2e\/(library|vendor)\.test\.ts$/.test(moduleId) ? 2 : 1;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      inNode('unit', [], 10_000),
      inWorkerd,
      inNode('races', [STACK, PRODUCT], 60_000),
      inNode('e2e', [STACK, PRODUCT], 60_000, TWO_AT_ONCE),
    ],
  },
});

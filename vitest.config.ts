import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { openOutbox } from './tools/stack/outbox.ts';
import type { TestStack } from './tools/stack/test-stack.ts';

const STACK = './tests/support/stack.ts';
const PRODUCT = './tests/support/product.ts';

/** Tests in Node, which see the product from outside. */
const inNode = (name: string, globalSetup: string[], timeout: number): TestProjectConfiguration => ({
  test: {
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

export default defineConfig({
  test: {
    projects: [
      inNode('unit', [], 10_000),
      inWorkerd,
      inNode('races', [STACK, PRODUCT], 60_000),
      inNode('e2e', [STACK, PRODUCT], 60_000),
    ],
  },
});

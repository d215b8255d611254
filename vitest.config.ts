import { cpSync, globSync, readFileSync } from 'node:fs';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import {
  defineConfig,
  type TestProjectConfiguration,
  type TestProjectInlineConfiguration,
} from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PRINT_SIGNS, PRINT_TYPE } from './web/build/print-type.ts';
import { openOutbox } from './tools/stack/mail/outbox.ts';
import type { TestStack } from './tools/stack/test-stack.ts';

const STACK = './tests/support/stack.ts';
const PRODUCT = './tests/support/product.ts';

/** What random tests begin with. */
const RANDOM = {
  provide: { seed: Number(process.env['SEED'] ?? '20261122') },
  setupFiles: ['./tests/support/seed.ts'],
};

/**
 * What takes longer will never come, on however slow a machine; how long something takes is nobody's claim here. A test of
 * many steps has each of them waited for as long as a poll.
 */
const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Tests in Node, which see the product from outside. */
const inNode = (
  name: string,
  globalSetup: string[],
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectConfiguration => ({
  test: {
    ...RANDOM,
    ...PATIENT,
    ...more,
    name,
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup,
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

/** A folder with what the Worker takes of the client, which these tests do not build. */
function filesToPrintWith(): string {
  const folder = './dist/files-to-print-with';
  cpSync(PRINT_TYPE, `${folder}/print/noto-sans.ttf`, { force: false });
  cpSync(PRINT_SIGNS, `${folder}/print/liberation-sans.ttf`, { force: false });
  return folder;
}

/** Packages that the Worker takes code from, in the words of its imports. */
function packagesOfWorker(): string[] {
  const imports =
    /(?:^(?:import|export)(?! type\b)[^']* from |\bimport\()'((?!node:|cloudflare:)[^.#'][^']*)'/gm;
  const files = globSync('worker/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  return [...new Set(files.flatMap((text) => [...text.matchAll(imports)].map(([, name = '']) => name)))];
}

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
            CONTENT_URL: 'https://content.osnova.test',
            DATABASE_URL: workerUrl,
            OWNER_DATABASE_URL: ownerUrl,
            DATABASE_PROXY: proxyUrl,
            JWT_SECRET: secrets.jwt_secret,
            PASSWORD_PEPPER: secrets.password_pepper,
            PASSWORD_ROUNDS: '1',
            S3_ENDPOINT: 'https://files.osnova.test',
            S3_ACCESS_KEY_ID: 'test-access-key',
            S3_SECRET_ACCESS_KEY: 'test-secret-key',
            GOOGLE_SIGN_IN: signInWith('https://google.test'),
            FACEBOOK_SIGN_IN: signInWith('https://facebook.test'),
            HEALTH_TOKEN: 'health-token-of-the-tests',
            LOG_REQUESTS: 'errors',
            FUZZ_REQUESTS: process.env['FUZZ_REQUESTS'] ?? '2000',
            ATTACK_SEQUENCES: process.env['ATTACK_SEQUENCES'] ?? '6',
            SLEEKPLAN_KEY: 'widget-key-of-the-tests-32-bytes!',
            SLEEKPLAN_PRODUCT_UK: '111',
            SLEEKPLAN_PRODUCT_OTHER: '222',
          },
          serviceBindings: { MAIL: outbox.binding },
          assets: { binding: 'ASSETS', directory: filesToPrintWith() },
          workers: [outbox.worker],
        },
      };
    }),
  ],
  test: {
    ...RANDOM,
    ...PATIENT,
    name: 'api',
    include: ['tests/api/**/*.test.ts'],
    globalSetup: [STACK],
    // One isolate serves many requests in production too, and each import of the Worker costs a second.
    isolate: false,
    // Bundled, as in the product: each file of a package is handed over alone, and of CommonJS workerd sees no named export.
    deps: { optimizer: { ssr: { enabled: true, include: packagesOfWorker() } } },
  },
};

/** They set what is the whole database's. */
const ONE_AFTER_ANOTHER = { maxWorkers: 1 };

/**
 * What a test waits for most is the next frame, a transition or a debounce: a third file uses what two leave of two
 * cores. Where there are more, a browser and the walk's pages use them.
 */
const THREE_AT_ONCE = {
  maxWorkers: 3,
  maxConcurrency: 3,
  // A browser and what it has fetched serve one file after the other.
  isolate: false,
  sequence: { groupOrder: 1 },
};

/** They take a third of the api's time. */
const LONGEST = [
  'exams/certificates/certificates',
  'learning/library/library',
  'insight/statistics/statistics',
  'whole/twins',
  'whole/access/access',
  'learning/chronology/chronology',
];

class Sequencer extends BaseSequencer {
  /** Parts that take as long: what takes longest, and then files of a folder, which resemble each other, are dealt out in turns. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!;
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/api/${name}.test.ts`));
      return rank < 0 ? LONGEST.length : rank;
    };
    const all = files
      .toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
      .toSorted((one, other) => rankOf(one) - rankOf(other));
    return all.filter((_, place) => place % count === index - 1);
  }

  /** The walk first, as it takes longest; last what else has the mark of the library, so as not to wait for it. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      if (moduleId.endsWith('/e2e/whole/walk.test.ts')) return 0;
      return /\/e2e\/(learning\/library|service\/vendor)\.test\.ts$/.test(moduleId) ? 2 : 1;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** `1/2`, as `npm test` says it: parts of a step run side by side, and each bundles what it depends on. */
const PART = process.env['TEST_PART'] ?? '';

export default defineConfig({
  cacheDir: `node_modules/.vite/${PART.replace('/', '-') || 'whole'}`,
  test: {
    sequence: { sequencer: Sequencer },
    // What was transformed for one run serves the next.
    fsModuleCache: true,
    // The first line of what failed is all that a run ends with: it says what was met.
    chaiConfig: { truncateThreshold: 1000 },
    projects: [
      // They leave nothing behind, and what one has imported the next one has.
      inNode('unit', [], { isolate: false }),
      inWorkerd,
      inNode('races', [STACK, PRODUCT], ONE_AFTER_ANOTHER),
      inNode('e2e', [STACK, PRODUCT], THREE_AT_ONCE),
    ],
  },
});

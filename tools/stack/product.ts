import { appendFileSync, cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, NoOpLog, type V4WorkerOptions } from 'miniflare';
import type { Secrets } from './data-folder.ts';
import type { Outbox } from './mail/outbox.ts';
import { ROOT, WEB_BUNDLE, WORKER_BUNDLE } from './paths.ts';
import { noteRuntimePid } from './runtime-process.ts';

export interface ProductOptions {
  port: number;
  /** Objects, Durable Objects and the log live here. */
  folder: string;
  workerUrl: string;
  proxyUrl: string;
  secrets: Secrets;
  outbox: Outbox;
  /** Bindings on top: what is optional, and what tests need. */
  bindings?: Record<string, string>;
  /** Modules beside the built ones, by name; the first is the entry in place of `index.js`. For the bench. */
  modules?: Record<string, string>;
  /** An entry point that those modules export, on a port of its own: past what stands in for the platform's edge. */
  direct?: { entrypoint: string; port: number };
}

export interface Product {
  url: string;
  /** Runs the scheduled handler now, as the platform does each minute. */
  runScheduled: (time?: Date) => Promise<void>;
  stop: () => Promise<void>;
}

export const LOCAL_HOST = 'localhost';

/** Runs the built product in Cloudflare's runtime, with the options of wrangler.toml and local addresses. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const url = `http://${LOCAL_HOST}:${options.port}`;
  const worker = await workerOptions(options, url);
  noteRuntimePid(options.folder);
  const logFile = join(options.folder, 'product.log');
  const note = (level: string, message: string): void => {
    appendFileSync(logFile, `${new Date().toISOString()} ${level} ${message}\n`);
    if (level === 'error') console.error(message);
  };
  const create = (): Miniflare =>
    new Miniflare(
      convertV4MiniflareOptions({
        host: '127.0.0.1',
        port: options.port,
        cf: false,
        log: new NoOpLog(),
        logRequests: false,
        handleStructuredLogs: ({ level, message }) => note(level, message),
        handleUncaughtError: (error) => note('error', error.stack ?? error.message),
        resourcePersistencePath: join(options.folder, 'runtime'),
        resourceTmpPath: join(options.folder, 'runtime-tmp'),
        workers: [worker, options.outbox.worker],
      }),
    );
  const miniflare = withOwnSignals(create);
  await miniflare.ready;
  return {
    url,
    runScheduled: async (time = new Date()) => {
      const product = await miniflare.getWorker(worker.name);
      await product.scheduled({ scheduledTime: time, cron: '* * * * *' });
    },
    stop: () => miniflare.dispose(),
  };
}

/** Miniflare's handlers end the process at once: the database and the lock would stay. */
function withOwnSignals<T>(create: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = signals.map((signal) => new Set(process.listeners(signal)));
  const created = create();
  for (const [index, signal] of signals.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.has(listener)) process.removeListener(signal, listener);
    }
  }
  return created;
}

async function workerOptions(
  options: ProductOptions,
  url: string,
): Promise<V4WorkerOptions & { name: string }> {
  const { unstable_getMiniflareWorkerOptions: readOptions } = await wrangler();
  const { workerOptions: fromConfig } = readOptions(CONFIG);
  const {
    email: _mail,
    modulesRules: _rules,
    ...kept
  } = fromConfig as V4WorkerOptions & { modulesRules?: unknown };
  return {
    ...kept,
    name: 'osnova',
    // There is no such header on this machine, and leaving it out copies those of each call to the database.
    stripCfConnectingIp: false,
    unsafeDirectSockets: options.direct && [{ host: '127.0.0.1', ...options.direct }],
    modulesRoot: WORKER_BUNDLE,
    modules: [...addedModules(options.modules), ...bundleModules()],
    assets: kept.assets && { ...kept.assets, directory: ownCopyOfWeb(options.folder) },
    bindings: {
      ...kept.bindings,
      ...(await productBindings({ ...options, url })),
      ...options.bindings,
    },
    serviceBindings: { ...kept.serviceBindings, MAIL: options.outbox.binding },
  };
}

/** What production has as secrets and variables, with values of this machine. */
export async function productBindings(local: {
  url: string;
  workerUrl: string;
  proxyUrl: string;
  secrets: Secrets;
}): Promise<Record<string, string>> {
  return {
    APP_URL: local.url,
    // Another origin on the same port, which shares no cookie with the product's.
    CONTENT_URL: local.url.replace(LOCAL_HOST, '127.0.0.1'),
    DATABASE_URL: local.workerUrl,
    DATABASE_PROXY: local.proxyUrl,
    LOG_REQUESTS: 'errors',
    JWT_SECRET: local.secrets.jwt_secret,
    PASSWORD_PEPPER: local.secrets.password_pepper,
    ...(await localFiles(local.url)),
  };
}

/** The object storage of this machine as its S3 endpoint gives it. */
export async function localFiles(url: string) {
  const { unstable_readConfig: readConfig } = await wrangler();
  const bucket = readConfig({ config: CONFIG }).r2_buckets[0];
  const credentials = bucket?.local_dev?.experimental_s3_credentials;
  if (!credentials) throw new Error('wrangler.toml declares no bucket with local S3 credentials');
  return {
    S3_ENDPOINT: `${url}/cdn-cgi/local/r2/s3`,
    S3_BUCKET: bucket.bucket_name ?? '',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

const CONFIG = join(ROOT, 'wrangler.toml');

/** Loaded late: wrangler takes half a second, and notes at each reading that local S3 credentials are experimental. */
async function wrangler(): Promise<typeof import('wrangler')> {
  process.env.WRANGLER_LOG ??= 'error';
  return await import('wrangler');
}

function addedModules(
  modules: Record<string, string> = {},
): { type: 'ESModule'; path: string; contents: string }[] {
  return Object.entries(modules).map(([name, contents]) => ({
    type: 'ESModule',
    path: join(WORKER_BUNDLE, name),
    contents,
  }));
}

/** As the rules of wrangler.toml have them: text stays text, all else is bytes. */
function bundleModules(): { type: 'ESModule' | 'Text' | 'Data'; path: string }[] {
  const data = globSync('**/*', { cwd: WORKER_BUNDLE, exclude: ['**/*.{js,map,md}'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      type: name.endsWith('.txt') ? ('Text' as const) : ('Data' as const),
      path: join(parentPath, name),
    }));
  return [{ type: 'ESModule', path: join(WORKER_BUNDLE, 'index.js') }, ...data];
}

/** The runtime notes the assets once, so a later build must not change them under it. */
function ownCopyOfWeb(folder: string): string {
  const copy = join(folder, 'web');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(WEB_BUNDLE, copy, { recursive: true });
  return copy;
}

import { isHere } from '../stack/database/owner-address.ts';

/** As much as is read of wrangler.toml, as wrangler gives it. */
export interface Configuration {
  vars: Record<string, unknown>;
  assets?: { binding?: string | undefined } | undefined;
  r2_buckets: { binding: string; bucket_name?: string | undefined }[];
  send_email: { name: string }[];
  ratelimits: { name: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
  migrations: { new_sqlite_classes?: string[] | undefined }[];
  triggers: { crons?: string[] | undefined };
  compatibility_flags: string[];
}

export type Secrets = Record<string, string | undefined>;

const EXAMPLE = /(^|[@./])osnova(-content)?\.example$/;
const SECRETS = ['DATABASE_URL', 'JWT_SECRET', 'PASSWORD_PEPPER', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
/** Of random bytes in base64, or any other text. */
const LEAST_SECRET = 32;

/** What is wrong with wrangler.toml: one sentence each. */
export function configurationProblems(config: Configuration): string[] {
  const problems: string[] = [];
  const need = (isThere: boolean, problem: string) => {
    if (!isThere) problems.push(problem);
  };
  const text = (name: string): string => {
    const value = config.vars[name];
    return typeof value === 'string' ? value : '';
  };
  const app = URL.parse(text('APP_URL'));
  need(
    app?.protocol === 'https:' || app?.hostname === 'localhost',
    'APP_URL is no https address: every link in a mail begins with it.',
  );
  need(!EXAMPLE.test(app?.hostname ?? ''), 'APP_URL is still the one of the example.');
  need(!text('APP_URL').endsWith('/'), 'APP_URL ends with a slash, which would stand twice in every link.');
  const content = URL.parse(text('CONTENT_URL'));
  need(
    text('CONTENT_URL') === '' || content?.protocol === 'https:' || content?.hostname === '127.0.0.1',
    'CONTENT_URL is no https address: packages would travel readable.',
  );
  need(!EXAMPLE.test(content?.hostname ?? ''), 'CONTENT_URL is still the one of the example.');
  need(
    content === null || content.host !== app?.host,
    'CONTENT_URL is the host of APP_URL: packages would run as the product.',
  );
  need(
    content === null || /^(\*\..*|127\.0\.0\.1)$/.test(content.hostname) || content.host === app?.host,
    'CONTENT_URL names one host: packages of all companies would share its storage. Begin it with *.',
  );
  need(
    !content?.hostname.startsWith('*.') || !`.${app?.hostname}`.endsWith(content.hostname.slice(1)),
    'CONTENT_URL holds the host of APP_URL: packages would share its domain.',
  );
  need(
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text('MAIL_FROM')),
    'MAIL_FROM is no e-mail address: mails need a sender.',
  );
  need(!EXAMPLE.test(text('MAIL_FROM')), 'MAIL_FROM is still the one of the example.');
  need(text('PRODUCT_NAME') !== '', 'PRODUCT_NAME is missing: it stands in every mail.');
  const storage = URL.parse(text('S3_ENDPOINT'));
  need(storage !== null, 'S3_ENDPOINT is missing: browsers send files there.');
  need(
    storage === null || storage.protocol === 'https:' || isHere(text('S3_ENDPOINT')),
    'S3_ENDPOINT is no https address: files would travel readable.',
  );
  need(
    text('DATABASE_PROXY') === '' || isHere(text('DATABASE_PROXY')),
    'DATABASE_PROXY is set: it is for this machine alone, and would read every query.',
  );
  need(
    text('PASSWORD_ROUNDS') === '',
    'PASSWORD_ROUNDS is set: it is for tests alone, and would make hashes that are soon guessed.',
  );
  const files = config.r2_buckets.find(({ binding }) => binding === 'FILES');
  need(files !== undefined, 'The bucket has no binding FILES.');
  need(
    text('S3_BUCKET') === (files?.bucket_name ?? ''),
    `S3_BUCKET names another bucket than the binding FILES (${files?.bucket_name ?? 'none'}).`,
  );
  need(config.assets?.binding === 'ASSETS', 'The client has no binding ASSETS.');
  need(
    config.send_email.some(({ name }) => name === 'MAIL'),
    'There is no binding MAIL to send mails with.',
  );
  for (const name of ['PUBLIC_CALLS', 'FILE_CALLS', 'DIRECTORY_CALLS'])
    need(
      config.ratelimits.some((each) => each.name === name),
      `The rate limit ${name} is missing.`,
    );
  need(
    config.durable_objects.bindings.some(
      ({ name, class_name }) => name === 'EXAM_CLOCK' && class_name === 'ExamClock',
    ),
    'The exam clock has no binding EXAM_CLOCK.',
  );
  need(
    config.migrations.some(({ new_sqlite_classes }) => new_sqlite_classes?.includes('ExamClock')),
    'No migration makes the Durable Object ExamClock.',
  );
  need(
    config.triggers.crons?.includes('* * * * *') ?? false,
    'There is no cron trigger for each minute: mails, reminders and the sweep of exams depend on it.',
  );
  need(config.compatibility_flags.includes('nodejs_compat'), 'The flag nodejs_compat is missing.');
  return problems;
}

/** What is wrong with the secrets: one sentence each. */
export function secretProblems(secrets: Secrets): string[] {
  const problems = SECRETS.filter((name) => !secrets[name]).map((name) => `The secret ${name} is missing.`);
  for (const name of ['JWT_SECRET', 'PASSWORD_PEPPER', 'HEALTH_TOKEN']) {
    const value = secrets[name];
    if (value && value.length < LEAST_SECRET)
      problems.push(
        `${name} has ${value.length} characters; at least ${LEAST_SECRET} keep it from being guessed.`,
      );
  }
  if (secrets['JWT_SECRET'] && secrets['JWT_SECRET'] === secrets['PASSWORD_PEPPER'])
    problems.push('JWT_SECRET and PASSWORD_PEPPER are the same: whoever learns one has both.');
  for (const name of ['GOOGLE_SIGN_IN', 'FACEBOOK_SIGN_IN']) {
    const value = secrets[name];
    if (value && !isProvider(value)) problems.push(`${name} is no JSON with client_id and client_secret.`);
  }
  return problems;
}

function isProvider(value: string): boolean {
  try {
    const { client_id, client_secret } = JSON.parse(value) as Record<string, unknown>;
    return typeof client_id === 'string' && typeof client_secret === 'string';
  } catch {
    return false;
  }
}

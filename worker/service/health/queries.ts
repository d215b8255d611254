import { AppError } from '../../errors/app-error.ts';
import type { Env } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/hash.ts';
import type * as contract from './contract.ts';
import { health } from './functions.ts';
import { problemsOf, statusOf, type Checked } from './health.ts';

type Health = ResponseOf<typeof contract.getHealth>;

/** Whoever asks more often hears the same again. */
const KEPT_MS = 5_000;
let kept: { until: number; checked: Promise<Checked> } | null = null;

/**
 * How the product is; all figures for the operator's token only.
 * @throws unavailable when the database does not answer
 */
export async function healthOf(env: Env, db: Db, bearer: string | null): Promise<Health> {
  if (!kept || kept.until < Date.now()) kept = { until: Date.now() + KEPT_MS, checked: check(env, db) };
  const checked = await kept.checked;
  const status = statusOf(checked);
  const isOperator =
    Boolean(env.HEALTH_TOKEN) && bearer !== null && sha256(bearer) === sha256(env.HEALTH_TOKEN!);
  const { jobs, mails, errors } = checked.stored ?? {};
  const figures: Partial<Health> = isOperator
    ? {
        version: env.VERSION?.id ?? '',
        database: checked.database,
        storage: checked.storage,
        ...(checked.stored ? { jobs, mails, errors } : {}),
        problems: problemsOf(checked),
      }
    : {};
  if (status === 'down') throw new AppError('unavailable', { extra: { status, ...figures } });
  return { status, ...figures };
}

async function check(env: Env, db: Db): Promise<Checked> {
  const [[stored, database], [, storage]] = await Promise.all([
    timed(async () => (await db.system(health({})))[0][0]!),
    timed(() => env.FILES.head('health')),
  ]);
  return { stored, database, storage };
}

async function timed<T>(ask: () => Promise<T>): Promise<[T | null, { ok: boolean; ms: number }]> {
  const started = Date.now();
  const ms = () => Date.now() - started;
  try {
    const answer = await ask();
    return [answer, { ok: true, ms: ms() }];
  } catch {
    return [null, { ok: false, ms: ms() }];
  }
}

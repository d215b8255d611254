import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { ects } from '../../worker/exams/attempts/attempt.ts';
import { FOLDER_LEVELS } from '../../worker/exams/bank/contract.ts';
import { CLOSING_SECONDS, GRACE_SECONDS } from '../../worker/exams/attempts/contract.ts';
import { RENEWABLE_DAYS } from '../../worker/exams/certificates/contract.ts';
import { DEFAULT_MINUTES, DEFAULT_TRIES, QUESTIONS_LIMIT } from '../../worker/exams/forms/contract.ts';
import { VARIANTS_LIMIT } from '../../worker/exams/prints/contract.ts';
import {
  ESSAY_BYTES,
  filesAsked,
  MEGABYTE,
  RESPONSE_LENGTH,
  SECTIONS_LIMIT,
} from '../../worker/exams/questions/contract.ts';
import { ONLINE_MINUTES } from '../../worker/identity/accounts/contract.ts';
import { CHANGES_COUNTED } from '../../worker/insight/history/contract.ts';
import { LEARNER_ID_LENGTH } from '../../worker/learning/dispatches/contract.ts';
import { JOIN_BEFORE } from '../../worker/learning/webinars/contract.ts';
import { NAME_LENGTH } from '../../worker/platform/contract.ts';
import { ROUND, ROUNDS_A_MINUTE, subjectText } from '../../worker/platform/mail.ts';
import { TOKENS } from '../../worker/platform/secrets/tokens.ts';

const seconds = (interval: string) => `extract(epoch from ${interval})::integer`;
const checkOf = (name: string, number: string) =>
  `(select substring(pg_get_constraintdef(oid) from '${number}')::integer from pg_constraint where conname = '${name}')`;
const { max_files, file_kinds, max_megabytes } = filesAsked({});
const long = 'a'.repeat(300);

/** What the database keeps and a contract says too: an expression of SQL, and the same in TypeScript. */
const SAID_TWICE: [string, unknown][] = [
  [seconds('grace()'), GRACE_SECONDS],
  [seconds('closing_time()'), CLOSING_SECONDS],
  [`minutes_of('{}')`, DEFAULT_MINUTES],
  ['questions_limit()', QUESTIONS_LIMIT],
  ['folder_levels()', FOLDER_LEVELS],
  ['sections_limit()', SECTIONS_LIMIT],
  [`tries_of('{}')`, DEFAULT_TRIES],
  ['response_length()', RESPONSE_LENGTH],
  ['essay_bytes()', ESSAY_BYTES],
  [
    `jsonb_strip_nulls(question_choice('{"type": "upload"}')) - 'type'`,
    { most: max_files, kinds: file_kinds, bytes: max_megabytes * MEGABYTE },
  ],
  [
    'array(select ects(percent) from generate_series(0, 100, 0.25) percent)',
    Array.from({ length: 401 }, (_, place) => ects(place / 4)),
  ],
  [checkOf('print_runs_variants', '<= (\\d+)'), VARIANTS_LIMIT],
  [checkOf('dispatch_learners_id', '<= (\\d+)'), LEARNER_ID_LENGTH],
  [seconds('dispatch_term()'), TOKENS.dispatch.lifetime],
  [seconds('session_term()'), TOKENS.access.lifetime],
  [seconds('online_for()'), ONLINE_MINUTES * 60],
  [seconds('join_before()'), JOIN_BEFORE * 60],
  [seconds('renewable_before()'), RENEWABLE_DAYS * 24 * 3600],
  ['changes_counted()', CHANGES_COUNTED],
  ['name_length()', NAME_LENGTH],
  [`subject_text('${long}')`, subjectText(long)],
];

async function ask(expression: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(`select ${expression} as value`);
  await client.end();
  return rows[0]!.value;
}

test.each(SAID_TWICE)('%s is the same in SQL as in TypeScript', async (expression, value) => {
  expect(await ask(expression)).toEqual(value);
});

test('the index of waiting mails holds those that are tried', async () => {
  const kept = `(select substring(pg_get_expr(indpred, indrelid) from 'tries < (\\d+)')::integer
    from pg_index where indexrelid = 'mails_queues'::regclass)`;
  expect(await ask(kept)).toBe(await ask('mail_tries()'));
});

test('of many mails queued at once fewer are due in a minute than are sent', async () => {
  expect(await ask('mails_a_minute()')).toBeLessThan(ROUND * ROUNDS_A_MINUTE);
});

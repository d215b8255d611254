import type { ErrorCode, ErrorParams } from '#contract/errors';
import { MESSAGE_ORDER } from '#contract/errors/rules';
import { useTranslations } from 'use-intl';
import type { Messages } from '../../i18n/messages.ts';
import { ApiError } from './api.ts';
import { catalogue } from './catalogue.ts';

/** An error to show: of the catalogue, or a text outside of it. */
export type ShownError = { code: ErrorCode; params: ErrorParams } | { raw: string };

/** The first message of an error body in the order of §8; null when it holds none we know to look for. */
function firstMessage(body: unknown): string | null {
  if (Array.isArray(body)) return typeof body[0] === 'string' ? body[0] : null;
  if (typeof body !== 'object' || body === null) return null;
  const record = body as Record<string, unknown>;
  for (const name of [...MESSAGE_ORDER, 'detail', ...Object.keys(record)]) {
    const value = record[name];
    // Beside a detail it names the error; a field of that name has a list.
    if (name === 'code' && !Array.isArray(value)) continue;
    const message: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof message === 'string') return message;
  }
  return null;
}

function shown(message: string): ShownError {
  return catalogue()?.findError(message) ?? { raw: message };
}

const OFFLINE = {};

/** Whether no answer came at all. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** What a failed call has to say: catalogue code, or the body as raw JSON when it is unknown (§8). */
export function errorOf(error: unknown): ShownError {
  if (!(error instanceof ApiError) || isUnanswered(error))
    return { code: 'internal', params: isUnanswered(error) ? OFFLINE : {} };
  const message = firstMessage(error.body);
  const known = message === null ? null : (catalogue()?.findError(message) ?? named(error.body));
  return (
    known ??
    (error.status >= 500
      ? { code: 'internal', params: {} }
      : { raw: JSON.stringify(error.body ?? error.status) })
  );
}

/** What an error that is no field's is named by, where the catalogue could not be had. */
function named(body: unknown): ShownError | null {
  const code = catalogue() ? undefined : (body as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? { code: code as ErrorCode, params: {} } : null;
}

/** The catalogue code of a failed call, or null. */
export function codeOf(error: unknown): ErrorCode | null {
  const found = errorOf(error);
  return 'code' in found ? found.code : null;
}

/** Messages of an error body by field; list positions come as `questions.0.title`. */
export function fieldErrorsOf(error: unknown): Record<string, ShownError> {
  const fields: Record<string, ShownError> = {};
  if (error instanceof ApiError && error.status === 400) collect(error.body, '', fields);
  delete fields['non_field_errors'];
  delete fields['detail'];
  return fields;
}

function collect(value: unknown, path: string, into: Record<string, ShownError>): void {
  if (typeof value === 'string' && path) into[path] ??= shown(value);
  else if (Array.isArray(value) && typeof value[0] === 'string') into[path] ??= shown(value[0]);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(inner, path ? `${path}.${name}` : name, into);
  }
}

type SignedOut = keyof Messages['errors'];
type SignedIn = keyof Messages['refusals'];
type Staff = keyof Messages['staff_refusals'];

/** Localizes errors: `const errorText = useErrorText(); errorText(errorOf(error))`. */
export function useErrorText(): (error: ShownError) => string {
  const t = useTranslations('errors');
  const more = useTranslations('refusals');
  const staff = useTranslations('staff_refusals');
  return (error) => {
    if ('raw' in error) return error.raw;
    const { code, params } = error;
    // No answer at all: the connection is to be looked at, not what was asked.
    if (params === OFFLINE && more.has('offline')) return more('offline');
    if (t.has(code as SignedOut)) return t(code as SignedOut, params);
    if (more.has(code as SignedIn)) return more(code as SignedIn, params);
    // A public screen has no texts for what only private ones can be refused.
    return staff.has(code as Staff)
      ? staff(code as Staff, params)
      : (catalogue()?.messageOf(code, params) ?? code);
  };
}

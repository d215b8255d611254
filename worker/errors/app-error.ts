import { ERRORS, messageOf, type ErrorCode, type ErrorParams } from './contract.ts';
import { MESSAGE_ORDER } from './rules/contract.ts';

/** An error of the catalogue, on its way to the client. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** The field it belongs to; '' for the whole request. */
  readonly field: string;
  /** More for the client to act on, beside the message. */
  readonly extra: Record<string, unknown>;
  /** What the log says of it besides its code. */
  readonly because: string | undefined;

  constructor(
    code: ErrorCode,
    options: { params?: ErrorParams; field?: string; extra?: Record<string, unknown>; because?: string } = {},
  ) {
    super(code);
    this.code = code;
    this.params = options.params ?? {};
    this.field = options.field ?? '';
    this.extra = options.extra ?? {};
    this.because = options.because;
  }
}

/** Several field errors at once, from a body or query that does not fit its contract. */
export class FieldErrors extends Error {
  readonly fields: Record<string, string[]>;

  constructor(fields: Record<string, string[]>) {
    super('field errors');
    this.fields = fields;
  }
}

/** A request repeated under its `Idempotency-Key`: answered with the row that the first one made. */
export class Replay extends Error {
  readonly row_id: number;

  constructor(row_id: number) {
    super('replay');
    this.row_id = row_id;
  }
}

/** The unique constraints that people can run into, with the message and field of each. */
const TAKEN: Record<string, [ErrorCode, string]> = {
  users_email: ['email_taken', 'email'],
  social_links_user: ['social_other_linked', ''],
  security_keys_credential: ['security_key_taken', ''],
  study_groups_name: ['group_name_taken', 'name'],
  programs_name: ['program_name_taken', 'name'],
  courses_name: ['course_name_taken', 'name'],
  course_categories_name: ['course_category_name_taken', 'name'],
  materials_name: ['material_name_taken', 'name'],
};

/** What the detail of an error raised by the database gives the client to act on. */
const EXTRAS: Partial<Record<ErrorCode, (detail: string) => Record<string, unknown>>> = {
  // When it may be sent again.
  already_invited: (detail) => ({ again_at: detail }),
  test_already_started: (detail) => ({ attempt_id: Number(detail) }),
  // The courses that would be left without one.
  group_required: (detail) => (detail ? { courses: JSON.parse(detail) as string[] } : {}),
  // The one that stands there by now.
  mark_changed: (detail) => ({ mark: detail ? (JSON.parse(detail) as unknown) : null }),
  course_locked: (detail) => ({ lock: JSON.parse(detail) as unknown }),
  webinar_locked: (detail) => ({ lock: JSON.parse(detail) as unknown }),
};

interface DatabaseError {
  code: string;
  message: string;
  constraint?: string;
  detail?: string;
  hint?: string;
}

/**
 * Turns what the database raised into an error of the catalogue. Errors of a batch carry the SQLSTATE themselves,
 * those of a single query in `cause`; everything else comes back as it is.
 */
export function fromDatabase(error: unknown): unknown {
  const raised = databaseError(error);
  if (!raised) return error;
  switch (raised.code) {
    case 'OSAPP': {
      const code = raised.message as ErrorCode;
      if (!(code in ERRORS)) return error;
      return new AppError(code, {
        field: raised.hint ?? '',
        params: raised.detail && ERRORS[code].message.includes('{max}') ? { max: raised.detail } : {},
        extra: EXTRAS[code]?.(raised.detail ?? '') ?? {},
      });
    }
    case 'OS001':
      return new AppError('session_ended');
    case 'OS002':
      return new AppError('account_blocked');
    case 'OS003':
      return new AppError('user_type_not_held');
    case 'OS004':
      return new AppError('second_factor_required');
    case 'OS010':
      return new Replay(Number(raised.detail));
    case '23505': {
      const [code, field] = TAKEN[raised.constraint ?? ''] ?? [];
      return code ? new AppError(code, { field }) : error;
    }
    // Text that Postgres cannot hold.
    case '22021':
    case '22P05':
      return new AppError('wrong_type');
    // A reference to another company's row and to a missing one fail alike; only the log knows which reference it was.
    case '23503':
      return new AppError('not_found', { because: raised.constraint ?? 'foreign key' });
    default:
      return error;
  }
}

/** Whether a transaction was undone since it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => databaseError(error)?.code === '40P01';

function databaseError(error: unknown): DatabaseError | null {
  for (const candidate of [error, (error as { cause?: unknown } | null)?.cause]) {
    if (candidate && typeof candidate === 'object' && typeof (candidate as DatabaseError).code === 'string') {
      return candidate as DatabaseError;
    }
  }
  return null;
}

/** Seconds until the same call is worth another try, where the error tells its wait. */
export function waitOf({ code, params: { seconds, minutes } }: AppError): number | undefined {
  // The platform's limits are of a minute.
  if (code === 'rate_limited') return 60;
  return seconds === undefined ? (minutes === undefined ? undefined : Number(minutes) * 60) : Number(seconds);
}

/** What an endpoint says of its errors. */
interface Naming {
  readonly alsoNamed?: Readonly<Record<string, string>>;
  readonly aloneNamed?: Readonly<Record<string, string>>;
  readonly missing?: ErrorCode;
}

/**
 * The body of an error answer (wire conventions) with its status.
 * @param naming the endpoint that was called, where there is one
 */
export function answerOf(
  error: AppError | FieldErrors,
  naming: Naming = {},
): { status: number; body: Record<string, unknown> } {
  if (error instanceof FieldErrors) return { status: 400, body: readable(error.fields, naming) };
  const code = error.code === 'not_found' ? (naming.missing ?? error.code) : error.code;
  const { status } = ERRORS[code];
  const message = messageOf(code, error.params);
  const body =
    status === 400 ? { [error.field || 'non_field_errors']: [message] } : { detail: message, code };
  return { status, body: { ...readable(body, naming), ...error.extra } };
}

/** A body of errors in which also a client finds a message that looks where §8 does, and nowhere else. */
function readable(body: Record<string, unknown>, { alsoNamed, aloneNamed }: Naming): Record<string, unknown> {
  const shown = { ...body };
  for (const [name, own] of Object.entries({ ...alsoNamed, ...aloneNamed }))
    if (own in body) shown[name] ??= body[own];
  if (MESSAGE_ORDER.some((name) => name in shown)) return shown;
  return { ...shown, non_field_errors: [Object.values(body).flat()[0]] };
}

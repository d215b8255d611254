import type { ErrorCode, ErrorParams } from '../contract.ts';

/** Where the first message of an error body is looked for, in the order of §8 (a plain list comes first). */
export const MESSAGE_ORDER = [
  'non_field_errors',
  'email',
  'photo',
  'study_groups',
  'name',
  'new_password',
  'old_password',
] as const;

/** What is to be known of a zod issue (parsed with `reportInput: true`). */
interface FieldIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly input?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly exact?: unknown;
  readonly expected?: unknown;
  readonly format?: unknown;
  readonly keys?: unknown;
}

export interface FieldError {
  /** Dotted path of the field, '' for the whole body. */
  field: string;
  code: ErrorCode;
  params: ErrorParams;
}

/**
 * The field errors behind a zod issue, with the texts of §5. One issue about unknown keys gives one error each.
 */
export function fieldErrorsOf(issue: FieldIssue): FieldError[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys as string[];
    return keys.map((key) => ({ field: field ? `${field}.${key}` : key, code: 'unknown_field', params: {} }));
  }
  return [{ field, ...ruleBroken(issue) }];
}

/** The lists whose emptiness the specification words as a missing group (§8). */
const GROUP_LISTS = new Set(['group_ids', 'study_groups']);

/** What is wrong with a field whose own rule refuses it. */
const REFUSED = new Map<string, ErrorCode>([
  ['password', 'password_invalid'],
  ['new_password', 'password_invalid'],
  ['phone', 'invalid_phone'],
  ['quiet_to', 'quiet_hours_ends'],
]);

function ruleBroken(issue: FieldIssue): { code: ErrorCode; params: ErrorParams } {
  const plain = (code: ErrorCode) => ({ code, params: {} });
  if (issue.path.at(-1) === 'privacy_policy') return plain('privacy_policy_required');
  const isGroups = GROUP_LISTS.has(String(issue.path.at(-1)));
  if (issue.input === undefined && issue.code !== 'unrecognized_keys')
    return plain(isGroups ? 'group_required' : 'required');
  const isNumber = issue.origin === 'number' || issue.origin === 'int';
  switch (issue.code) {
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (isNumber) return { code: 'min_value', params: { min: minimum } };
      if (issue.exact) return { code: 'exact_length', params: { length: minimum } };
      if (issue.origin === 'array') return plain(isGroups ? 'group_required' : 'required');
      return plain(minimum === 1 || !String(issue.input).trim() ? 'required' : 'too_short');
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (isNumber) return { code: 'max_value', params: { max: maximum } };
      if (issue.path.at(-1) === 'tags') return { code: 'too_many_tags', params: { max: maximum } };
      return issue.exact ? { code: 'exact_length', params: { length: maximum } } : plain('too_long');
    }
    case 'invalid_type':
      return plain(issue.expected === 'number' || issue.expected === 'int' ? 'not_whole' : 'wrong_type');
    case 'invalid_format':
      return plain(issue.format === 'email' ? 'invalid_email' : 'wrong_type');
    case 'invalid_value':
      return plain('invalid_choice');
    default:
      return plain(REFUSED.get(String(issue.path.at(-1))) ?? 'wrong_type');
  }
}

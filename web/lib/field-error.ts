import type { ErrorCode, ErrorParams } from '#contract/errors';

interface Issue {
  code?: string | undefined;
  minimum?: number | bigint;
  maximum?: number | bigint;
  exact?: boolean;
  origin?: string;
  format?: string;
  input?: unknown;
  path: PropertyKey[];
}

/** The catalogue's word for a broken rule of a contract's body (§5). */
export function fieldErrorOf(given: unknown): { code: ErrorCode; params: ErrorParams } {
  const issue = given as Issue;
  const sized = issue.origin === 'string' || issue.origin === 'array';
  if (issue.code === 'too_small' && sized) {
    if (issue.exact) return { code: 'exact_length', params: { length: Number(issue.minimum) } };
    return { code: Number(issue.minimum) <= 1 ? 'required' : 'too_short', params: {} };
  }
  if (issue.code === 'too_big' && sized) {
    if (issue.exact) return { code: 'exact_length', params: { length: Number(issue.maximum) } };
    return { code: 'too_long', params: {} };
  }
  if (issue.code === 'too_small') return { code: 'min_value', params: { min: Number(issue.minimum) } };
  if (issue.code === 'too_big') return { code: 'max_value', params: { max: Number(issue.maximum) } };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { code: 'invalid_email', params: {} };
  if (issue.code === 'invalid_format' && issue.format === 'safeint') return { code: 'not_whole', params: {} };
  if (issue.code === 'invalid_type') return { code: issue.input === undefined || issue.input === null ? 'required' : 'not_whole', params: {} };
  if (issue.code === 'invalid_value' && issue.path[0] === 'privacy_policy') return { code: 'privacy_policy_required', params: {} };
  return { code: 'invalid_choice', params: {} };
}

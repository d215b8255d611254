import type { passwordResetLink } from '#contract/identity/accounts';
import type { invitation } from '#contract/people/invitations';
import type { ResponseOf } from '#contract/platform';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { codeOf } from '../../../lib/api/errors.ts';
import { suggestLanguage } from '../../../lib/words/locale.tsx';

/** What the link of a mail is for; its reader's language is suggested before anything of it is shown. */
export function useLink<E extends typeof invitation | typeof passwordResetLink>(endpoint: E, token: string) {
  const [found, setFound] = useState<ResponseOf<E> | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    setProblem(null);
    call(endpoint as typeof invitation, { body: { token } }).then(
      async (answer) => {
        await suggestLanguage(answer.language);
        if (current) setFound(answer as ResponseOf<E>);
      },
      (error: unknown) => current && setProblem(error),
    );
    return () => {
      current = false;
    };
  }, [endpoint, token, attempt]);

  return { found, problem, retry: () => setAttempt(attempt + 1) };
}

const PASSING = new Set(['internal', 'rate_limited', 'slow_down', 'too_many_attempts']);

/** Whether a failure says nothing about the link itself, so that trying again may help. */
export function isPassing(problem: unknown): boolean {
  const code = codeOf(problem);
  return code !== null && PASSING.has(code);
}

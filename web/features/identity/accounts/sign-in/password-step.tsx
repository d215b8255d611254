import { createToken } from '#contract/identity/accounts';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, type ShownError, useErrorText } from '../../../../lib/api/errors.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PasswordField } from '../../../../ui/plain/password-field.tsx';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../../ui/plain/plain-field.tsx';
import { HiddenUsername } from '../../../../ui/form/hidden-username.tsx';
import { Problem } from '../problem.tsx';

export type Credentials = BodyInputOf<typeof createToken>;
export type SignInAnswer = ResponseOf<typeof createToken>;

/** The link of an invitation, and what the button says that accepts it. */
export interface InvitationAlong {
  token: string;
  submit: string;
}

interface Props {
  username: string;
  /** Why the person is here again, such as a ticket that ran out. */
  problem: ShownError | null;
  besidePassword?: ((username: string) => ReactNode) | undefined;
  /** Accepted along; the name is that of its mailbox. */
  invitation?: InvitationAlong | undefined;
  onAnswer: (answer: SignInAnswer, typed: Credentials) => void;
  onUnconfirmed: (typed: Credentials) => void;
  /** Right, but of somebody who belongs to no company. */
  onHomeless: (typed: Credentials) => void;
}

/** Others may have caused it; a new password by mail gets past it. */
const isLock = (problem: ShownError) =>
  'code' in problem && (problem.code === 'too_many_attempts' || problem.code === 'slow_down');

/** The first step of signing in: e-mail or phone, and the password. */
export function PasswordStep({
  username,
  problem: before,
  besidePassword,
  invitation,
  onAnswer,
  onUnconfirmed,
  onHomeless,
}: Props) {
  const t = useTranslations('accounts');
  const errorText = useErrorText();
  const [problem, setProblem] = useState(before);
  const password = useRef<HTMLInputElement>(null);
  const isInvited = invitation !== undefined;
  const form = useForm({
    endpoint: createToken,
    initial: { username, password: '' },
    body: (values) => ({ ...values, ...(invitation && { invitation: invitation.token }) }),
    onDone: onAnswer,
    onError: (error) => {
      if (codeOf(error) === 'email_not_verified') onUnconfirmed(form.values);
      else if (codeOf(error) === 'no_company') onHomeless(form.values);
      else setProblem(errorOf(error));
      return true;
    },
  });

  useEffect(() => {
    // An invitation is read first.
    if (username && !isInvited) password.current?.focus();
  }, [username, isInvited]);

  return (
    <form
      className="stack gap-7"
      noValidate
      onSubmit={(event) => {
        setProblem(null);
        form.submit(event);
      }}
    >
      {problem && (
        <Problem>
          {errorText(problem)}
          {isLock(problem) && ` ${t('login.locked')}`}
        </Problem>
      )}
      {invitation ? (
        <HiddenUsername value={username} />
      ) : (
        <PlainField
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
      )}
      <PasswordField
        ref={password}
        // In a dialog, which would otherwise move the focus to its first field.
        data-autofocus={username !== '' || undefined}
        label={t('password')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {besidePassword?.(form.values.username)}
      <PlainButton type="submit" wide busy={form.busy}>
        {invitation?.submit ?? t('login.submit')}
      </PlainButton>
    </form>
  );
}

import type { SignInAnswer } from './sign-in/password-step.tsx';

/** What signing in still needs after the password or a provider's answer. */
export type PendingSignIn = Exclude<SignInAnswer, { access: string }>;

import { createToken, type signedIn } from '#contract/identity/accounts';
import { convertToken } from '#contract/identity/social';
import type { BodyInputOf } from '#contract/platform';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { infer as Infer } from 'zod/mini';
import { errorOf, type ShownError } from '../../../../lib/api/errors.ts';
import { type Form, useForm } from '../../../../lib/form/use-form.ts';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../../ui/plain/plain-field.tsx';
import classes from '../accounts.module.css';
import { TextButton } from '../text-button.tsx';

type Answer = Infer<typeof signedIn>;

interface Props<Sent> {
  /** What proved who somebody is, and found no company of theirs. */
  proof: Sent;
  onAnswer: (answer: Answer) => void;
  /** Back to the beginning, with the reason where there is one. */
  onBack: (why: ShownError | null) => void;
}

/** Founds a company for an account that belongs to none, such as one that left its last. */
export function FoundingStep({ proof, ...props }: Props<BodyInputOf<typeof createToken>>) {
  const form = useForm({
    endpoint: createToken,
    initial: { new_space: '' },
    body: (values) => ({ ...proof, ...values }),
    onDone: props.onAnswer,
  });
  return <Founding form={form} onBack={() => props.onBack(null)} />;
}

/** The same, after signing in with a provider, whose token may run out meanwhile. */
export function FoundingWithProvider({ proof, ...props }: Props<BodyInputOf<typeof convertToken>>) {
  const form = useForm({
    endpoint: convertToken,
    initial: { new_space: '' },
    body: (values) => ({ ...proof, ...values }),
    onDone: props.onAnswer,
    onError: (error) => {
      const why = errorOf(error);
      if (!('code' in why) || why.code !== 'social_refused') return false;
      props.onBack(why);
      return true;
    },
  });
  return <Founding form={form} onBack={() => props.onBack(null)} />;
}

function Founding({ form, onBack }: { form: Form<{ new_space: string }>; onBack: () => void }) {
  const t = useTranslations('accounts');
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  return (
    <form className="stack gap-7" noValidate onSubmit={form.submit}>
      <PlainField
        ref={name}
        label={t('company_name')}
        autoComplete="organization"
        {...form.field('new_space')}
      />
      <PlainButton type="submit" wide busy={form.busy}>
        {t('founding.submit')}
      </PlainButton>
      <div className={classes.ways}>
        <TextButton onClick={onBack}>{t('second_factor.back')}</TextButton>
      </div>
    </form>
  );
}

import { finishRegistration } from '#contract/people/invitations';
import { useTranslations } from 'use-intl';
import { startSession } from '../../../../lib/session/session.ts';
import { PRODUCT_NAME } from '../../../../lib/words/product.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { passwordErrors, PasswordFields } from '../../../../ui/plain/password-fields.tsx';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../../ui/plain/plain-field.tsx';
import classes from '../accounts.module.css';
import { HiddenUsername } from '../../../../ui/form/hidden-username.tsx';
import type { Invitation } from './invitation-facts.tsx';
import { PrivacyCheckbox } from '../privacy-checkbox.tsx';

interface Props {
  token: string;
  invitation: Invitation;
  onDone: () => void;
}

/** Accepts by making an account: names, password and privacy policy. */
export function InvitationForm({ token, invitation: invited, onDone }: Props) {
  const t = useTranslations();
  const ownerOf = (names: { first_name: string; last_name: string }) => ({
    ...names,
    email: invited.email,
    phone: invited.phone,
    places: [invited.company, PRODUCT_NAME],
  });
  const form = useForm({
    endpoint: finishRegistration,
    initial: {
      first_name: invited.first_name,
      last_name: invited.last_name,
      password: '',
      password_repeat: '',
      privacy_policy: false,
    },
    body: ({ password_repeat: _, privacy_policy, ...rest }) => ({
      ...rest,
      token,
      privacy_policy: privacy_policy as true,
    }),
    check: (values) => passwordErrors(values, ownerOf(values)),
    onDone: ({ access }) => {
      startSession(access);
      onDone();
    },
  });
  return (
    <form className="stack gap-7" noValidate onSubmit={form.submit}>
      <HiddenUsername value={invited.email ?? invited.phone ?? ''} />
      <div className={classes.pair}>
        <PlainField label={t('accounts.last_name')} autoComplete="family-name" {...form.field('last_name')} />
        <PlainField
          label={t('accounts.first_name')}
          autoComplete="given-name"
          {...form.field('first_name')}
        />
      </div>
      <PasswordFields form={form} owner={ownerOf(form.values)} />
      <PrivacyCheckbox form={form} />
      <PlainButton type="submit" wide busy={form.busy}>
        {t('links.finish.submit')}
      </PlainButton>
    </form>
  );
}

import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Form } from '../../../lib/form/use-form.ts';
import { PlainCheckbox } from '../../../ui/plain/plain-checkbox.tsx';
import classes from './accounts.module.css';

/** The privacy policy has to be accepted (§5); the policy opens beside the form, which stays as typed. */
export function PrivacyCheckbox<V extends { privacy_policy: boolean }>({ form }: { form: Form<V> }) {
  const t = useTranslations('accounts');
  return (
    <PlainCheckbox
      label={t.rich('privacy_policy', {
        link: (words) => (
          <Link to="/privacy" target="_blank" className={classes.link}>
            {words}
          </Link>
        ),
      })}
      {...form.checkbox('privacy_policy')}
    />
  );
}

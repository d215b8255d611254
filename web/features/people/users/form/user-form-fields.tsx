import { useTranslations } from 'use-intl';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import type { Form } from '../../../../lib/form/use-form.ts';
import { PersonPlaceField } from './person-place-field.tsx';
import classes from './user-form.module.css';

export interface PersonValues {
  email: string;
  phone: string;
  first_name: string;
  last_name: string;
  middle_name: string;
  position: string;
  subdivision: string;
  comment: string;
}

interface Props<V extends PersonValues> {
  form: Form<V>;
}

/** Who the person is and how they sign in. */
export function IdentityFields<V extends PersonValues>({
  form,
  locked = false,
}: Props<V> & { locked?: boolean }) {
  const t = useTranslations('users');
  return (
    <div className={`${classes.identity} stack gap-7`} data-locked={locked || undefined}>
      <div className={classes.pair}>
        <TextInput label={t('form.last_name')} readOnly={locked} {...form.field('last_name')} />
        <TextInput label={t('form.first_name')} readOnly={locked} {...form.field('first_name')} />
      </div>
      <TextInput label={t('form.middle_name')} readOnly={locked} {...form.field('middle_name')} />
      {!locked && <p className="note">{t('form.login_hint')}</p>}
      <div className={classes.pair}>
        <TextInput
          type="email"
          label={t('email')}
          spellCheck={false}
          readOnly={locked}
          {...form.field('email')}
        />
        <TextInput
          type="tel"
          label={t('phone')}
          placeholder={locked ? '' : '+380 67 123 45 67'}
          readOnly={locked}
          {...form.field('phone')}
        />
      </div>
    </div>
  );
}

/** Where the person stands in the company. */
export function PlaceFields<V extends PersonValues>({ form }: Props<V>) {
  const t = useTranslations('users');
  return (
    <>
      <div className={classes.pair}>
        <PersonPlaceField directory="position" label={t('position')} {...form.field('position')} />
        <PersonPlaceField directory="subdivision" label={t('subdivision')} {...form.field('subdivision')} />
      </div>
      <Textarea
        label={t('form.comment')}
        description={t('form.comment_hint')}
        minRows={2}
        maxRows={8}
        {...form.field('comment')}
      />
    </>
  );
}

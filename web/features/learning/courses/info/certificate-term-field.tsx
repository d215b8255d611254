import { CERTIFICATE_MONTHS } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { Radio } from '../../../../ui/control/choice/radio.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import classes from '../form/course-form.module.css';

const YEAR = 12;

interface Props {
  /** Months; what is no number yet stays as it was typed; null: for good. */
  value: number | string | null;
  onChange: (value: number | string | null) => void;
  onBlur: () => void;
  error: string | undefined;
  /** The switch of what happens at the end of a term. */
  renews: { checked: boolean; onChange: (event: React.ChangeEvent<HTMLInputElement>) => void };
}

/** For how long the certificates of a course hold, and whether their renewal opens by itself. */
export function CertificateTermField({ value, onChange, onBlur, error, renews }: Props) {
  const t = useTranslations('courses.certificate_term');
  const isLimited = value !== null;
  return (
    <Radio.Group
      label={t('label')}
      description={t('hint')}
      value={isLimited ? 'months' : 'for_good'}
      onChange={(chosen) => onChange(chosen === 'months' ? YEAR : null)}
    >
      <div className="stack gap-5 after-4">
        <Radio value="for_good" label={t('for_good')} />
        <Radio value="months" label={t('limited')} description={t('limited_hint')} />
        {isLimited && (
          <TextInput
            name="certificate_months"
            className={classes.months}
            inputMode="numeric"
            autoComplete="off"
            label={t('months', CERTIFICATE_MONTHS)}
            value={value}
            onChange={(event) => onChange(typedOf(event.currentTarget.value))}
            onBlur={onBlur}
            error={error}
          />
        )}
        {isLimited && (
          <Checkbox
            className={classes.within}
            label={t('renews')}
            description={t('renews_hint')}
            {...renews}
          />
        )}
      </div>
    </Radio.Group>
  );
}

function typedOf(text: string): number | string {
  const typed = text.trim();
  const number = Number(typed);
  return typed !== '' && String(number) === typed ? number : typed;
}

import { useTranslations } from 'use-intl';
import { Radio } from '../../../../ui/control/choice/radio.tsx';

interface Props {
  /** Everything in the course, or its tests alone. */
  value: boolean;
  onChange: (value: boolean) => void;
}

/** What a student has done who gets the certificate of a course. */
export function CertificateNeedsField({ value, onChange }: Props) {
  const t = useTranslations('courses.certificate_needs');
  return (
    <Radio.Group
      label={t('label')}
      description={t('hint')}
      value={value ? 'all' : 'tests'}
      onChange={(chosen) => onChange(chosen === 'all')}
    >
      <div className="stack gap-5 after-4">
        <Radio value="all" label={t('all')} description={t('all_hint')} />
        <Radio value="tests" label={t('tests')} description={t('tests_hint')} />
      </div>
    </Radio.Group>
  );
}

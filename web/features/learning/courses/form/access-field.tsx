import { ACCESS_TERMS } from '#contract/learning/courses';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { Radio } from '../../../../ui/control/choice/radio.tsx';

type Props = Omit<ComponentProps<typeof Radio.Group>, 'label' | 'children'>;

/** Whether the materials of a course open all at once, or one after another. */
export function AccessField(field: Props) {
  const t = useTranslations('courses.access');
  return (
    <Radio.Group label={t('label')} {...field}>
      <div className="stack gap-5 after-4">
        {ACCESS_TERMS.map((terms) => (
          <Radio key={terms} value={terms} label={t(terms)} description={t(`${terms}_hint`)} />
        ))}
      </div>
    </Radio.Group>
  );
}

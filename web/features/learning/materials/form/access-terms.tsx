import { getCourse } from '#contract/learning/courses';
import { DONE_WHEN, NEXT_ACCESS, updateMaterial } from '#contract/learning/materials';
import { useTranslations } from 'use-intl';
import { Radio } from '../../../../ui/control/choice/radio.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Section } from '../../../../ui/page/panel.tsx';
import classes from './material-form.module.css';
import type { Material, MaterialType } from '../material.ts';

interface Terms {
  next_access: (typeof NEXT_ACCESS)[number];
  done_when: (typeof DONE_WHEN)[number];
}

interface Props extends Terms {
  course_id: number;
  type: MaterialType;
  onChange: (change: Partial<Terms>) => void;
}

/** What opens the next material, and for a practice or a package also when it is done. */
export function AccessTerms({ course_id, type, next_access, done_when, onChange }: Props) {
  const t = useTranslations('materials.form');
  const course = useData(getCourse, { params: { id: course_id } });
  const words = type === 'package' ? 'package_' : '';
  return (
    <>
      <Section title={t('access')}>
        <Radio.Group
          aria-label={t('access')}
          value={next_access}
          onChange={(value) => onChange({ next_access: value })}
        >
          <div className={classes.choices}>
            {NEXT_ACCESS.map((one) => (
              <Radio.Card key={one} value={one} className={`${classes.type} lit picks`}>
                <span className={`${classes.typeName} whole`}>{t(`next_access.${one}`)}</span>
                <span className={classes.typeHint}>{t(`next_access_hint.${one}`)}</span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        {course.data?.material_access === 'all_materials_access' && (
          <p className="quiet flush after-5">{t('all_open')}</p>
        )}
      </Section>
      {(type === 'practice' || type === 'package') && (
        <Section title={t(`${words}done_when`)}>
          <Radio.Group
            aria-label={t(`${words}done_when`)}
            value={done_when}
            onChange={(value) => onChange({ done_when: value })}
          >
            <div className="stack gap-7">
              {DONE_WHEN.map((one) => (
                <Radio key={one} value={one} label={t(`${words}done_when_${one}`)} />
              ))}
            </div>
          </Radio.Group>
        </Section>
      )}
    </>
  );
}

/** The same for a material whose form has a builder of its own: each choice is saved at once. */
export default function SavedAccessTerms({ material }: { material: Material }) {
  const common = useTranslations('common');
  const change = useAction(updateMaterial, { onDone: () => showSuccess(common('saved')) });
  const { id, course_id, type, next_access, done_when } = material;
  return (
    <AccessTerms
      course_id={course_id}
      type={type}
      next_access={next_access}
      done_when={done_when}
      onChange={(body) => void change.run({ params: { id: course_id, materialId: id }, body })}
    />
  );
}

import { updateCourse } from '#contract/learning/courses';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import type { Course } from '../course.ts';

/** Gives a draft to its students, after saying to how many and whether there is anything in it. */
export function PublishCourse({ course: { id, students, education_materials } }: { course: Course }) {
  const t = useTranslations('courses.settings');
  const lacking = education_materials.filter(({ lacks_file, archived }) => lacks_file && !archived);
  const [asking, setAsking] = useState(false);
  const publish = useAction(updateCourse, {
    onDone: () => {
      showSuccess(t('published'));
      setAsking(false);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('publish')}</Button>
      <ConfirmDialog
        opened={asking}
        title={t('publish_title')}
        text={
          <>
            <p>{t('publish_text', { count: students ?? 0 })}</p>
            {education_materials.length === 0 && <p className="bad">{t('publish_empty')}</p>}
            {lacking.length > 0 && (
              <>
                <p className="bad">{t('publish_without_file')}</p>
                <ul>
                  {lacking.map(({ id: material, name }) => (
                    <li key={material}>
                      <MathText>{name}</MathText>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        }
        confirmLabel={t('publish')}
        busy={publish.busy}
        onConfirm={() => void publish.run({ params: { id }, body: { published: true } })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

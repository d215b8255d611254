import { getCourse } from '#contract/learning/courses';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ClosedState } from '../../../../ui/state/closed-state.tsx';
import { coursePath, materialPath } from '../../../../lib/paths/material-paths.ts';

interface Props {
  course_id: number;
  material_id: number;
  reason: 'material_locked' | 'blocked_during_tests' | 'account_blocked';
}

/** A material that cannot be opened now: why, and what opens it. */
export function ClosedMaterial({ course_id, material_id, reason }: Props) {
  const t = useTranslations('materials.closed');
  const errorText = useErrorText();
  const course = useData(getCourse, { params: { id: course_id }, enabled: reason !== 'account_blocked' });
  const materials = course.data?.education_materials ?? [];
  const opened_by = materials.find(({ id }) => id === material_id)?.opened_by;
  const why = {
    material_locked: opened_by ? [t('opens_after', { name: opened_by.name })] : [],
    blocked_during_tests: [t('finish_the_test')],
    account_blocked: [],
  };
  return (
    <ClosedState
      title={errorText({ code: reason, params: {} })}
      texts={why[reason]}
      action={
        <>
          {reason === 'material_locked' && opened_by && (
            <Button component={Link} to={materialPath(course_id, opened_by.id)}>
              {t('open_that')}
            </Button>
          )}
          <Button component={Link} to={`${coursePath(course_id)}#theory`} variant="default">
            {t('to_course')}
          </Button>
        </>
      }
    />
  );
}

import { getCourse } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { Hint } from '../../../../ui/state/hint.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState, NoPermission } from '../../../../ui/state/states.tsx';
import { ManagedList } from './managed-list.tsx';
import { coursePath, managePath } from '../../../../lib/paths/material-paths.ts';

type Course = ResponseOf<typeof getCourse>;

function AddMaterial({ course_id }: { course_id: number }) {
  const t = useTranslations('materials');
  return (
    <Button
      component={Link}
      to={`${managePath(course_id)}/constructor`}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('manage.add')}
    </Button>
  );
}

/** As a tab of the course. */
export default function ManagedMaterials({ course }: { course: Course }) {
  return (
    <div className="stack gap-7">
      {course.education_materials.length > 0 && (
        <div className="ends">
          <AddMaterial course_id={course.id} />
        </div>
      )}
      <Materials course={course} />
    </div>
  );
}

function Materials({ course: { id, education_materials } }: { course: Course }) {
  const t = useTranslations('materials');
  return education_materials.length === 0 ? (
    <EmptyState
      title={t('list.empty')}
      text={t('list.empty_editor')}
      action={<AddMaterial course_id={id} />}
    />
  ) : (
    <ManagedList course_id={id} materials={education_materials} />
  );
}

/** The materials of a course for those who edit them. */
export function ManageMaterialsScreen({ course_id }: { course_id: number }) {
  const t = useTranslations('materials');
  const query = useData(getCourse, { params: { id: course_id } });
  return (
    <Loaded query={query}>
      {(course) =>
        course.may_edit_materials ? (
          <>
            <PageHeader
              title={t('manage.title')}
              description={course.education_materials.length > 1 ? t('manage.order_hint') : undefined}
              back={{ to: `${coursePath(course_id)}#theory`, label: course.name }}
              actions={course.education_materials.length > 0 && <AddMaterial course_id={course_id} />}
            />
            <Hint name="course_materials" />
            <Materials course={course} />
          </>
        ) : (
          <NoPermission />
        )
      }
    </Loaded>
  );
}

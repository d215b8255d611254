import { getCourse } from '#contract/learning/courses';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useData } from '../../../../lib/api/use-data.ts';
import { Hint } from '../../../../ui/state/hint.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState, NoPermission } from '../../../../ui/state/states.tsx';
import { ManagedList } from './managed-list.tsx';
import { coursePath, managePath } from '../paths.ts';

/** The materials of a course for those who edit them. */
export function ManageMaterialsScreen({ course_id }: { course_id: number }) {
  const t = useTranslations('materials');
  const query = useData(getCourse, { params: { id: course_id } });
  const add = (
    <Button
      component={Link}
      to={`${managePath(course_id)}/constructor`}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('manage.add')}
    </Button>
  );
  return (
    <Loaded query={query}>
      {(course) =>
        course.may_edit_materials ? (
          <>
            <PageHeader
              title={t('manage.title')}
              description={course.education_materials.length > 1 ? t('manage.order_hint') : undefined}
              back={{ to: `${coursePath(course_id)}#theory`, label: course.name }}
              actions={add}
            />
            <Hint name="course_materials" />
            {course.education_materials.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('list.empty_editor')} action={add} />
            ) : (
              <ManagedList course_id={course_id} materials={course.education_materials} />
            )}
          </>
        ) : (
          <NoPermission />
        )
      }
    </Loaded>
  );
}

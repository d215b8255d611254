import { addCourseCoaches, leaveCourse, removeCourseCoach } from '#contract/learning/courses';
import { IconDoorExit, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/control/button/icon-button.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { call } from '../../../../lib/api/api.ts';
import { useLeave } from '../../../../lib/page/leave.ts';
import { useRemovedToast } from '../../../../lib/api/removal.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { nameOf, PeopleList, type Person } from './people-list.tsx';
import type { Course } from '../course.ts';
import { laterOver } from '../../../../lib/page/later.tsx';

const AddPeopleDialog = laterOver(() => import('./add-people-dialog.tsx'));

/** The coaches or the managers of a course. */
export default function CoursePeople({ course, who }: { course: Course; who: 'coaches' | 'managers' }) {
  return who === 'coaches' ? <CourseCoaches course={course} /> : <CourseManagers course={course} />;
}

/** Who teaches a course; they come and go here. */
function CourseCoaches({ course }: { course: Course }) {
  const t = useTranslations('courses');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Person | null>(null);
  const add = may('editCourseCoach') && (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('coaches.add')}
    </Button>
  );
  const some = course.coaches.length > 0;
  return (
    <>
      {(course.may_leave || (some && add)) && (
        <div className="buttons fills before-5">
          {course.may_leave && <LeaveCourse course={course} />}
          {some && add}
        </div>
      )}
      {some ? (
        <PeopleList
          people={course.coaches}
          label={t('tabs.coaches')}
          {...(course.may_edit && {
            action: (coach: Person) => (
              <IconButton
                variant="subtle"
                color="brick"
                size={44}
                aria-label={t('coaches.remove', { name: nameOf(coach) })}
                title={t('coaches.remove_short')}
                onClick={() => setRemoving(coach)}
              >
                <IconUserMinus size={20} aria-hidden />
              </IconButton>
            ),
          })}
        />
      ) : (
        <div className="box">
          <EmptyState title={t('no_coaches')} text={add && t('no_coaches_text')} action={add} />
        </div>
      )}
      {adding && <AddPeopleDialog course={course} as="coach" onClose={() => setAdding(false)} />}
      {removing && <RemoveCoach course={course} coach={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

/** The managers of the course's groups. */
function CourseManagers({ course }: { course: Course }) {
  const t = useTranslations('courses');
  if (course.managers.length > 0) return <PeopleList people={course.managers} label={t('tabs.managers')} />;
  return (
    <div className="box">
      <EmptyState title={t('no_managers')} text={course.may_edit && t('no_managers_text')} />
    </div>
  );
}

function RemoveCoach({ course, coach, onClose }: { course: Course; coach: Person; onClose: () => void }) {
  const t = useTranslations('courses.coaches');
  const words = { name: nameOf(coach), course: course.name };
  const params = { id: course.id };
  const removed = useRemovedToast();
  const remove = useAction(removeCourseCoach, {
    onDone: () => {
      void removed(
        t('removed', words),
        { object_model: 'course', object_id: course.id, name: course.name },
        () => call(addCourseCoaches, { params, body: { user_ids: [coach.id] } }),
      );
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('remove_title')}
      text={t('remove_text', words)}
      confirmLabel={t('remove_short')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id: course.id, user_id: coach.id } })}
      onCancel={onClose}
    />
  );
}

function LeaveCourse({ course: { id, name } }: { course: Course }) {
  const t = useTranslations('courses.leave');
  const leavePage = useLeave();
  const [asking, setAsking] = useState(false);
  const leave = useAction(leaveCourse, {
    onDone: () => {
      showSuccess(t('done', { name }));
      leavePage('/course');
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDoorExit size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('action')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('title')}
        text={t('text', { name })}
        confirmLabel={t('action')}
        danger
        busy={leave.busy}
        onConfirm={() => void leave.run({ params: { id }, quiet: true })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

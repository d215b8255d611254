import {
  addCourseStudents,
  COURSE_STATES,
  listCourseStudents,
  removeCourseStudent,
} from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import {
  IconCalendarDue,
  IconEye,
  IconListCheck,
  IconLock,
  IconLockOpen,
  IconMailPlus,
  IconRepeat,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { call } from '../../../../lib/api/api.ts';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useRemovedToast } from '../../../../lib/api/removal.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import { LongText } from '../../../../ui/table/long-text.tsx';
import { TwoLines } from '../../../../ui/table/two-lines.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { nameOf } from './people-list.tsx';
import type { Course } from '../course.ts';
import { laterOver } from '../../../../lib/page/later.tsx';
import { COURSE_TONES } from '../../../../ui/step/course-tones.ts';
import { DueCell } from '../../../../ui/step/due-cell.tsx';

const AddPeopleDialog = laterOver(() => import('./add-people-dialog.tsx'));
const DueDialog = laterOver(() => import('./due-dialog.tsx'));

type Student = ResponseOf<typeof listCourseStudents>['results'][number];
const FILTERS = ['state', 'group', 'blocked'] as const;

type Act = { action: 'block' | 'remove' | 'materials' | 'due' } | { action: 'retake'; form_id: number };
type Asked = Act & { student: Student };

interface Props {
  course: Course;
  /** The dialog with the materials as one student has them. */
  studentMaterials: (student: { id: number; name: string }, onClose: () => void) => ReactNode;
  /** The action that saves a student's certificate. */
  certificate: (student: { id: number }) => ReactNode;
  /** The dialog that grants a student a retake of a form. */
  retake: (form_id: number, student: Student, onClose: () => void) => ReactNode;
  /** The dialog that invites somebody who is not in the company yet. */
  invite: (onClose: () => void) => ReactNode;
}

/** Who studies in a course and how far they are; they are added, kept out and let in again here. */
export default function CourseStudents({ course, studentMaterials, certificate, retake, invite }: Props) {
  const t = useTranslations();
  const may = useMay();
  const list = useListState(listCourseStudents);
  const students = useData(listCourseStudents, { params: { id: course.id }, query: list.query, keep: true });
  const [adding, setAdding] = useState(false);
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns();
  const narrowed = list.isNarrowed(FILTERS);
  const isEmpty = students.data?.count === 0 && !students.isPlaceholderData && !narrowed;
  const add = course.may_edit && (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('courses.add.student.title')}
    </Button>
  );
  const inviteButton = may('inviteUser') && (
    <Button
      variant={add ? 'default' : 'filled'}
      leftSection={<IconMailPlus size={18} aria-hidden />}
      onClick={() => setInviting(true)}
    >
      {t('courses.invite_student')}
    </Button>
  );
  return (
    <>
      {(add || inviteButton) && !isEmpty && (
        <div className="buttons fills before-5">
          {inviteButton}
          {add}
        </div>
      )}
      <ListBar list={list} query={students} names={FILTERS}>
        <Filters course={course} />
      </ListBar>
      <DataTable
        label={t('courses.students')}
        columns={columns}
        query={students}
        list={list}
        rowKey={({ id }) => id}
        rowHref={({ id }) => (may('viewUser') ? `/user/${id}` : null)}
        rowMenu={(student) => (
          <StudentMenu
            student={student}
            editable={course.may_edit}
            certificate={student.can_download_certificate && certificate(student)}
            onAsk={(act) => setAsked({ ...act, student })}
          />
        )}
        empty={
          narrowed ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState
              title={t('courses.no_students')}
              text={t('courses.no_students_text')}
              action={
                <>
                  {inviteButton}
                  {add}
                </>
              }
            />
          )
        }
      />
      {inviting && invite(() => setInviting(false))}
      {adding && <AddPeopleDialog course={course} as="student" onClose={() => setAdding(false)} />}
      {asked?.action === 'materials' &&
        studentMaterials({ id: asked.student.id, name: nameOf(asked.student) }, () => setAsked(null))}
      {asked?.action === 'retake' && retake(asked.form_id, asked.student, () => setAsked(null))}
      {asked?.action === 'due' && (
        <DueDialog
          course={course}
          student={{ ...asked.student, name: nameOf(asked.student) }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.action === 'block' && (
        <BlockDialog
          course={course}
          student={asked.student}
          blocked={!asked.student.blocked_in_course}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.action === 'remove' && (
        <RemoveDialog course={course} student={asked.student} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function Filters({ course }: { course: Course }) {
  const t = useTranslations('courses');
  return (
    <>
      <FilterSelect
        name="state"
        label={t('state_label')}
        any={t('any_state')}
        choices={COURSE_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
      />
      {course.groups.length > 1 && (
        <FilterSelect
          name="group"
          label={t('list.group')}
          any={t('list.any_group')}
          choices={course.groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <FilterSelect
        name="blocked"
        label={t('block.filter')}
        any={t('block.any')}
        choices={[
          { value: 'false', label: t('block.none') },
          { value: 'true', label: t('block.only') },
        ]}
      />
    </>
  );
}

function useColumns(): Column<Student>[] {
  const t = useTranslations('courses');
  return [
    {
      key: 'name',
      label: t('student'),
      sort: 'last_name',
      primary: true,
      render: (student) => <PersonLine person={student} />,
    },
    {
      key: 'state',
      label: t('state_label'),
      render: ({ state, certificate_expired, blocked_in_course }) => (
        <span className="cluster gap-3">
          <StatusBadge tone={COURSE_TONES[state]}>{t(`state.${state}`)}</StatusBadge>
          {certificate_expired && <StatusBadge tone="bad">{t('certificate_expired')}</StatusBadge>}
          {blocked_in_course && <StatusBadge tone="bad">{t('block.badge')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'due_at',
      label: t('due.column'),
      render: (student) => <DueCell due={student} />,
    },
    {
      key: 'percent',
      label: t('progress'),
      sort: 'percent',
      numeric: true,
      render: ({ percent, done, total }) => (
        <TwoLines note={t('done_of', { done, total })}>{t('percent', { percent })}</TwoLines>
      ),
    },
    {
      key: 'groups',
      label: t('tabs.groups'),
      render: ({ groups, is_individual_student }) => {
        const names = groups.map(({ name }) => name);
        return (
          <LongText>{[...names, ...(is_individual_student ? [t('individual')] : [])].join(', ')}</LongText>
        );
      },
    },
    {
      key: 'last_activity',
      minor: true,
      label: t('last_activity'),
      sort: 'last_activity',
      render: ({ last_activity }) => (last_activity ? dateTimeText(last_activity) : '—'),
    },
  ];
}

interface MenuProps {
  student: Student;
  /** The course is theirs to give. */
  editable: boolean;
  certificate: ReactNode;
  onAsk: (act: Act) => void;
}

function StudentMenu({ student, editable, certificate, onAsk }: MenuProps) {
  const t = useTranslations('courses');
  const may = useMay();
  const { id, blocked_in_course, is_individual_student, retakes } = student;
  return (
    <RowMenu name={nameOf(student)}>
      {may('viewUser') && (
        <Menu.Item component={Link} to={`/user/${id}`} leftSection={<IconEye size={18} aria-hidden />}>
          {t('view_person')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconListCheck size={18} aria-hidden />}
        onClick={() => onAsk({ action: 'materials' })}
      >
        {t('student_materials')}
      </Menu.Item>
      {may('manageAttempts') &&
        retakes.map(({ form_id, form_name }) => (
          <Menu.Item
            key={form_id}
            leftSection={<IconRepeat size={18} aria-hidden />}
            onClick={() => onAsk({ action: 'retake', form_id })}
          >
            {t('retake', { form: form_name })}
          </Menu.Item>
        ))}
      {certificate}
      {may('blockInCourse') && (
        <Menu.Item
          leftSection={
            blocked_in_course ? <IconLockOpen size={18} aria-hidden /> : <IconLock size={18} aria-hidden />
          }
          onClick={() => onAsk({ action: 'block' })}
        >
          {t(blocked_in_course ? 'block.unblock' : 'block.block')}
        </Menu.Item>
      )}
      {is_individual_student && editable && (
        <Menu.Item
          leftSection={<IconCalendarDue size={18} aria-hidden />}
          onClick={() => onAsk({ action: 'due' })}
        >
          {t('due.action')}
        </Menu.Item>
      )}
      {is_individual_student && (
        <Menu.Item
          color="var(--osn-error)"
          leftSection={<IconUserMinus size={18} aria-hidden />}
          onClick={() => onAsk({ action: 'remove' })}
        >
          {t('remove.action')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}

function RemoveDialog({
  course,
  student,
  onClose,
}: {
  course: Course;
  student: Student;
  onClose: () => void;
}) {
  const t = useTranslations('courses.remove');
  const words = { name: nameOf(student), course: course.name };
  const params = { id: course.id };
  const removed = useRemovedToast();
  const remove = useAction(removeCourseStudent, {
    onDone: () => {
      void removed(
        t('done', words),
        { object_model: 'course', object_id: course.id, name: course.name },
        // Enrolling needs more than looking after who studies.
        course.may_edit
          ? () => call(addCourseStudents, { params, body: { user_ids: [student.id] } })
          : undefined,
      );
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('title')}
      text={t(student.groups.length > 0 ? 'text_group' : 'text', words)}
      confirmLabel={t('action')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id: course.id, user_id: student.id } })}
      onCancel={onClose}
    />
  );
}

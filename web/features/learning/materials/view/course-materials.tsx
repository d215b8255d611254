import type { getCourse } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { IconCheck, IconLock, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useMay } from '../../../../lib/session/session.ts';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { NextStepCard } from '../../../../ui/step/next-step.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { TestBadge } from '../../../../ui/step/test-badge.tsx';
import classes from './course-materials.module.css';
import { isForm, MATERIAL_ICONS } from '../material-type.tsx';
import { managePath, materialPath } from '../../../../lib/paths/material-paths.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

type Course = ResponseOf<typeof getCourse>;
type Material = Course['education_materials'][number];

/** The materials of a course as its readers see them: what is done, what is locked and why, and the next step. */
export function CourseMaterials({
  course,
  ask,
  keep,
}: {
  course: Course;
  /** What may be asked for where the next step waits for somebody. */
  ask?: (step: NonNullable<Course['next_step']>) => ReactNode;
  /** Keeps them for when there is no connection. */
  keep?: ReactNode;
}) {
  const t = useTranslations('materials');
  const student = useMay()('startTest');
  const materials = course.education_materials;
  const manage = course.may_edit_materials && (
    <Button
      component={Link}
      to={managePath(course.id)}
      variant="default"
      leftSection={<IconPencil size={18} aria-hidden />}
    >
      {t('list.manage')}
    </Button>
  );
  if (materials.length === 0) {
    return (
      <EmptyState
        title={t('list.empty')}
        text={course.may_edit_materials ? t('list.empty_editor') : t('list.empty_reader')}
        action={manage}
      />
    );
  }
  return (
    <div className="stack gap-7">
      {student && course.next_step && (
        <NextStepCard
          course_id={course.id}
          step={course.next_step}
          kind={course.next_step.material ? t(`types.${course.next_step.material.type}`) : undefined}
          instead={ask?.(course.next_step)}
        />
      )}
      {manage && <div className="ends">{manage}</div>}
      {keep}
      <ol className={classes.list}>
        {materials.map((material) => (
          <Row key={material.id} course_id={course.id} material={material} student={student} />
        ))}
      </ol>
    </div>
  );
}

function Row({ course_id, material, student }: { course_id: number; material: Material; student: boolean }) {
  const t = useTranslations('materials');
  const { id, name, description, type, done, locked, archived } = material;
  const Icon = MATERIAL_ICONS[type];
  const unpublished = isForm(type) && !material.form_published;
  // Of a test that nobody has touched the kind says enough.
  const told = material.state !== null && material.state !== 'assigned';
  const minutes = useTranslations('step');
  const closed = student && (locked !== null || unpublished);
  return (
    <li className={`${classes.row} ruled ${closed ? '' : 'lit'}`} data-done={done || undefined}>
      <span className={`${classes.icon} ${closed ? 'dim' : 'accent'}`}>
        {done ? (
          <IconCheck size={22} aria-hidden />
        ) : locked ? (
          <IconLock size={20} aria-hidden />
        ) : (
          <Icon size={22} aria-hidden />
        )}
      </span>
      <div className="shrinks">
        <p className={`flush strong ${closed ? 'dim' : ''}`}>
          {closed ? (
            <MathText>{name}</MathText>
          ) : (
            <Link to={materialPath(course_id, id)} className="unlinked covering ring-within">
              <MathText>{name}</MathText>
            </Link>
          )}
        </p>
        {description && <p className="note">{description}</p>}
        {closed && <p className="small flush">{reasonOf(t, material)}</p>}
        {!closed && !done && <Window material={material} />}
      </div>
      <div className={`${classes.badges} narrow-second`}>
        {archived && <StatusBadge tone="neutral">{t('archived')}</StatusBadge>}
        {unpublished && !student && <StatusBadge tone="warning">{t('unpublished')}</StatusBadge>}
        {material.lacks_file && <StatusBadge tone="warning">{t('without_file')}</StatusBadge>}
        {student && told && material.state && <TestBadge state={material.state} />}
        {done && !told && <StatusBadge tone="good">{t('done')}</StatusBadge>}
        <span className="quiet">
          {[t(`types.${type}`), material.minutes !== null && minutes('minutes', { count: material.minutes })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
    </li>
  );
}

/** When a test can be started, where it has a time. */
function Window({ material: { waits_for, opens_at, closes_at } }: { material: Material }) {
  const t = useTranslations('step');
  const told =
    waits_for === 'closed'
      ? [t('lead.closed')]
      : [
          opens_at !== null &&
            t(waits_for === 'resting' ? 'text.rests' : 'text.opens', { date: dateTimeText(opens_at) }),
          closes_at !== null && t('until', { date: dateTimeText(closes_at) }),
        ].filter(Boolean);
  return told.length > 0 ? <p className="small flush">{told.join(' ')}</p> : null;
}

function reasonOf(
  t: ReturnType<typeof useTranslations<'materials'>>,
  { locked, opened_by }: Material,
): string {
  if (locked === 'attempt_running') return t('list.locked_by_attempt');
  if (locked === 'previous_not_done')
    return opened_by ? t('list.opens_after', { name: opened_by.name }) : t('list.opens_later');
  return t('list.not_published');
}

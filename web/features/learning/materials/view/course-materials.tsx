import type { getCourse } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { Button } from '@mantine/core';
import { IconArrowRight, IconCheck, IconLock, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMay } from '../../../../lib/session/session.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './course-materials.module.css';
import { isForm, MATERIAL_ICONS } from '../material-type.tsx';
import { managePath, materialPath } from '../paths.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

type Course = ResponseOf<typeof getCourse>;
type Material = Course['education_materials'][number];

/** The materials of a course as its readers see them: what is done, what is locked and why, and the next step. */
export function CourseMaterials({ course }: { course: Course }) {
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
      {student && <NextStep course={course} />}
      {manage && <div className="ends">{manage}</div>}
      <ol className={classes.list}>
        {materials.map((material) => (
          <Row key={material.id} course_id={course.id} material={material} student={student} />
        ))}
      </ol>
    </div>
  );
}

const WAITING_TONES = { running: 'warning', in_review: 'neutral', exhausted: 'bad' } as const;

function NextStep({ course }: { course: Course }) {
  const t = useTranslations('materials');
  const materials = course.education_materials.filter(({ type }) => type !== 'additional');
  const running = materials.find(({ waits_for }) => waits_for === 'running');
  // Where a trainer has the word, or attempts are used up, nothing can be gone on with.
  const next =
    running ??
    materials.find(
      ({ done, locked, form_id, form_published, waits_for }) =>
        !done && !locked && (form_id === null || form_published) && waits_for === null,
    );
  const done = materials.filter((material) => material.done).length;
  if (!next) {
    const waiting = materials.find(({ waits_for, locked }) => waits_for !== null && !locked);
    if (waiting?.waits_for)
      return (
        <Notice tone="neutral" title={t(`list.${waiting.waits_for}_title`)}>
          {t(`list.${waiting.waits_for}_text`, { name: waiting.name })}
        </Notice>
      );
    return done === materials.length && materials.length > 0 ? (
      <p className={classes.finished}>{t('list.all_done')}</p>
    ) : null;
  }
  return (
    <div className={`${classes.next} fills`}>
      <div>
        <p className="flush small">{done === 0 ? t('list.first_step') : t('list.next_step')}</p>
        <p className={classes.nextName}>
          <MathText>{next.name}</MathText>
        </p>
      </div>
      <Button
        component={Link}
        to={materialPath(course.id, next.id)}
        rightSection={<IconArrowRight size={18} aria-hidden />}
      >
        {running ? t('list.return') : done > 0 ? t('list.continue') : t('list.begin')}
      </Button>
    </div>
  );
}

function Row({ course_id, material, student }: { course_id: number; material: Material; student: boolean }) {
  const t = useTranslations('materials');
  const { id, name, description, type, done, locked, archived } = material;
  const Icon = MATERIAL_ICONS[type];
  const unpublished = isForm(type) && !material.form_published;
  const closed = student && (locked !== null || unpublished);
  return (
    <li className={`${classes.row} ruled`} data-done={done || undefined} data-locked={closed || undefined}>
      <span className={classes.icon}>
        {done ? (
          <IconCheck size={22} aria-hidden />
        ) : locked ? (
          <IconLock size={20} aria-hidden />
        ) : (
          <Icon size={22} aria-hidden />
        )}
      </span>
      <div className="shrinks">
        <p className={`${classes.name} flush strong`}>
          {closed ? (
            <MathText>{name}</MathText>
          ) : (
            <Link to={materialPath(course_id, id)}>
              <MathText>{name}</MathText>
            </Link>
          )}
        </p>
        {description && <p className="note">{description}</p>}
        {closed && <p className={`${classes.reason} note`}>{reasonOf(t, material)}</p>}
      </div>
      <div className={classes.badges}>
        {archived && <StatusBadge tone="neutral">{t('archived')}</StatusBadge>}
        {unpublished && !student && <StatusBadge tone="warning">{t('unpublished')}</StatusBadge>}
        {material.waits_for && (
          <StatusBadge tone={WAITING_TONES[material.waits_for]}>
            {t(`list.${material.waits_for}`)}
          </StatusBadge>
        )}
        {done && <StatusBadge tone="good">{t('done')}</StatusBadge>}
        <span className="quiet">{t(`types.${type}`)}</span>
      </div>
    </li>
  );
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

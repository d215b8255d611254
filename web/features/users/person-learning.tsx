import type { ResponseOf } from '#contract/platform';
import { getUserLearning } from '#contract/users';
import { Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useData } from '../../lib/use-data.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './person-learning.module.css';

type Learning = ResponseOf<typeof getUserLearning>;

const STATE_TONES = { new: 'neutral', in_progress: 'active', finished: 'good' } as const;

interface Props {
  /** The person. */
  id: number;
}

/** The courses that a person takes or coaches, each with how far they are. */
export function PersonCourses({ id }: Props) {
  const t = useTranslations('learning');
  return (
    <Learned id={id} pick={(learning) => learning.courses} empty={<EmptyState title={t('no_courses')} />}>
      {(course) => (
        <Row
          key={`${course.id}-${course.role}`}
          to={`/course/${course.id}`}
          name={course.name}
          color={course.theme_color}
        >
          {course.state === null || course.percent === null ? (
            <StatusBadge tone="neutral">{t('coaches')}</StatusBadge>
          ) : (
            <>
              <StatusBadge tone={STATE_TONES[course.state]}>{t(`course_states.${course.state}`)}</StatusBadge>
              <ProgressLine value={course.percent} label={t('progress')} />
            </>
          )}
        </Row>
      )}
    </Learned>
  );
}

/** The programs that came to a person with their groups. */
export function PersonPrograms({ id }: Props) {
  const t = useTranslations('learning');
  return (
    <Learned id={id} pick={(learning) => learning.programs} empty={<EmptyState title={t('no_programs')} />}>
      {(program) => (
        <Row
          key={program.id}
          to={`/program/${program.id}`}
          name={program.name}
          description={t('program_courses', { count: program.courses })}
        >
          <ProgressLine value={program.percent} label={t('progress')} />
        </Row>
      )}
    </Learned>
  );
}

/** The groups that a person belongs to, and as what. */
export function PersonGroups({ id }: Props) {
  const t = useTranslations('learning');
  return (
    <Learned id={id} pick={(learning) => learning.groups} empty={<EmptyState title={t('no_groups')} />}>
      {(group) => (
        <Row key={`${group.id}-${group.role}`} to={`/group/${group.id}`} name={group.name}>
          <StatusBadge tone="neutral">{t(`group_roles.${group.role}`)}</StatusBadge>
        </Row>
      )}
    </Learned>
  );
}

interface LearnedProps<T> extends Props {
  pick: (learning: Learning) => readonly T[];
  empty: ReactNode;
  children: (item: T) => ReactNode;
}

function Learned<T>({ id, pick, empty, children }: LearnedProps<T>) {
  const query = useData(getUserLearning, { params: { id } });
  return (
    <Loaded query={query} skeleton={<Skeleton height={180} radius="lg" />}>
      {(learning) => {
        const items = pick(learning);
        return items.length === 0 ? (
          <div className={classes.list}>{empty}</div>
        ) : (
          <ul className={classes.list}>{items.map(children)}</ul>
        );
      }}
    </Loaded>
  );
}

interface RowProps {
  to: string;
  name: string;
  description?: string;
  /** Of the course's theme. */
  color?: string;
  children: ReactNode;
}

function Row({ to, name, description, color, children }: RowProps) {
  return (
    <li
      className={classes.row}
      style={{ '--theme': color } as CSSProperties}
      data-themed={!!color || undefined}
    >
      <span className={classes.words}>
        <Link to={to} className={classes.name}>
          {name}
        </Link>
        {description && <span className={classes.description}>{description}</span>}
      </span>
      <span className={classes.state}>{children}</span>
    </li>
  );
}

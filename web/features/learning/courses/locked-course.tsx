import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { ClosedState } from '../../../ui/state/closed-state.tsx';
import type { CourseLock } from './lock-of.ts';

const NAMES_SHOWN = 5;

/** Why a course is not open to the student yet, and what opens it. */
export function useLockWords(): (lock: CourseLock) => string {
  const t = useTranslations('courses.locked');
  return ({ reason, after, opens_at }) => {
    const names = after.slice(0, NAMES_SHOWN).map(({ name }) => name);
    const words = t(`reasons.${reason}`, {
      names: names.join(', '),
      more: after.length - names.length,
      date: opens_at ? dateText(opens_at) : '',
    });
    return opens_at && reason.startsWith('previous')
      ? `${words} ${t('not_before', { date: dateText(opens_at) })}`
      : words;
  };
}

/** In place of a course, or of what belongs to it, that the chronology of a program has not opened yet. */
export function LockedCourse({ lock }: { lock: CourseLock }) {
  const t = useTranslations('courses.locked');
  const words = useLockWords();
  return (
    <ClosedState
      title={t(lock.reason === 'overdue' ? 'title_overdue' : 'title')}
      texts={[words(lock), t('program', { name: lock.program.name })]}
      action={
        <>
          <Button component={Link} to={`/program/${lock.program.id}#chronology`}>
            {t('to_chronology')}
          </Button>
          <Button component={Link} to="/course" variant="default">
            {t('to_courses')}
          </Button>
        </>
      }
    />
  );
}

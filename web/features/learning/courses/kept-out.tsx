import { getGroup, listGroups } from '#contract/people/groups';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useData } from '../../../lib/api/use-data.ts';
import { ClosedState } from '../../../ui/state/closed-state.tsx';
import { personName } from '../../../lib/words/person-name.ts';

/** In place of a course, or of what belongs to it, for a student who is kept out: that nothing is lost, and whom to ask. */
export function KeptOut({ course_id }: { course_id: number }) {
  const t = useTranslations('courses.kept_out');
  const groups = useData(listGroups, { query: { course: course_id } });
  const own = groups.data?.results[0];
  const group = useData(getGroup, { params: { id: own?.id ?? 0 }, enabled: own !== undefined });
  const managers = group.data?.managers.map(personName) ?? [];
  const whom =
    managers.length > 0 ? t('ask', { count: managers.length, names: managers.join(', ') }) : t('ask_manager');
  return (
    <ClosedState
      title={t('title')}
      texts={[t('text'), whom]}
      action={
        <>
          <Button component={Link} to="/course">
            {t('to_courses')}
          </Button>
          {own && (
            <Button component={Link} to={`/group/${own.id}`} variant="default">
              {t('to_group')}
            </Button>
          )}
        </>
      }
    />
  );
}

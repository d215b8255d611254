import { listDispatchPeople } from '#contract/learning/dispatches';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { dateText } from '../../../lib/words/dates.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import type { Dispatch } from './dispatch.ts';
import classes from './dispatches.module.css';

interface Props {
  course: { id: number };
  dispatch: Dispatch;
  onClose: () => void;
}

/** How many are shown here; the page of the group shows all. */
const SHOWN = 100;

/** Who came by a dispatch, and how far each is. */
export default function DispatchPeople({ course, dispatch, onClose }: Props) {
  const t = useTranslations('dispatches.people');
  const query = useData(listDispatchPeople, {
    params: { id: course.id, dispatchId: dispatch.id },
    query: { page_size: SHOWN },
  });
  return (
    <Dialog onClose={onClose} title={t('title', { name: dispatch.name })}>
      <Loaded query={query}>
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          ) : (
            <>
              <ul className="plain" aria-label={t('title', { name: dispatch.name })}>
                {results.map((person) => (
                  <li key={person.learner_id} className="row gap-6 ruled roomy">
                    <span className={classes.who}>
                      <Link to={`/user/${person.user_id}`}>{personName(person)}</Link>{' '}
                      {person.blocked && <StatusBadge tone="bad">{t('blocked')}</StatusBadge>}
                      <br />
                      <span className="dim">
                        {t('known_as', { id: person.learner_id })} ·{' '}
                        {t('seen', { date: dateText(person.seen_at) })}
                      </span>
                    </span>
                    <span>{t('done', { done: person.done, total: person.total })}</span>
                  </li>
                ))}
              </ul>
              <p className="dim">
                {count > results.length && t('more', { count: count - results.length })}{' '}
                <Link to={`/group/${dispatch.group.id}`}>{t('group', { name: dispatch.group.name })}</Link>
              </p>
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

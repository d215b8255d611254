import { listWebinars } from '#contract/learning/webinars';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { useWebinars, WebinarList } from './webinar-list.tsx';
import classes from './webinar-tab.module.css';
import { WebinarWhen } from './webinar-when.tsx';

interface Props {
  /** What the webinars belong to; a new one is tied to it. */
  of: { course: number } | { program: number };
  /** Whether a new one may be tied to it. */
  mayCreate: boolean;
}

/** The webinars of a course or a program. */
export default function WebinarTab({ of, mayCreate }: Props) {
  const t = useTranslations('webinars');
  const list = useListState(listWebinars);
  const webinars = useWebinars(list, of);
  const when = list.filter('when') === 'past' ? 'past' : 'upcoming';
  const [[noun, id]] = Object.entries(of) as [[string, number]];
  const create = useMay()('editWebinar') && mayCreate && (
    <Button
      component={Link}
      to={`/webinar/create?${noun}=${id}`}
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('create')}
    </Button>
  );
  return (
    <>
      <div className={classes.tools}>
        <WebinarWhen list={list} />
        {create}
      </div>
      <WebinarList list={list} query={webinars} empty={<EmptyState title={t(`empty.${when}`)} />} />
    </>
  );
}

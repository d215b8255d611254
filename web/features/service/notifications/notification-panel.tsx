import { listNotifications } from '#contract/service/notifications';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { NotificationDays } from './notification-days.tsx';
import classes from './notifications.module.css';
import { ReadAllButton } from './read-all-button.tsx';
import { useMedia } from '../../../ui/layout/use-media.ts';

interface Props {
  /** The drawer beside which it stands shows icons only. */
  narrow: boolean;
  onClose: () => void;
}

/** The newest ten beside the drawer, over the whole screen on a phone. */
export default function NotificationPanel({ narrow, onClose }: Props) {
  const t = useTranslations();
  const wide = useMedia('(width >= 60em)');
  const newest = useData(listNotifications, { query: {} });
  return (
    <Drawer
      onClose={onClose}
      position={wide ? 'left' : 'right'}
      size={wide ? '27rem' : '100%'}
      title={t('shell.titles.notifications')}
      classNames={{
        inner: narrow ? classes.besideNarrow! : classes.beside!,
        header: classes.panelHead!,
        body: classes.panelBody!,
      }}
    >
      <div className={classes.panelRows}>
        <Loaded query={newest} skeleton={<RowsSkeleton />}>
          {({ results }) =>
            results.length > 0 ? (
              <NotificationDays notifications={results} heading="h3" onFollow={onClose} />
            ) : (
              <EmptyState title={t('notifications.nothing')} text={t('notifications.nothing_text')} />
            )
          }
        </Loaded>
      </div>
      <div className={classes.panelFoot}>
        <span className="own-line stack">
          <ReadAllButton />
        </span>
        <Link to="/notification" className={classes.footLink} onClick={onClose}>
          {t('notifications.all')}
        </Link>
        <Link to="/profile#notifications" className={classes.footLink} onClick={onClose}>
          {t('notifications.choices.link')}
        </Link>
      </div>
    </Drawer>
  );
}

function RowsSkeleton() {
  return [0, 1, 2, 3].map((row) => <Skeleton key={row} height={64} radius="md" className="before-4" />);
}

import { listNotifications } from '#contract/service/notifications';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { SegmentedControl } from '../../../ui/control/choice/segmented-control.tsx';
import { useListState } from '../../../lib/form/list-state.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ListBody } from '../../../ui/list/list-body.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { NotificationDays } from './notification-days.tsx';
import { ReadAllButton } from './read-all-button.tsx';

/** Everything the person was told in this company in the last 90 days. */
export function NotificationList() {
  const t = useTranslations();
  const list = useListState(listNotifications);
  const query = useData(listNotifications, { query: list.query, keep: true });
  const unread = list.filter('unread') === 'true';
  return (
    <>
      <PageHeader
        title={t('shell.titles.notifications')}
        description={t('notifications.description')}
        actions={
          <>
            <ReadAllButton />
            <Button
              component={Link}
              to="/profile#notifications"
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            >
              {t('notifications.choices.link')}
            </Button>
          </>
        }
      />
      <SegmentedControl
        className="before-6"
        aria-label={t('notifications.shown')}
        data={[
          { value: '', label: t('notifications.filter_all') },
          { value: 'true', label: t('notifications.filter_unread') },
        ]}
        value={unread ? 'true' : ''}
        onChange={(value) => list.setFilter('unread', value)}
      />
      <ListBody
        query={query}
        list={list}
        sorts={[]}
        sort="always"
        empty={
          unread ? (
            <EmptyState title={t('notifications.nothing_unread')} />
          ) : (
            <EmptyState title={t('notifications.nothing')} text={t('notifications.nothing_text')} />
          )
        }
      >
        {(notifications) => <NotificationDays notifications={notifications} heading="h2" />}
      </ListBody>
    </>
  );
}

import { readNotifications } from '#contract/service/notifications';
import { IconChecks } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { useUnread } from './use-unread.ts';

/** Marks as read what has come up to now; what comes meanwhile stays unread. */
export function ReadAllButton() {
  const t = useTranslations('notifications');
  const newest = useUnread().data?.newest;
  const read = useAction(readNotifications);
  return (
    <Button
      variant="default"
      leftSection={<IconChecks size={18} aria-hidden />}
      loading={read.busy}
      disabled={!newest}
      onClick={() => newest && void read.run({ body: { all: true, up_to: newest.id } })}
    >
      {t('read_all')}
    </Button>
  );
}

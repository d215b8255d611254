import { listNotifications } from '#contract/service/notifications';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient } from '../../../lib/api/use-data.ts';
import { useUnread } from './use-unread.ts';

/**
 * Asks what is new for the bell. When something has come, a screen reader says so once it has finished speaking, and
 * lists on the screen show it.
 */
export default function BellNews({ onUnread }: { onUnread: (unread: number) => void }) {
  const t = useTranslations('shell.notifications');
  const { data } = useUnread();
  const known = useRef<number | null>(null);
  const [count, setCount] = useState(0);
  const tell = useEffectEvent(onUnread);
  useEffect(() => {
    if (!data) return;
    const newest = data.newest?.id ?? 0;
    tell(data.unread);
    if (known.current !== null && newest > known.current) {
      setCount(data.unread);
      void queryClient.invalidateQueries({ queryKey: [listNotifications.path] });
    }
    known.current = Math.max(known.current ?? 0, newest);
  }, [data]);
  return (
    <p role="status" className="unseen">
      {count > 0 && t('news', { count })}
    </p>
  );
}

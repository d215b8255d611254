import { endOtherSessions, endSession, listSessions, ONLINE_MINUTES } from '#contract/identity/accounts';
import type { ResponseOf } from '#contract/platform';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { Setting, Settings } from '../../../../ui/page/setting.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { useDeviceReader } from '../use-device-reader.ts';

type Session = ResponseOf<typeof listSessions>[number];

const ICONS = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet };
/** As everywhere in the product: who counts as here is active now. */
const NOW_MS = ONLINE_MINUTES * 60_000;

/** Where the person is signed in; any other place can be signed out from here. */
export function SessionsSection() {
  const t = useTranslations('security.sessions');
  const query = useData(listSessions, {});
  const [asking, setAsking] = useState(false);
  const end = useAction(endOtherSessions, {
    onDone: () => {
      setAsking(false);
      showSuccess(t('others_ended'));
    },
  });
  const others = query.data?.some(({ current }) => !current);

  return (
    <Section
      title={t('title')}
      actions={
        others && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('end_others')}
          </Button>
        )
      }
    >
      <p className="lead">{t('text')}</p>
      <Loaded query={query} skeleton={<Skeleton height={64} />}>
        {(sessions) => (
          <Settings>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </Settings>
        )}
      </Loaded>
      <ConfirmDialog
        opened={asking}
        title={t('end_others_title')}
        text={t('end_others_text')}
        confirmLabel={t('end_others_confirm')}
        danger
        busy={end.busy}
        onConfirm={() => void end.run({})}
        onCancel={() => setAsking(false)}
      />
    </Section>
  );
}

function SessionItem({ session }: { session: Session }) {
  const t = useTranslations('security.sessions');
  const read = useDeviceReader();
  const end = useAction(endSession, { onDone: () => showSuccess(t('ended')) });
  const device = read?.(session.device);
  const Icon = ICONS[device?.kind ?? 'desktop'];
  const name = device?.name || t('unknown_device');
  // Two of one kind are told apart by it.
  const since = t('since', { date: dateTimeText(session.created_at) });
  return (
    <Setting
      icon={<Icon size={22} stroke={1.7} aria-hidden />}
      title={read ? name : <Skeleton height="1.2em" width="9rem" />}
      badge={session.current && <StatusBadge tone="active">{t('current')}</StatusBadge>}
      text={
        <>
          <LastSeen at={session.last_seen_at} /> · {since}
        </>
      }
      actions={
        !session.current && (
          <Button
            variant="default"
            loading={end.busy}
            aria-label={t('end_named', { name: `${name}, ${since}` })}
            onClick={() => void end.run({ params: { id: session.id } })}
          >
            {t('end')}
          </Button>
        )
      }
    />
  );
}

function LastSeen({ at }: { at: string }) {
  const t = useTranslations('security.sessions');
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  const ago = now.getTime() - Date.parse(at);
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {ago < NOW_MS ? t('active_now') : t('active', { when: format.relativeTime(new Date(at), now) })}
    </time>
  );
}

import {
  getNotificationSettings,
  NOTIFICATION_KINDS,
  type NotificationKind,
  updateNotificationSettings,
} from '#contract/service/notifications';
import type { ResponseOf } from '#contract/platform';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { Switch } from '../../../ui/control/choice/switch.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { ownZone } from '../../../lib/words/zones.ts';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import classes from './notifications.module.css';
import { later } from '../../../lib/page/later.tsx';
import { TimeField } from '../../../ui/date/date-field.tsx';

// A list to choose from that few need.
const TimeZoneField = later(() =>
  import('../../../ui/form/time-zone-field.tsx').then((it) => it.TimeZoneField),
);

type Settings = ResponseOf<typeof getNotificationSettings>;

/** What is mailed, and when. */
export default function NotificationChoices() {
  const settings = useData(getNotificationSettings, {});
  return <Loaded query={settings}>{(given) => <ChoicesForm given={given} />}</Loaded>;
}

/** What one begins with who switches quiet hours on. */
const NIGHT = { quiet_from: '22:00', quiet_to: '08:00' };

/** Who gets the weekly digest, in any of their companies. */
const LOOKING_AFTER: ReadonlySet<string> = new Set(['owner', 'admin', 'manager']);

function ChoicesForm({ given }: { given: Settings }) {
  const t = useTranslations('notifications.choices');
  const common = useTranslations('common');
  const { spaces } = useProfile();
  const looksAfter = spaces.some(({ user_types }) => user_types.some((type) => LOOKING_AFTER.has(type)));
  const shown = NOTIFICATION_KINDS.filter((kind) => kind !== 'digest' || looksAfter);
  const form = useForm({
    endpoint: updateNotificationSettings,
    initial: {
      mailed: Object.fromEntries(
        NOTIFICATION_KINDS.map((kind) => [kind, !given.muted.includes(kind)]),
      ) as Record<NotificationKind, boolean>,
      quiet: given.quiet_from !== null,
      quiet_from: given.quiet_from ?? NIGHT.quiet_from,
      quiet_to: given.quiet_to ?? NIGHT.quiet_to,
      time_zone: given.time_zone ?? ownZone(),
    },
    body: ({ mailed, quiet, quiet_from, quiet_to, time_zone }) => ({
      muted: NOTIFICATION_KINDS.filter((kind) => !mailed[kind]),
      quiet_from: quiet ? quiet_from : null,
      quiet_to: quiet ? quiet_to : null,
      time_zone,
    }),
    check: ({ quiet, quiet_from, quiet_to }) => ({
      ...(quiet && quiet_from === '' && { quiet_from: { code: 'required' as const } }),
      ...(quiet && quiet_to === '' && { quiet_to: { code: 'required' as const } }),
      ...(quiet &&
        quiet_from !== '' &&
        quiet_from === quiet_to && { quiet_to: { code: 'quiet_hours_ends' as const } }),
    }),
    onDone: () => showSuccess(common('saved')),
  });
  return (
    <Section title={t('title')} narrow>
      <p>{t('text')}</p>
      <PrivateForm form={form} submitLabel={common('save')}>
        <fieldset className={classes.kinds}>
          <legend>{t('kinds')}</legend>
          {shown.map((kind) => (
            <KindSwitch key={kind} kind={kind} {...form.checkbox(`mailed.${kind}`)} />
          ))}
        </fieldset>
        <Switch label={t('quiet')} description={t('quiet_text')} {...form.checkbox('quiet')} />
        {form.values.quiet && (
          <>
            <div className={classes.hours}>
              <TimeField label={t('quiet_from')} {...form.field('quiet_from')} />
              <TimeField label={t('quiet_to')} {...form.field('quiet_to')} />
            </div>
            <Suspense fallback={<Skeleton height={72} />}>
              <TimeZoneField label={t('time_zone')} {...form.field('time_zone')} />
            </Suspense>
          </>
        )}
      </PrivateForm>
    </Section>
  );
}

function KindSwitch({ kind, ...input }: { kind: NotificationKind } & React.ComponentProps<typeof Switch>) {
  const t = useTranslations(`notifications.kinds.${kind}`);
  return <Switch label={t('title')} description={t('text')} {...input} />;
}

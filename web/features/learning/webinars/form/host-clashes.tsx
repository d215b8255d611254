import { DURATION, listHostClashes } from '#contract/learning/webinars';
import { useTranslations } from 'use-intl';
import { useData } from '../../../../lib/api/use-data.ts';
import { useRested } from '../../../../lib/form/use-rested.ts';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { instantOf } from '../../../../lib/words/wall-clock.ts';
import { Notice } from '../../../../ui/state/notice.tsx';

interface Props {
  values: {
    host_id: number;
    cohost_ids: readonly number[];
    /** The wall clock in `time_zone`. */
    starts_at: string;
    time_zone: string;
    /** As typed. */
    duration: string;
  };
  /** The webinar that is changed. */
  webinar: number | null;
}

/** What its hosts hold at the same time; whoever plans it may mean it so. */
export function HostClashes({ values, webinar }: Props) {
  const t = useTranslations('webinars.form.clashes');
  const { starts_at, time_zone, duration, host_id, cohost_ids } = values;
  const asked = useRested(
    JSON.stringify({
      host_ids: [host_id, ...cohost_ids].filter(Boolean).join(','),
      starts_at: instantOf(starts_at, time_zone),
      duration,
    }),
    400,
  );
  const query = JSON.parse(asked) as { host_ids: string; starts_at: string; duration: string };
  const minutes = Number(query.duration);
  const isWhole = query.host_ids !== '' && query.starts_at !== '';
  const { data } = useData(listHostClashes, {
    query: { ...query, ...(webinar !== null && { except: String(webinar) }) },
    enabled: isWhole && minutes >= DURATION.min && minutes <= DURATION.max && Number.isInteger(minutes),
  });
  const clashes = data?.results ?? [];
  return (
    <div aria-live="polite">
      {clashes.length > 0 && (
        <Notice tone="warning" title={t('title')}>
          <ul className="plain stack gap-2">
            {clashes.map((clash) => {
              const end = new Date(Date.parse(clash.starts_at) + clash.duration * 60_000);
              const words = {
                host: personName(clash.host),
                from: dateTimeText(clash.starts_at),
                to: dateTimeText(end),
              };
              return (
                <li key={`${clash.host.id} ${clash.starts_at} ${clash.webinar?.id ?? ''}`}>
                  {clash.webinar ? t('one', { ...words, webinar: clash.webinar.name }) : t('unnamed', words)}
                </li>
              );
            })}
          </ul>
        </Notice>
      )}
    </div>
  );
}

import type { listWebinars } from '#contract/learning/webinars';
import type { ResponseOf } from '#contract/platform';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { dateText } from '../../../../lib/words/dates.ts';
import { zoneText } from '../../../../lib/words/zones.ts';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { DateBlock } from '../date-block.tsx';
import { CardName, LinkCard } from '../../../../ui/page/link-card.tsx';
import classes from './webinar-card.module.css';
import { WebinarJoin } from '../webinar-join.tsx';
import { WebinarStateBadge } from '../webinar-state.tsx';
import { joiningAt, otherZoneText, spanText, stateAt } from '../webinar-time.ts';

export type Webinars = ResponseOf<typeof listWebinars>;
export type WebinarRow = Webinars['results'][number];

interface Props {
  webinar: WebinarRow;
  /** The server's time. */
  now: number;
  menu?: ReactNode;
}

export function WebinarCard({ webinar, now, menu }: Props) {
  const t = useTranslations('webinars');
  const state = stateAt(webinar, now);
  const locale = useLocale();
  const elsewhere = otherZoneText(webinar);
  return (
    <LinkCard className={classes.card} data-state={state}>
      <DateBlock starts_at={webinar.starts_at} faded={state !== 'scheduled' && state !== 'live'} />
      <div className="stack shrinks gap-3">
        <CardName to={`/webinar/${webinar.id}`}>{webinar.name}</CardName>
        <p className={classes.time}>
          <time dateTime={webinar.starts_at}>
            {dateText(webinar.starts_at)}, <span className="unbent">{spanText(webinar)}</span>
          </time>
          {elsewhere && (
            <span
              className={classes.zone}
            >{`${elsewhere} · ${zoneText(webinar.time_zone, locale, new Date(webinar.starts_at))}`}</span>
          )}
        </p>
        <div className={classes.facts}>
          <WebinarStateBadge state={state} />
          <span className={classes.host}>
            <span className={classes.role}>{t('host')}:</span>
            <PersonLine person={webinar.host} />
          </span>
        </div>
      </div>
      <div className={`${classes.join} unless-empty`}>
        {webinar.locked && joiningAt(webinar, now) !== 'over' ? (
          <p className="dim small flush">{t('locked.badge')}</p>
        ) : (
          <WebinarJoin webinar={webinar} now={now} compact />
        )}
      </div>
      {menu && <div className={classes.menu}>{menu}</div>}
    </LinkCard>
  );
}

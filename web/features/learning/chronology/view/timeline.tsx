import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import type { Chronology, Item } from '../chronology.ts';
import { STATE_TONES, useItemWords, useOwnWords } from '../item-words.ts';
import { ItemMark } from '../item-mark.tsx';
import { Stage } from '../stage.tsx';
import classes from './timeline.module.css';

/** The stages in their order; of each item a student reads where they stand, staff what is set. */
export function Timeline({ chronology }: { chronology: Chronology }) {
  const t = useTranslations('chronology');
  return (
    <ol className="stack plain gap-7">
      {chronology.stages.map(({ id, name, items }, index) => {
        const required = items.filter((item) => item.own && item.required && !item.canceled);
        const done = required.length > 0 && required.every(({ own }) => own!.state === 'done');
        return (
          <Stage
            key={id}
            number={index + 1}
            done={done}
            title={
              <h2 className={`${classes.name} fills-line`}>{name || t('stage', { number: index + 1 })}</h2>
            }
          >
            <ul className="stack plain gap-4">
              {items.map((item) => (
                <Row key={item.id} item={item} time_zone={chronology.time_zone} />
              ))}
            </ul>
          </Stage>
        );
      })}
    </ol>
  );
}

/** Where an item leads. */
export const pathOf = ({ course_id, webinar_id }: Pick<Item, 'course_id' | 'webinar_id'>) =>
  course_id ? `/course/${course_id}` : `/webinar/${webinar_id}`;

function Row({ item, time_zone }: { item: Item; time_zone: string }) {
  const t = useTranslations('chronology');
  const { own, name, required, starts_at, canceled } = item;
  const isClosed = own?.state === 'locked' && item.course_id !== null;
  return (
    <li className={`${classes.row} wraps`} data-state={own?.state}>
      <ItemMark item={item} />
      <div className="fills-line">
        {isClosed ? (
          <span className={classes.title}>{name}</span>
        ) : (
          <Link to={pathOf(item)} className={`${classes.title} lit-under`}>
            {name}
          </Link>
        )}
        <p className="facts quiet">
          {starts_at && <span>{t('starts', { date: dateTimeText(starts_at) })}</span>}
          {canceled && !own && <span>{t('canceled')}</span>}
          {!required && <span>{t('optional')}</span>}
        </p>
        {own ? <OwnWords item={item} own={own} time_zone={time_zone} /> : <SettingWords item={item} />}
      </div>
      {own && (
        <div className={classes.state}>
          <StatusBadge tone={STATE_TONES[own.state]}>
            {t(own.reason === 'canceled' ? 'canceled' : `states.${own.state}`)}
          </StatusBadge>
          {own.percent !== null && !isClosed && (
            <ProgressLine value={own.percent} label={`${t('progress')}: ${name}`} />
          )}
        </div>
      )}
    </li>
  );
}

function OwnWords({
  item,
  own,
  time_zone,
}: {
  item: Item;
  own: NonNullable<Item['own']>;
  time_zone: string;
}) {
  const words = useOwnWords(time_zone);
  const reason = words.reason(own);
  const due = own.reason === 'overdue' || item.canceled ? null : words.due(own);
  return (
    <>
      {reason && <p className={`${classes.reason} quiet`}>{reason}</p>}
      {due && (
        <p className={`${classes.due} quiet late`} data-late={own.overdue || undefined}>
          {due}
        </p>
      )}
    </>
  );
}

function SettingWords({ item }: { item: Item }) {
  const words = useItemWords();
  return (
    <ul className={`${classes.settings} quiet`}>
      {words(item).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

import { IconArrowRight, IconCircleCheck, IconMail } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { useMay } from '../../../lib/session/session.ts';
import { PersonMark } from '../../../ui/person/person-mark.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { RowActions } from './row-actions.tsx';
import { Message, RowSince, RowThings } from './row-words.tsx';
import {
  daysSince,
  isReminded,
  nameOf,
  reviewPath,
  rowPath,
  rowsWith,
  type List,
  type Today,
  type TodayRow,
  type OverviewProps,
} from './today.ts';
import classes from './today.module.css';

/** Results that wait for a trainer; each row leads to those of its form. */
export function InReviewSection({ found }: { found: Today['in_review'] }) {
  const t = useTranslations('today');
  return (
    <Frame
      section="in_review"
      count={found.count}
      shown={found.results.reduce((sum, { count }) => sum + count, 0)}
    >
      <ul className="plain">
        {found.results.map((waiting) => (
          <li key={waiting.form.id} className={`${classes.row} lit`}>
            <span className="stack shrinks anywhere gap-1">
              <Link to={reviewPath(waiting)} className="unlinked medium covering ring-within">
                {waiting.form.name}
              </Link>
              <span className="quiet">{waiting.course.name}</span>
            </span>
            <span className={`${classes.since} stack shrinks anywhere gap-1 gap-2`}>
              <span className={classes.badges}>
                <StatusBadge tone="warning">{t('results', { count: waiting.count })}</StatusBadge>
              </span>
              <span className="quiet">
                {t('waits', { count: daysSince(waiting.since), date: dateText(waiting.since) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

interface Props extends OverviewProps {
  section: List;
  found: Today[List];
}

/** The first people of a section, and the way to all of them. */
export function PeopleSection({ section, found, onRemind, onRetake, onDecline }: Props) {
  const t = useTranslations('today');
  const viewsUsers = useMay()('viewUser');
  return (
    <Frame
      section={section}
      count={found.count}
      {...('people' in found && { people: found.people })}
      shown={found.results.length}
      action={
        isReminded(section) && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconMail size={18} aria-hidden />}
            onClick={() => onRemind({ section })}
          >
            {t('remind_all')}
          </Button>
        )
      }
    >
      <ul className="plain">
        {found.results.map((row) => (
          <li key={row.key} className={`${classes.row} lit`} data-menu>
            <span className={`row shrinks gap-5${rowsWith(row).length > 1 ? ' tops' : ''}`}>
              <PersonMark person={row.user} />
              <span className="stack shrinks anywhere gap-1">
                <Link to={rowPath(row, viewsUsers)} className="unlinked medium covering ring-within">
                  {nameOf(row)}
                </Link>
                <RowThings row={row} />
                <Message row={row} />
              </span>
            </span>
            <span className="stack gap-4">
              <RowSince row={row} />
              <Answers row={row} onRetake={onRetake} onDecline={onDecline} />
            </span>
            <span className={`${classes.menu} above`}>
              <RowActions
                row={row}
                onRemind={isReminded(section) && (() => onRemind({ section, rows: rowsWith(row) }))}
                onRetake={onRetake}
                onDecline={onDecline}
              />
            </span>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

/** Yes and no, where somebody waits for one of them. */
function Answers({ row, onRetake, onDecline }: { row: TodayRow } & Omit<OverviewProps, 'onRemind'>) {
  const t = useTranslations('today');
  if (!row.actions.includes('decline')) return null;
  return (
    <span className="cluster gap-4 above">
      {row.actions.includes('retake') && (
        <Button size="sm" aria-label={`${t('grant')}: ${nameOf(row)}`} onClick={() => onRetake(row)}>
          {t('grant')}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-label={`${t('decline')}: ${nameOf(row)}`}
        onClick={() => onDecline(row)}
      >
        {t('decline')}
      </Button>
    </span>
  );
}

interface FrameProps {
  section: List | 'in_review';
  count: number;
  /** Whose they are, where somebody may stand there more than once. */
  people?: number;
  /** How many of them stand below. */
  shown: number;
  action?: ReactNode;
  children: ReactNode;
}

function Frame({ section, count, people = count, shown, action, children }: FrameProps) {
  const t = useTranslations('today');
  const { number } = useFormatter();
  const id = useId();
  if (count === 0)
    return (
      <p className={classes.nothing}>
        <IconCircleCheck size={20} aria-hidden />
        {t(`sections.${section}.nothing`)}
      </p>
    );
  return (
    <section className="box" aria-labelledby={id}>
      <header className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {t(`sections.${section}.title`)}
            <span className={classes.count}>{number(count)}</span>
            {people < count && <span className={classes.count}>{t('people', { count: people })}</span>}
          </h2>
          <p className="note">{t(`sections.${section}.text`)}</p>
        </div>
        {action}
      </header>
      {children}
      {count > shown && (
        <Link to={`/today?section=${section}`} className={`${classes.more} underlined`}>
          {t('show_all', { count })}
          <IconArrowRight size={16} aria-hidden />
        </Link>
      )}
    </section>
  );
}

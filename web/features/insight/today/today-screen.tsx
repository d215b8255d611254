import { getToday, TODAY_LISTS } from '#contract/insight/today';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { useData } from '../../../lib/api/use-data.ts';
import { Hint } from '../../../ui/state/hint.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { InReviewSection, PeopleSection } from './today-section.tsx';
import type { Today, TodayRow, Asked, OverviewProps } from './today.ts';
import classes from './today.module.css';
import { later } from '../../../lib/page/later.tsx';

const ReminderDialog = later(() => import('./reminder-dialog.tsx'));
const DeclineDialog = later(() => import('./decline-dialog.tsx'));
const TodayList = later(() => import('./today-list.tsx'));
const InReviewList = later(() => import('./in-review-list.tsx'));

interface Props {
  /** The dialog that grants a retake. */
  retake: (row: TodayRow, onClose: () => void) => ReactNode;
}

/** What waits for staff today, or one part of it as a list when the address names it. */
export function TodayScreen({ retake }: Props) {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [retaking, setRetaking] = useState<TodayRow | null>(null);
  const named = search.get('section');
  const section = TODAY_LISTS.find((one) => one === named);
  const [declining, setDeclining] = useState<TodayRow | null>(null);
  const shared = { onRemind: setAsked, onRetake: setRetaking, onDecline: setDeclining };
  return (
    <>
      <Suspense fallback={<Skeleton height={240} radius="lg" />}>
        {named === 'in_review' ? (
          <InReviewList />
        ) : section ? (
          <TodayList key={section} section={section} {...shared} />
        ) : (
          <Overview {...shared} />
        )}
        {asked && <ReminderDialog {...asked} onClose={() => setAsked(null)} />}
        {declining && <DeclineDialog row={declining} onClose={() => setDeclining(null)} />}
      </Suspense>
      {retaking && retake(retaking, () => setRetaking(null))}
    </>
  );
}

function Overview(props: OverviewProps) {
  const t = useTranslations('today');
  const { dateTime } = useFormatter();
  const [now] = useState(() => new Date());
  const today = useData(getToday, {});
  return (
    <>
      <PageHeader
        title={t('title')}
        description={dateTime(now, { weekday: 'long', day: 'numeric', month: 'long' })}
      />
      <Hint name="today" />
      <Loaded query={today} skeleton={<OverviewSkeleton />}>
        {(found) => <Sections today={found} {...props} />}
      </Loaded>
    </>
  );
}

function Sections({ today, ...props }: OverviewProps & { today: Today }) {
  const t = useTranslations('today');
  if (
    today.to_mark + today.in_review.count + TODAY_LISTS.reduce((sum, one) => sum + today[one].count, 0) ===
    0
  )
    return (
      <div className={`${classes.empty} box`}>
        <EmptyState title={t('empty')} text={t('empty_text')} />
      </div>
    );
  return (
    <div className="stack gap-7">
      {today.to_mark > 0 && <ToMark count={today.to_mark} />}
      <InReviewSection found={today.in_review} />
      {TODAY_LISTS.map((section) => (
        <PeopleSection key={section} section={section} found={today[section]} {...props} />
      ))}
    </div>
  );
}

/** Answers that wait for marks, and the way to them. */
function ToMark({ count }: { count: number }) {
  const t = useTranslations('today');
  return (
    <Notice
      tone="warning"
      title={t('to_mark', { count })}
      action={
        <Button component={Link} to="/marking">
          {t('mark')}
        </Button>
      }
    >
      {t('to_mark_text')}
    </Notice>
  );
}

function OverviewSkeleton() {
  return (
    <div className="stack gap-7">
      <Skeleton height={180} radius="lg" />
      <Skeleton height={260} radius="lg" />
      <Skeleton height={260} radius="lg" />
    </div>
  );
}

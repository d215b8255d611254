import { listFormNames } from '#contract/exams/forms';
import { courseStatistic } from '#contract/insight/statistics';
import { IconChartBar, IconClipboardCheck, IconClockPlus, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import classes from './course-analytics.module.css';
import { StudentTable } from '../students/student-table.tsx';
import { Hint } from '../../../../ui/state/hint.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { SummaryCards } from './summary-cards.tsx';
import type { StudentRow, Student, Asked } from '../statistic.ts';
import { later } from '../../../../lib/page/later.tsx';
import { questionsPath } from '../../../../lib/paths/result-paths.ts';

const ActivityPanel = later(() => import('./activity-panel.tsx'));

interface Props {
  course_id: number;
  groups: readonly { id: number; name: string }[];
  /** The action that saves a student's certificate. */
  certificate: (row: StudentRow) => ReactNode;
  /** The dialog that gives minutes or attempts to one student, or to a group. */
  grant: (student: Student | null, onClose: () => void) => ReactNode;
  /** The dialog that gives back what an outage took. */
  outage: (onClose: () => void) => ReactNode;
  /** The dialog that lets a student take a form again. */
  retake: (form_id: number, user: StudentRow['user'], onClose: () => void) => ReactNode;
}

/** A course in figures: its students summed up, their attempts over time, and each of them in a table. */
export default function CourseAnalytics({ course_id, groups, certificate, grant, outage, retake }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const list = useListState(courseStatistic);
  return (
    <div className="stack gap-6">
      <Hint name="analytics" />
      <Tools course_id={course_id} onAsk={setAsked} />
      <SummaryCards course_id={course_id} list={list} />
      <WhenSeen>
        <ActivityPanel course_id={course_id} group={list.filter('group')} />
      </WhenSeen>
      <StudentTable
        course_id={course_id}
        groups={groups}
        list={list}
        certificate={certificate}
        onAsk={setAsked}
      />
      {asked?.what === 'grant' && grant(asked.student, close)}
      {asked?.what === 'outage' && outage(close)}
      {asked?.what === 'retake' && retake(asked.form_id, asked.user, close)}
    </div>
  );
}

/** What draws charts is loaded when its place comes into sight: on a phone far below. */
function WhenSeen({ children }: { children: ReactNode }) {
  const [seen, setSeen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  if (!seen) return <div ref={ref} className={`${classes.coming} off-paper`} />;
  return <Suspense fallback={<Skeleton height="25rem" radius="md" />}>{children}</Suspense>;
}

function Tools({ course_id, onAsk }: { course_id: number; onAsk: (asked: Asked) => void }) {
  const t = useTranslations('statistics');
  const may = useMay();
  const forms = useData(listFormNames, { query: { course: course_id, page_size: 100 } }).data?.results ?? [];
  return (
    <div className={`${classes.tools} buttons off-paper`}>
      {may('manageAttempts') && (
        <>
          <Button
            variant="default"
            leftSection={<IconClockPlus size={18} aria-hidden />}
            onClick={() => onAsk({ what: 'grant', student: null })}
          >
            {t('give_time')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlugConnectedX size={18} aria-hidden />}
            onClick={() => onAsk({ what: 'outage' })}
          >
            {t('outage')}
          </Button>
        </>
      )}
      <Button
        component={Link}
        to={`/course/${course_id}/results`}
        variant="default"
        leftSection={<IconClipboardCheck size={18} aria-hidden />}
      >
        {t('to_results')}
      </Button>
      {forms[0] && (
        <Button
          component={Link}
          to={questionsPath(course_id, forms[0].id)}
          variant="default"
          leftSection={<IconChartBar size={18} aria-hidden />}
        >
          {t('questions.link')}
        </Button>
      )}
    </div>
  );
}

import type { ResponseOf } from '#contract/platform';
import type { getUserLearning } from '#contract/insight/statistics';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { TestBadge } from '../../../../ui/step/test-badge.tsx';
import { testHref } from './person-test-state.ts';
import classes from './person-tests.module.css';

type Course = ResponseOf<typeof getUserLearning>['courses'][number];

/** The tests and exams of one course with the result that counts; each leads to its last attempt. */
export function PersonTests({ course, own }: { course: Course; own: boolean }) {
  const t = useTranslations('learning');
  const { result } = useNumbers();
  if (course.tests.length === 0) return null;
  return (
    <ul className={classes.tests} aria-label={t('results_of', { name: course.name })}>
      {course.tests.map((test) => {
        const href = testHref({ ...test, course_id: course.id }, own);
        return (
          <li key={test.form_id} className={classes.test}>
            <span className={classes.words}>
              {href === null ? (
                <span>{test.name}</span>
              ) : (
                <Link to={href} className={`${classes.link} finger-line lit-under`}>
                  {test.name}
                </Link>
              )}
              <span className="fine">{test.form_type === 2 ? t('exams.exam') : t('exams.test')}</span>
            </span>
            <span className="cluster gap-4">
              {test.percent !== null && (
                <span className={classes.grade}>
                  {result(test.percent)}
                  {test.ects && ` · ${test.ects}`}
                </span>
              )}
              <TestBadge state={test.state} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

import { EXAM } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import type { getUserLearning } from '#contract/insight/statistics/learning';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { PackageBadge } from '../../../../ui/step/package-badge.tsx';
import { TestBadge } from '../../../../ui/step/test-badge.tsx';
import { testHref } from './person-test-state.ts';
import classes from './person-tests.module.css';
import { materialPath } from '../../../../lib/paths/material-paths.ts';

type Course = ResponseOf<typeof getUserLearning>['courses'][number];

/** The tests, exams and packages of one course with the result that counts; a test leads to its last attempt. */
export function PersonTests({ course, own }: { course: Course; own: boolean }) {
  const t = useTranslations('learning');
  const { result } = useNumbers();
  if (course.tests.length + course.packages.length === 0) return null;
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
              <span className="fine">{test.form_type === EXAM ? t('exams.exam') : t('exams.test')}</span>
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
      {course.packages.map(({ material_id, name, standing, score, tries }) => (
        <li key={material_id} className={classes.test}>
          <span className={classes.words}>
            <Link
              to={materialPath(course.id, material_id)}
              className={`${classes.link} finger-line lit-under`}
            >
              {name}
            </Link>
            <span className="fine">{t('package')}</span>
          </span>
          <span className="cluster gap-4">
            {tries > 1 && <span className="fine">{t('package_tries', { tries })}</span>}
            {score !== null && <span className={classes.grade}>{result(score)}</span>}
            <PackageBadge standing={standing} />
          </span>
        </li>
      ))}
    </ul>
  );
}

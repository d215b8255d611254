import { getCourse } from '#contract/learning/courses';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { KeptOut } from '../../../features/learning/courses/kept-out.tsx';
import { lockOf } from '../../../features/learning/courses/lock-of.ts';
import { LockedCourse } from '../../../features/learning/courses/locked-course.tsx';
import { CourseMaterials } from '../../../features/learning/materials/view/course-materials.tsx';
import { codeOf } from '../../../lib/api/errors.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ThemeHead } from '../../../ui/brand/theme-head.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { ProgressLine } from '../../../ui/state/progress-line.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { askAtStep } from '../../parts/ask-retake.tsx';

/** A course as another system shows it: what it is, how far one is, and its materials. */
export default function Page() {
  const t = useTranslations('courses');
  const id = Number(useParams()['id']);
  const query = useData(getCourse, { params: { id } });
  if (codeOf(query.error) === 'blocked_in_course') return <KeptOut course_id={id} />;
  const lock = lockOf(query.error);
  if (lock) return <LockedCourse lock={lock} />;
  return (
    <Loaded query={query}>
      {(course) => (
        <div className="stack gap-7">
          <ThemeHead
            color={course.theme_color}
            photo={course.photo}
            title={course.name}
            description={course.description}
          />
          <ProgressLine value={course.progress} label={t('progress')} />
          <CourseMaterials course={course} ask={askAtStep} />
          {course.detailed_description !== '' && <RichText html={course.detailed_description} />}
        </div>
      )}
    </Loaded>
  );
}

import { useParams } from 'react-router';
import { askAtStep } from '../../parts/ask-retake.tsx';
import { AttemptResult } from '../../../features/exams/attempts/result/result-screen.tsx';
import { laterOver } from '../../../lib/page/later.tsx';
import { useMay } from '../../../lib/session/session.ts';
import { DownloadButton } from '../../../features/exams/certificates/download-button.tsx';

const AttemptDecisions = laterOver(() => import('../../../features/exams/results/attempt-decisions.tsx'), {
  words: ['results'],
});

export default function Page() {
  const decides = useMay()('viewCourseAnalytics');
  const params = useParams();
  return (
    <AttemptResult
      id={Number(params['statisticID'])}
      course_id={Number(params['id'])}
      ask={askAtStep}
      certificate={({ course, user }) => <DownloadButton course_id={course.id} user_id={user.id} />}
      decisions={
        decides
          ? ({ id, course, form_id }, attempts) => (
              <AttemptDecisions attempt_id={id} course_id={course.id} form_id={form_id} attempts={attempts} />
            )
          : undefined
      }
    />
  );
}

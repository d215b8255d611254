import { useParams } from 'react-router';
import { AttemptResult } from '../../../features/exams/attempts/result/result-screen.tsx';
import { DownloadButton } from '../../../features/exams/certificates/download-button.tsx';

export default function Page() {
  return (
    <AttemptResult
      id={Number(useParams()['statisticID'])}
      certificate={({ course, user }) => <DownloadButton course_id={course.id} user_id={user.id} />}
    />
  );
}

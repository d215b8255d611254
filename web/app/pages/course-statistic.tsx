import { useParams } from 'react-router';
import { AttemptResult } from '../../features/attempts/result-screen.tsx';
import { DownloadButton } from '../../features/certificates/download-button.tsx';

export default function Page() {
  return (
    <AttemptResult
      id={Number(useParams()['statisticID'])}
      certificate={({ course, user }) => <DownloadButton course_id={course.id} user_id={user.id} />}
    />
  );
}

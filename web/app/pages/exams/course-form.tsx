import { useParams } from 'react-router';
import { askAtForm, askAtStep } from '../../parts/ask-retake.tsx';
import { AttemptScreen } from '../../../features/exams/attempts/attempt-screen.tsx';
import { resumeSoon } from '../../../features/exams/attempts/run/begin-attempt.ts';
import { DownloadButton } from '../../../features/exams/certificates/download-button.tsx';

resumeSoon();

export default function Page() {
  const { id, materialID, formID } = useParams();
  return (
    <AttemptScreen
      course_id={Number(id)}
      material_id={Number(materialID)}
      form_id={Number(formID)}
      askAtForm={askAtForm}
      askAtStep={askAtStep}
      certificate={({ course }) => <DownloadButton course_id={course.id} />}
    />
  );
}

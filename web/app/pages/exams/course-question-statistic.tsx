import { useParams } from 'react-router';
import { QuestionScreen } from '../../../features/insight/statistics/questions/question-screen.tsx';

export default function Page() {
  const { id, formID } = useParams();
  return <QuestionScreen key={formID} course_id={Number(id)} form_id={Number(formID)} />;
}

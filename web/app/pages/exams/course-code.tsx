import { useParams } from 'react-router';
import { CodeScreen } from '../../../features/exams/results/code/code-screen.tsx';

export default function Page() {
  const { id, formID } = useParams();
  return <CodeScreen course_id={Number(id)} form_id={Number(formID)} />;
}

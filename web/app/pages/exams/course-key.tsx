import { useParams } from 'react-router';
import { KeyScreen } from '../../../features/exams/results/key/key-screen.tsx';

export default function Page() {
  const { id, formID } = useParams();
  return <KeyScreen course_id={Number(id)} form_id={Number(formID)} />;
}

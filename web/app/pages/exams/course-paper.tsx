import { useParams } from 'react-router';
import { PrintScreen } from '../../../features/exams/prints/print-screen.tsx';

export default function Page() {
  const { id, formID } = useParams();
  return <PrintScreen course_id={Number(id)} form_id={Number(formID)} />;
}

import { useParams } from 'react-router';
import { ResultsScreen } from '../../../features/exams/results/form/results-screen.tsx';

export default function Page() {
  const { id, formID } = useParams();
  return <ResultsScreen course_id={Number(id)} form_id={formID === undefined ? null : Number(formID)} />;
}

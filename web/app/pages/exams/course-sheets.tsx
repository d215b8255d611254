import { useParams } from 'react-router';
import { SheetScreen } from '../../../features/exams/sheets/sheet-screen.tsx';

export default function Page() {
  const { id, formID, runID } = useParams();
  return <SheetScreen course_id={Number(id)} form_id={Number(formID)} run_id={Number(runID)} />;
}

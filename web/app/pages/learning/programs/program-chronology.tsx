import { useParams } from 'react-router';
import { ChronologyScreen } from '../../../../features/learning/chronology/edit/chronology-screen.tsx';

export default function ProgramChronologyPage() {
  return <ChronologyScreen program_id={Number(useParams()['id'])} />;
}

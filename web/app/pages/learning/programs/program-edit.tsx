import { useParams } from 'react-router';
import { ProgramEditScreen } from '../../../../features/learning/programs/form/program-edit-screen.tsx';

export default function ProgramEditPage() {
  return <ProgramEditScreen id={Number(useParams()['id'])} />;
}

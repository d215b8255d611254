import { useParams } from 'react-router';
import { ProgramEditScreen } from '../../features/programs/program-form-screens.tsx';

export default function ProgramEditPage() {
  return <ProgramEditScreen id={Number(useParams()['id'])} />;
}

import { useParams } from 'react-router';
import { ProgramInfoScreen } from '../../features/programs/program-info-screen.tsx';

export default function ProgramInfoPage() {
  return <ProgramInfoScreen id={Number(useParams()['id'])} />;
}

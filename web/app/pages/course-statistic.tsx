import { useParams } from 'react-router';
import { AttemptResult } from '../../features/attempts/result-screen.tsx';

export default function Page() {
  return <AttemptResult id={Number(useParams()['statisticID'])} />;
}

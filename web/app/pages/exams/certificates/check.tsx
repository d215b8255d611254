import { useParams } from 'react-router';
import { CheckScreen } from '../../../../features/exams/certificates/check-screen.tsx';

export default function Page() {
  return <CheckScreen number={useParams()['number'] ?? ''} />;
}

import { useParams } from 'react-router';
import { WebinarInfoScreen } from '../../../../features/learning/webinars/info/webinar-info-screen.tsx';

export default function WebinarInfoPage() {
  return <WebinarInfoScreen id={Number(useParams()['id'])} />;
}

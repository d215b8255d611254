import { useParams } from 'react-router';
import { WebinarEditScreen } from '../../../../features/learning/webinars/form/webinar-form-screens.tsx';

export default function WebinarEditPage() {
  return <WebinarEditScreen id={Number(useParams()['id'])} />;
}

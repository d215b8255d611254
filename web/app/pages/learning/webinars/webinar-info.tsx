import { useParams } from 'react-router';
import { LockReason } from '../../../../features/learning/chronology/view/lock-reason.tsx';
import { WebinarInfoScreen } from '../../../../features/learning/webinars/info/webinar-info-screen.tsx';

export default function WebinarInfoPage() {
  return (
    <WebinarInfoScreen id={Number(useParams()['id'])} lockReason={(lock) => <LockReason lock={lock} />} />
  );
}

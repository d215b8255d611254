import { Suspense } from 'react';
import { useParams } from 'react-router';
import { UserInfoScreen } from '../../../features/people/users/person/user-info-screen.tsx';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { later } from '../../../lib/page/later.tsx';

const CertificateList = later(() => import('../../../features/exams/certificates/certificate-list.tsx'), {
  words: ['certificates'],
});

export default function UserInfoPage() {
  const id = Number(useParams()['id']);
  return (
    <UserInfoScreen
      key={id}
      id={id}
      certificates={
        <Suspense fallback={<PageSkeleton />}>
          <CertificateList of={{ user: id }} />
        </Suspense>
      }
    />
  );
}

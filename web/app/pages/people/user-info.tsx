import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { UserInfoScreen } from '../../../features/people/users/person/user-info-screen.tsx';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { loadMessages } from '../../../lib/words/locale.tsx';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';

const CertificateList = lazy(async () => {
  const [{ CertificateList: list }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/certificates/certificate-list.tsx')),
    loadMessages(['certificates']),
  ]);
  return { default: list };
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

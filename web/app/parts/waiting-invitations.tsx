import { getMailAllowance } from '#contract/identity/companies';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../lib/page/chunks.ts';
import { loadMessages } from '../../lib/words/locale.tsx';
import { useMay } from '../../lib/session/session.ts';
import { useData } from '../../lib/api/use-data.ts';

/** Few companies have any. */
const Waiting = lazy(async () => {
  const [{ WaitingInvitations: component }] = await Promise.all([
    loadChunk(() => import('../../features/identity/companies/mail-allowance.tsx')),
    loadMessages(['companies']),
  ]);
  return { default: component };
});

/** Invitations that wait to be sent, told to those who administer the company. */
export function WaitingInvitations() {
  const may = useMay();
  const { data } = useData(getMailAllowance, { enabled: may('editCompany') });
  if (!data || data.waiting === 0) return null;
  return (
    <Suspense>
      <Waiting allowance={data} />
    </Suspense>
  );
}

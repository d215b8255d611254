import { getMailAllowance } from '#contract/identity/companies';
import { useMay } from '../../lib/session/session.ts';
import { useData } from '../../lib/api/use-data.ts';
import { laterOver } from '../../lib/page/later.tsx';

/** Few companies have any. */
const Waiting = laterOver(() => import('../../features/identity/companies/mail-allowance.tsx'), {
  words: ['companies'],
});

/** Invitations that wait to be sent, told to those who administer the company. */
export function WaitingInvitations() {
  const may = useMay();
  const { data } = useData(getMailAllowance, { enabled: may('editCompany') });
  if (!data || data.waiting === 0) return null;
  return <Waiting allowance={data} />;
}

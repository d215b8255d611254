import { useParams } from 'react-router';
import { CompanyScreen } from '../../../features/identity/companies/company-screen.tsx';
import { useMay, useProfile } from '../../../lib/session/session.ts';
import { MailAllowancePanel } from '../../../features/identity/companies/mail-allowance.tsx';
import { Licences } from '../../parts/licences.tsx';
import { laterOver } from '../../../lib/page/later.tsx';

/** Below everything else, for a few: its code comes by itself. */
const CompanyData = laterOver(() => import('../../parts/company-data.tsx'), {
  words: ['privacy', 'security'],
});

export default function CompanyInfoPage() {
  const { licences } = useProfile();
  const may = useMay();
  return (
    <CompanyScreen
      id={Number(useParams()['id'])}
      licences={licences && <Licences {...licences} bare />}
      mails={may('editCompany') && <MailAllowancePanel />}
      data={may('eraseUser') && <CompanyData />}
    />
  );
}

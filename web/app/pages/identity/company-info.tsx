import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { CompanyScreen } from '../../../features/identity/companies/company-screen.tsx';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { loadMessages } from '../../../lib/words/locale.tsx';
import { useMay, useProfile } from '../../../lib/session/session.ts';
import { MailAllowancePanel } from '../../../features/identity/companies/mail-allowance.tsx';
import { Licences } from '../../parts/licences.tsx';

/** Below everything else, for a few: its code comes by itself. */
const CompanyData = lazy(async () => {
  const [data] = await Promise.all([
    loadChunk(() => import('../../parts/company-data.tsx')),
    loadMessages(['privacy', 'security']),
  ]);
  return data;
});

export default function CompanyInfoPage() {
  const { licences } = useProfile();
  const may = useMay();
  return (
    <CompanyScreen
      id={Number(useParams()['id'])}
      licences={licences && <Licences {...licences} bare />}
      mails={may('editCompany') && <MailAllowancePanel />}
      data={
        may('eraseUser') && (
          <Suspense>
            <CompanyData />
          </Suspense>
        )
      }
    />
  );
}

import { CompanyDataSection } from '../../features/service/privacy/company-data-section.tsx';
import { FormerPeople } from '../../features/service/privacy/former-people.tsx';
import { useMay } from '../../lib/session/session.ts';
import { useSwitchedLogin } from '../session/use-switched-login.ts';
import { WithConfirmation } from '../session/with-confirmation.tsx';

/** The company's data and the people who left it, for those who answer for them. */
export default function CompanyData() {
  const may = useMay();
  const switched = useSwitchedLogin();
  return (
    <WithConfirmation>
      {(confirmed) => (
        <>
          {may('eraseUser') && <FormerPeople confirmed={confirmed} />}
          {may('ownCompany') && (
            <CompanyDataSection confirmed={confirmed} onSwitched={(access) => void switched(access)} />
          )}
        </>
      )}
    </WithConfirmation>
  );
}

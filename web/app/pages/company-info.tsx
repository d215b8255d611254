import { useParams } from 'react-router';
import { CompanyScreen } from '../../features/companies/company-screen.tsx';
import { useProfile } from '../../lib/session.ts';
import { Licences } from '../licences.tsx';

export default function CompanyInfoPage() {
  const { licences } = useProfile();
  return (
    <CompanyScreen id={Number(useParams()['id'])} licences={licences && <Licences {...licences} bare />} />
  );
}

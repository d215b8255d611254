import { useParams } from 'react-router';
import { CompanyScreen } from '../../features/companies/company-screen.tsx';

export default function CompanyInfoPage() {
  return <CompanyScreen id={Number(useParams()['id'])} />;
}

import { useParams } from 'react-router';
import { CompanyEditScreen } from '../../features/companies/company-edit-screen.tsx';

export default function CompanyEditPage() {
  const id = Number(useParams()['id']);
  return <CompanyEditScreen key={id} id={id} />;
}

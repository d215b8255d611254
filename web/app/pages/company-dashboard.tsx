import { useParams } from 'react-router';
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx';
import { Licences } from '../licences.tsx';

export default function CompanyDashboardPage() {
  return (
    <DashboardScreen
      id={Number(useParams()['id'])}
      licences={(licences) => <Licences {...licences} bare />}
    />
  );
}

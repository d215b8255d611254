import { useParams } from 'react-router';
import { FirstSteps } from '../../../features/identity/companies/first-steps.tsx';
import { DashboardScreen } from '../../../features/insight/dashboard/dashboard-screen.tsx';
import { Licences } from '../../parts/licences.tsx';

export default function CompanyDashboardPage() {
  return (
    <DashboardScreen
      id={Number(useParams()['id'])}
      firstSteps={(steps) => <FirstSteps steps={steps} />}
      licences={(licences) => <Licences {...licences} bare />}
    />
  );
}

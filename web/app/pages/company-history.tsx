import { useParams } from 'react-router';
import { HistoryScreen } from '../../features/history/history-screen.tsx';

export default function CompanyHistoryPage() {
  return <HistoryScreen company_id={Number(useParams()['id'])} />;
}

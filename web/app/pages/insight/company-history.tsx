import { useParams } from 'react-router';
import { HistoryScreen } from '../../../features/insight/history/history-screen.tsx';

export default function CompanyHistoryPage() {
  return <HistoryScreen company_id={Number(useParams()['id'])} />;
}

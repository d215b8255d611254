import { useParams } from 'react-router';
import { GroupInfoScreen } from '../../../features/people/groups/group-info-screen.tsx';

export default function GroupInfoPage() {
  return <GroupInfoScreen id={Number(useParams()['id'])} />;
}

import { useParams } from 'react-router';
import { GroupEditScreen } from '../../../features/people/groups/group-form-screens.tsx';

export default function GroupEditPage() {
  return <GroupEditScreen id={Number(useParams()['id'])} />;
}

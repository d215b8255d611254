import { useParams } from 'react-router';
import { UserInfoScreen } from '../../features/users/user-info-screen.tsx';

export default function UserInfoPage() {
  const id = Number(useParams()['id']);
  return <UserInfoScreen key={id} id={id} />;
}

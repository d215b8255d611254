import { UserListScreen } from '../../features/people/users/user-list-screen.tsx';
import { WaitingInvitations } from '../waiting-invitations.tsx';

export default function UserListPage() {
  return <UserListScreen invitations={<WaitingInvitations />} />;
}

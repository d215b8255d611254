import { UserListScreen } from '../../../features/people/users/list/user-list-screen.tsx';
import { WaitingInvitations } from '../../parts/waiting-invitations.tsx';

export default function UserListPage() {
  return <UserListScreen invitations={<WaitingInvitations />} />;
}

import { UserListScreen } from '../../features/users/user-list-screen.tsx';

export default UserListScreen;

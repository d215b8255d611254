import { GroupListScreen } from '../../features/groups/group-list-screen.tsx';

export default GroupListScreen;

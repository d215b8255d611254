import { GroupListScreen } from '../../../features/people/groups/group-list-screen.tsx';

export default GroupListScreen;

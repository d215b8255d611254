import { GroupCreateScreen } from '../../features/groups/group-form-screens.tsx';

export default GroupCreateScreen;

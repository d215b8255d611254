import { GroupCreateScreen } from '../../../features/people/groups/group-form-screens.tsx';

export default GroupCreateScreen;

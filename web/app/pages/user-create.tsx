import { UserCreateScreen } from '../../features/users/user-form-screens.tsx';

export default UserCreateScreen;

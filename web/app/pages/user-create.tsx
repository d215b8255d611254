import { UserCreateScreen } from '../../features/people/users/user-form-screens.tsx';

export default UserCreateScreen;

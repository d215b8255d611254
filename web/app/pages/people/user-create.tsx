import { UserCreateScreen } from '../../../features/people/users/form/user-form-screens.tsx';

export default UserCreateScreen;

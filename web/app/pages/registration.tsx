import { RegistrationScreen } from '../../features/accounts/registration-screen.tsx';

export default RegistrationScreen;

import { ForgotScreen } from '../../features/identity/accounts/forgot-screen.tsx';

export default ForgotScreen;

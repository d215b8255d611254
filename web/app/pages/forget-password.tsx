import { ForgotScreen } from '../../features/accounts/forgot-screen.tsx';

export default ForgotScreen;

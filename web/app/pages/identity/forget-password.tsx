import { ForgotScreen } from '../../../features/identity/accounts/recovery/forgot-screen.tsx';

export default ForgotScreen;

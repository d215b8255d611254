import { CertificateRegisterScreen } from '../../../../features/exams/certificates/register-screen.tsx';

export default CertificateRegisterScreen;

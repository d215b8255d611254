import { BankScreen } from '../../../features/exams/forms/bank/bank-screen.tsx';

export default BankScreen;

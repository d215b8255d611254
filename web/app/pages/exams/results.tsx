import { CompanyResultsScreen } from '../../../features/exams/results/company/company-results-screen.tsx';

export default CompanyResultsScreen;

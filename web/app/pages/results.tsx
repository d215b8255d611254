import { CompanyResultsScreen } from '../../features/exams/results/company-results-screen.tsx';

export default CompanyResultsScreen;

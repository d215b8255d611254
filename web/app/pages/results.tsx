import { CompanyResultsScreen } from '../../features/results/company-results-screen.tsx';

export default CompanyResultsScreen;

import { AllSpacesScreen } from '../../features/users/all-spaces-screen.tsx';

export default AllSpacesScreen;

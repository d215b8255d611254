import { AllSpacesScreen } from '../../features/people/users/all-spaces-screen.tsx';

export default AllSpacesScreen;

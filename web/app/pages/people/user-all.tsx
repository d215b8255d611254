import { AllSpacesScreen } from '../../../features/people/users/list/all-spaces-screen.tsx';

export default AllSpacesScreen;

import { ProgramListScreen } from '../../features/programs/program-list-screen.tsx';

export default ProgramListScreen;

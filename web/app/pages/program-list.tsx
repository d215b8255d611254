import { ProgramListScreen } from '../../features/learning/programs/program-list-screen.tsx';

export default ProgramListScreen;

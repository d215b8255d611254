import { ProgramListScreen } from '../../../../features/learning/programs/list/program-list-screen.tsx';

export default ProgramListScreen;

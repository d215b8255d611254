import { ProgramCreateScreen } from '../../../../features/learning/programs/form/program-create-screen.tsx';

export default ProgramCreateScreen;

import { ProgramCreateScreen } from '../../features/learning/programs/program-form-screens.tsx';

export default ProgramCreateScreen;

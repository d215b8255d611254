import { ProgramCreateScreen } from '../../features/programs/program-form-screens.tsx';

export default ProgramCreateScreen;

import { ProgramCreateScreen } from '../../../../features/learning/programs/form/program-form-screens.tsx';

export default ProgramCreateScreen;

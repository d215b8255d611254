import { ToMarkScreen } from '../../../features/exams/marks/to-mark-screen.tsx';

export default ToMarkScreen;

import { MarkingScreen } from '../../../features/exams/marks/marking-screen.tsx';

export default MarkingScreen;

import { WebinarListScreen } from '../../features/learning/webinars/webinar-list-screen.tsx';

export default WebinarListScreen;

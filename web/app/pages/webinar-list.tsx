import { WebinarListScreen } from '../../features/webinars/webinar-list-screen.tsx';

export default WebinarListScreen;

import { WebinarListScreen } from '../../../../features/learning/webinars/list/webinar-list-screen.tsx';

export default WebinarListScreen;

import { WebinarCreateScreen } from '../../features/learning/webinars/webinar-form-screens.tsx';

export default WebinarCreateScreen;

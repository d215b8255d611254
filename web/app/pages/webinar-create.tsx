import { WebinarCreateScreen } from '../../features/webinars/webinar-form-screens.tsx';

export default WebinarCreateScreen;

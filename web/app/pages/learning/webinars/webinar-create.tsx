import { WebinarCreateScreen } from '../../../../features/learning/webinars/form/webinar-form-screens.tsx';

export default WebinarCreateScreen;

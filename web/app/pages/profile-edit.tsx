import { ProfileForm } from '../../features/profile/profile-form.tsx';

export default ProfileForm;

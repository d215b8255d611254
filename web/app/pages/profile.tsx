import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { SecurityScreen } from '../../features/security/security-screen.tsx';
import { useSwitchedLogin } from '../use-switched-login.ts';

export default function ProfilePage() {
  const switched = useSwitchedLogin();
  return <ProfileScreen onSwitched={(access) => void switched(access)} security={<SecurityScreen />} />;
}

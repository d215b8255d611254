import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { SecurityScreen } from '../../features/security/security-screen.tsx';
import { PersonExams } from '../../features/users/person-exams.tsx';
import { PersonCourses, PersonGroups, PersonPrograms } from '../../features/users/person-learning.tsx';
import { useProfile } from '../../lib/session.ts';
import { useSwitchedLogin } from '../use-switched-login.ts';

export default function ProfilePage() {
  const switched = useSwitchedLogin();
  const { id } = useProfile();
  return (
    <ProfileScreen
      onSwitched={(access) => void switched(access)}
      courses={<PersonCourses id={id} />}
      programs={<PersonPrograms id={id} />}
      groups={<PersonGroups id={id} />}
      exams={<PersonExams id={id} />}
      security={<SecurityScreen />}
    />
  );
}

import { type ReactNode, Suspense } from 'react';
import { stepsShown } from '../../../features/identity/companies/steps-shown.ts';
import { ProfileScreen } from '../../../features/identity/profile/profile-screen.tsx';
import {
  PersonCourses,
  PersonGroups,
  PersonPrograms,
} from '../../../features/people/users/person/person-learning.tsx';
import { useProfile } from '../../../lib/session/session.ts';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { useLeftCompany } from '../../session/use-left-company.ts';
import { askAtStep } from '../../parts/ask-retake.tsx';
import { useSwitchedLogin } from '../../session/use-switched-login.ts';
import { later } from '../../../lib/page/later.tsx';

const CertificateList = later(() => import('../../../features/exams/certificates/certificate-list.tsx'), {
  words: ['certificates'],
});

const PersonExams = later(() =>
  import('../../../features/people/users/person/person-exams.tsx').then((it) => it.PersonExams),
);

/** Few companies are new. */
const FirstSteps = later(() => import('../../../features/identity/companies/first-steps.tsx'), {
  words: ['first_steps'],
});

/** Few people are invited to one more company. */
const WaitingInvitations = later(() => import('../../../features/identity/profile/waiting-invitations.tsx'), {
  words: ['invitations'],
});

const SecurityScreen = later(() => import('../../../features/identity/security/security-screen.tsx'), {
  words: ['security'],
});

const NoteList = later(() => import('../../../features/learning/notes/note-list.tsx'), { words: ['notes'] });

const KeptList = later(() => import('../../../features/learning/kept/kept-list.tsx'), { words: ['kept'] });

const OwnData = later(() => import('../../parts/own-data.tsx'), { words: ['privacy'] });

const NotificationChoices = later(
  () => import('../../../features/service/notifications/notification-choices.tsx'),
  { words: ['notifications'] },
);

export default function ProfilePage() {
  const switched = useSwitchedLogin();
  const left = useLeftCompany();
  const profile = useProfile();
  const { id } = profile;
  return (
    <ProfileScreen
      firstSteps={stepsShown(profile, profile.first_steps) && <FirstSteps />}
      onSwitched={(access) => void switched(access)}
      onLeft={(access, company) => void left(access, company)}
      invitations={
        profile.invitations > 0 && <WaitingInvitations onSwitched={(access) => void switched(access)} />
      }
      courses={<PersonCourses id={id} ask={askAtStep} />}
      programs={<PersonPrograms id={id} />}
      groups={<PersonGroups id={id} />}
      exams={
        <Later>
          <PersonExams id={id} />
        </Later>
      }
      certificates={
        <Later>
          <CertificateList of={{ user: id }} />
        </Later>
      }
      notes={
        <Later>
          <NoteList />
        </Later>
      }
      device={
        <Later>
          <KeptList />
        </Later>
      }
      notifications={
        <Later>
          <NotificationChoices />
        </Later>
      }
      security={
        <Later>
          <SecurityScreen>
            <OwnData />
          </SecurityScreen>
        </Later>
      }
    />
  );
}

/** A tab that few open: its code comes when it is opened. */
function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PageSkeleton />}>{children}</Suspense>;
}

import { lazy, type ReactNode, Suspense } from 'react';
import { stepsShown } from '../../../features/identity/companies/steps-shown.ts';
import { ProfileScreen } from '../../../features/identity/profile/profile-screen.tsx';
import {
  PersonCourses,
  PersonGroups,
  PersonPrograms,
} from '../../../features/people/users/person/person-learning.tsx';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { loadMessages } from '../../../lib/words/locale.tsx';
import { useProfile } from '../../../lib/session/session.ts';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { useLeftCompany } from '../../session/use-left-company.ts';
import { useSwitchedLogin } from '../../session/use-switched-login.ts';

const PersonExams = lazy(async () => ({
  default: (await loadChunk(() => import('../../../features/people/users/person/person-exams.tsx')))
    .PersonExams,
}));

/** Few companies are new. */
const FirstSteps = lazy(async () => {
  const [steps] = await Promise.all([
    loadChunk(() => import('../../../features/identity/companies/first-steps.tsx')),
    loadMessages(['first_steps']),
  ]);
  return steps;
});

/** Few people are invited to one more company. */
const WaitingInvitations = lazy(async () => {
  const [invitations] = await Promise.all([
    loadChunk(() => import('../../../features/identity/profile/waiting-invitations.tsx')),
    loadMessages(['invitations']),
  ]);
  return invitations;
});

const CertificateList = lazy(async () => {
  const [{ CertificateList: list }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/certificates/certificate-list.tsx')),
    loadMessages(['certificates']),
  ]);
  return { default: list };
});

const SecurityScreen = lazy(async () => {
  const [{ SecurityScreen: screen }] = await Promise.all([
    loadChunk(() => import('../../../features/identity/security/security-screen.tsx')),
    loadMessages(['security']),
  ]);
  return { default: screen };
});

const OwnData = lazy(async () => {
  const [data] = await Promise.all([
    loadChunk(() => import('../../parts/own-data.tsx')),
    loadMessages(['privacy']),
  ]);
  return data;
});

const NotificationChoices = lazy(async () => {
  const [{ NotificationChoices: choices }] = await Promise.all([
    loadChunk(() => import('../../../features/service/notifications/notification-choices.tsx')),
    loadMessages(['notifications']),
  ]);
  return { default: choices };
});

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
      courses={<PersonCourses id={id} />}
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

import { ImportScreen } from '../../../features/people/imports/import-screen.tsx';
import { WaitingInvitations } from '../../parts/waiting-invitations.tsx';

export default function UserImportPage() {
  return <ImportScreen invitations={<WaitingInvitations />} />;
}

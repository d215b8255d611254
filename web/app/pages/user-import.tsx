import { ImportScreen } from '../../features/imports/import-screen.tsx';
import { WaitingInvitations } from '../waiting-invitations.tsx';

export default function UserImportPage() {
  return <ImportScreen invitations={<WaitingInvitations />} />;
}

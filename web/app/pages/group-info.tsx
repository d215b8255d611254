import { useState } from 'react';
import { useParams } from 'react-router';
import { GroupInfoScreen } from '../../features/groups/group-info-screen.tsx';
import { InviteStudentDialog } from '../../features/users/invite-student-dialog.tsx';

export default function GroupInfoPage() {
  const id = Number(useParams()['id']);
  const [inviting, setInviting] = useState<{ id: number; name: string } | null>(null);
  return (
    <>
      <GroupInfoScreen id={id} onInvite={setInviting} />
      {inviting && <InviteStudentDialog group={inviting} onClose={() => setInviting(null)} />}
    </>
  );
}

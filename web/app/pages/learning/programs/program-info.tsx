import { useParams } from 'react-router';
import { LockReason } from '../../../../features/learning/chronology/view/lock-reason.tsx';
import { ProgramInfoScreen } from '../../../../features/learning/programs/info/program-info-screen.tsx';
import { later } from '../../../../lib/page/later.tsx';

const WebinarTab = later(() => import('../../../../features/learning/webinars/list/webinar-tab.tsx'));

const Chronology = later(() => import('../../../../features/learning/chronology/view/chronology-panel.tsx'));
const Students = later(() => import('../../../../features/learning/chronology/view/program-students.tsx'));

export default function ProgramInfoPage() {
  return (
    <ProgramInfoScreen
      id={Number(useParams()['id'])}
      chronology={({ id, courses }) => <Chronology program_id={id} courses={courses} />}
      students={({ id }) => <Students program_id={id} />}
      lockReason={(lock) => <LockReason lock={lock} />}
      webinars={({ id, may_edit }) => <WebinarTab of={{ program: id }} mayCreate={may_edit} />}
    />
  );
}

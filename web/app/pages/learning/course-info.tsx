import { useParams } from 'react-router';
import { useMay } from '../../../lib/session/session.ts';
import { askAtStep } from '../../parts/ask-retake.tsx';
import { CourseInfoScreen } from '../../../features/learning/courses/info/course-info-screen.tsx';
import { CourseMaterials } from '../../../features/learning/materials/view/course-materials.tsx';
import {
  CertificateList,
  CopyCourse,
  CourseAnalytics,
  CourseHistory,
  DispatchList,
  DownloadItem,
  EarnedNotice,
  GrantDialog,
  InviteDialog,
  LibraryChanges,
  KeepCourse,
  ManagedMaterials,
  NoteList,
  OutageDialog,
  RetakeDialog,
  StudentMaterialsDialog,
  WebinarTab,
} from '../../parts/course-parts.ts';

type Parts = Parameters<typeof CourseInfoScreen>[0];

const retake: Parts['retake'] = ({ id }, form_id, user, onClose) => (
  <RetakeDialog
    course_id={id}
    form_id={form_id}
    asked={{ action: 'retake', rows: [{ user, attempt_id: null }] }}
    onClose={onClose}
  />
);

export default function Page() {
  const may = useMay();
  return (
    <CourseInfoScreen
      id={Number(useParams()['id'])}
      materials={(course) => (
        <CourseMaterials
          course={course}
          ask={askAtStep}
          keep={may('startTest') && <KeepCourse course={course} />}
        />
      )}
      managed={(course) => <ManagedMaterials course={course} />}
      notes={({ id }) => <NoteList course={id} />}
      webinars={({ id }) => <WebinarTab of={{ course: id }} mayCreate />}
      analytics={(course) => (
        <CourseAnalytics
          course_id={course.id}
          groups={course.groups}
          certificate={({ user }) => <DownloadItem course_id={course.id} user_id={user.id} />}
          grant={(student, onClose) => (
            <GrantDialog course_id={course.id} groups={course.groups} student={student} onClose={onClose} />
          )}
          outage={(onClose) => <OutageDialog course_id={course.id} onClose={onClose} />}
          retake={(form_id, user, onClose) => retake(course, form_id, user, onClose)}
        />
      )}
      certificates={({ id }) => <CertificateList of={{ course: id }} />}
      certificate={(course, { id }) => <DownloadItem course_id={course.id} user_id={id} />}
      retake={retake}
      invite={({ id, name }, onClose) => <InviteDialog course={{ id, name }} onClose={onClose} />}
      studentMaterials={({ id }, student, onClose) => (
        <StudentMaterialsDialog course_id={id} student={student} onClose={onClose} />
      )}
      copy={(course, onClose) => <CopyCourse course={course} onClose={onClose} />}
      dispatches={(course) => <DispatchList course={course} />}
      revision={({ id }) => <CourseHistory course_id={id} />}
      // The page waits for it: coming later, it would move everything below.
      notice={({ id, certificate, library_news }) => (
        <>
          {certificate && <EarnedNotice course_id={id} certificate={certificate} />}
          {library_news && <LibraryChanges course_id={id} news={library_news} />}
        </>
      )}
    />
  );
}

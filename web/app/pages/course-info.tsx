import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { DownloadItem } from '../../features/certificates/download-item.tsx';
import { EarnedNotice } from '../../features/certificates/earned-notice.tsx';
import { CourseInfoScreen } from '../../features/courses/course-info-screen.tsx';
import { CourseMaterials } from '../../features/materials/course-materials.tsx';
import { loadChunk } from '../../lib/chunks.ts';
import { useMay } from '../../lib/session.ts';
import { loadMessages } from '../../lib/locale.tsx';

const CourseAnalytics = lazy(async () => {
  const { CourseAnalytics: analytics } = await loadChunk(
    () => import('../../features/statistics/course-analytics.tsx'),
  );
  return { default: analytics };
});

// With texts that only these show.
const CertificateList = lazy(async () => {
  const { CertificateList: list } = await loadChunk(
    () => import('../../features/certificates/certificate-list.tsx'),
  );
  return { default: list };
});

const CourseHistory = lazy(async () => {
  const [{ CourseHistory: history }] = await Promise.all([
    loadChunk(() => import('../../features/history/course-history.tsx')),
    loadMessages(['history']),
  ]);
  return { default: history };
});

const LibraryChanges = lazy(async () => {
  const [{ LibraryChanges: changes }] = await Promise.all([
    loadChunk(() => import('../../features/library/library-changes.tsx')),
    loadMessages(['library']),
  ]);
  return { default: changes };
});

const WebinarTab = lazy(async () => {
  const { WebinarTab: tab } = await loadChunk(() => import('../../features/webinars/webinar-tab.tsx'));
  return { default: tab };
});

const GrantDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    loadChunk(() => import('../../features/attempts/grant-dialog.tsx')),
    loadMessages(['attempts']),
  ]);
  return dialog;
});

const OutageDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    loadChunk(() => import('../../features/attempts/outage-dialog.tsx')),
    loadMessages(['attempts']),
  ]);
  return dialog;
});

const StudentMaterialsDialog = lazy(() =>
  loadChunk(() => import('../../features/materials/student-materials-dialog.tsx')),
);

export default function Page() {
  const may = useMay();
  return (
    <CourseInfoScreen
      id={Number(useParams()['id'])}
      materials={(course) => <CourseMaterials course={course} />}
      webinars={(course) => <WebinarTab of={{ course: course.id }} mayCreate />}
      analytics={(course) => (
        <CourseAnalytics
          course_id={course.id}
          groups={course.groups}
          certificate={({ user }) => <DownloadItem course_id={course.id} user_id={user.id} />}
          grant={(student, onClose) => (
            <Suspense fallback={null}>
              <GrantDialog course_id={course.id} groups={course.groups} student={student} onClose={onClose} />
            </Suspense>
          )}
          outage={(onClose) => (
            <Suspense fallback={null}>
              <OutageDialog course_id={course.id} onClose={onClose} />
            </Suspense>
          )}
        />
      )}
      certificates={(course) => <CertificateList of={{ course: course.id }} />}
      certificate={(course, { id }) => <DownloadItem course_id={course.id} user_id={id} />}
      studentMaterials={(course, student, onClose) => (
        <Suspense fallback={null}>
          <StudentMaterialsDialog course_id={course.id} student={student} onClose={onClose} />
        </Suspense>
      )}
      revision={(course) => <CourseHistory course_id={course.id} />}
      notice={(course) => (
        <>
          {may('startTest') && <EarnedNotice course_id={course.id} />}
          {course.may_edit_materials && (
            <Suspense fallback={null}>
              <LibraryChanges course_id={course.id} />
            </Suspense>
          )}
        </>
      )}
    />
  );
}

import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { CourseInfoScreen } from '../../../features/learning/courses/info/course-info-screen.tsx';
import { CourseMaterials } from '../../../features/learning/materials/view/course-materials.tsx';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { loadMessages } from '../../../lib/words/locale.tsx';

const CourseAnalytics = lazy(async () => {
  const { CourseAnalytics: analytics } = await loadChunk(
    () => import('../../../features/insight/statistics/course/course-analytics.tsx'),
  );
  return { default: analytics };
});

// With texts that only these show.
const CertificateList = lazy(async () => {
  const [{ CertificateList: list }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/certificates/certificate-list.tsx')),
    loadMessages(['certificates']),
  ]);
  return { default: list };
});

const EarnedNotice = lazy(async () => {
  const [{ EarnedNotice: notice }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/certificates/earned-notice.tsx')),
    loadMessages(['certificates']),
  ]);
  return { default: notice };
});

const DownloadItem = lazy(async () => {
  const [{ DownloadItem: item }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/certificates/download-item.tsx')),
    loadMessages(['certificates']),
  ]);
  return { default: item };
});

const CourseHistory = lazy(async () => {
  const [{ CourseHistory: history }] = await Promise.all([
    loadChunk(() => import('../../../features/insight/history/course-history.tsx')),
    loadMessages(['history']),
  ]);
  return { default: history };
});

const LibraryChanges = lazy(async () => {
  const [{ LibraryChanges: changes }] = await Promise.all([
    loadChunk(() => import('../../../features/learning/library/library-changes.tsx')),
    loadMessages(['library']),
  ]);
  return { default: changes };
});

const WebinarTab = lazy(async () => {
  const { WebinarTab: tab } = await loadChunk(
    () => import('../../../features/learning/webinars/list/webinar-tab.tsx'),
  );
  return { default: tab };
});

const GrantDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    loadChunk(() => import('../../../features/exams/attempts/staff/grant-dialog.tsx')),
    loadMessages(['attempts']),
  ]);
  return dialog;
});

const RetakeDialog = lazy(async () => {
  const [{ DecisionDialogs }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/results/form/decision-dialogs.tsx')),
    loadMessages(['results']),
  ]);
  return { default: DecisionDialogs };
});

const OutageDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    loadChunk(() => import('../../../features/exams/attempts/staff/outage-dialog.tsx')),
    loadMessages(['attempts']),
  ]);
  return dialog;
});

const StudentMaterialsDialog = lazy(() =>
  loadChunk(() => import('../../../features/learning/materials/view/student-materials-dialog.tsx')),
);

export default function Page() {
  return (
    <CourseInfoScreen
      id={Number(useParams()['id'])}
      materials={(course) => <CourseMaterials course={course} />}
      webinars={(course) => <WebinarTab of={{ course: course.id }} mayCreate />}
      analytics={(course) => (
        <CourseAnalytics
          course_id={course.id}
          groups={course.groups}
          certificate={({ user }) => <Certificate course_id={course.id} user_id={user.id} />}
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
          retake={(form_id, user, onClose) => (
            <Retake course_id={course.id} form_id={form_id} user={user} onClose={onClose} />
          )}
        />
      )}
      certificates={(course) => <CertificateList of={{ course: course.id }} />}
      certificate={(course, { id }) => <Certificate course_id={course.id} user_id={id} />}
      retake={(course, form_id, user, onClose) => (
        <Retake course_id={course.id} form_id={form_id} user={user} onClose={onClose} />
      )}
      studentMaterials={(course, student, onClose) => (
        <Suspense fallback={null}>
          <StudentMaterialsDialog course_id={course.id} student={student} onClose={onClose} />
        </Suspense>
      )}
      revision={(course) => <CourseHistory course_id={course.id} />}
      notice={(course) => (
        <>
          {/* The page waits for it: coming later, it would move everything below. */}
          {course.certificate && <EarnedNotice course_id={course.id} certificate={course.certificate} />}
          {course.library_news && <LibraryChanges course_id={course.id} news={course.library_news} />}
        </>
      )}
    />
  );
}

interface RetakeProps {
  course_id: number;
  form_id: number;
  user: { id: number; first_name: string; last_name: string };
  onClose: () => void;
}

function Retake({ course_id, form_id, user, onClose }: RetakeProps) {
  return (
    <Suspense fallback={null}>
      <RetakeDialog
        course_id={course_id}
        form_id={form_id}
        asked={{ action: 'retake', rows: [{ user, attempt_id: null }] }}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** In the menu of a row, which opens without waiting for it. */
function Certificate(student: { course_id: number; user_id: number }) {
  return (
    <Suspense fallback={null}>
      <DownloadItem {...student} />
    </Suspense>
  );
}

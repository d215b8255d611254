import { later, laterOver } from '../../lib/page/later.tsx';

/* What the page of a course puts into its screen from other features: no feature knows another. */

const certificates = { words: ['certificates'] } as const;
const given = { words: ['attempt_results'] } as const;

export const CertificateList = later(
  () => import('../../features/exams/certificates/certificate-list.tsx'),
  certificates,
);
export const EarnedNotice = later(
  () => import('../../features/exams/certificates/earned-notice.tsx'),
  certificates,
);
/** In the menu of a row, which opens without waiting for it. */
export const DownloadItem = laterOver(
  () => import('../../features/exams/certificates/download-item.tsx'),
  certificates,
);
export const GrantDialog = laterOver(
  () => import('../../features/exams/attempts/staff/grant-dialog.tsx'),
  given,
);
export const OutageDialog = laterOver(
  () => import('../../features/exams/attempts/staff/outage-dialog.tsx'),
  given,
);
export const RetakeDialog = laterOver(
  () => import('../../features/exams/results/form/decision-dialogs.tsx'),
  {
    words: ['results'],
  },
);
export const CourseAnalytics = later(
  () => import('../../features/insight/statistics/course/course-analytics.tsx'),
  { words: ['statistics'] },
);
export const CourseHistory = later(() => import('../../features/insight/history/course-history.tsx'), {
  words: ['history'],
});
export const InviteDialog = laterOver(() => import('../../features/people/users/form/invite-dialog.tsx'), {
  words: ['users', 'companies'],
});
export const CopyCourse = laterOver(() => import('../../features/learning/copies/copy-own-course.tsx'), {
  words: ['copies'],
});
export const LibraryChanges = later(() => import('../../features/learning/library/library-changes.tsx'), {
  words: ['library'],
});
export const StudentMaterialsDialog = laterOver(
  () => import('../../features/learning/materials/view/student-materials-dialog.tsx'),
);
export const KeepCourse = laterOver(() => import('../../features/learning/kept/keep-course.tsx'), {
  words: ['kept'],
});
export const NoteList = later(() => import('../../features/learning/notes/note-list.tsx'), {
  words: ['notes'],
});
export const DispatchList = later(() => import('../../features/learning/dispatches/dispatch-list.tsx'), {
  words: ['dispatches'],
});
export const WebinarTab = later(() => import('../../features/learning/webinars/list/webinar-tab.tsx'), {
  words: ['webinars'],
});
export const ManagedMaterials = later(
  () => import('../../features/learning/materials/manage/manage-screen.tsx'),
);

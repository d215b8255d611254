import { lazy, Suspense } from 'react';
import { TodayScreen } from '../../../features/insight/today/today-screen.tsx';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { loadMessages } from '../../../lib/words/locale.tsx';

// With texts that only it shows.
const RetakeDialog = lazy(async () => {
  const [{ DecisionDialogs }] = await Promise.all([
    loadChunk(() => import('../../../features/exams/results/form/decision-dialogs.tsx')),
    loadMessages(['results']),
  ]);
  return { default: DecisionDialogs };
});

export default function TodayPage() {
  return (
    <TodayScreen
      retake={({ course, form, user }, onClose) =>
        course &&
        form && (
          <Suspense fallback={null}>
            <RetakeDialog
              course_id={course.id}
              form_id={form.id}
              asked={{ action: 'retake', rows: [{ user, attempt_id: null }] }}
              onClose={onClose}
            />
          </Suspense>
        )
      }
    />
  );
}

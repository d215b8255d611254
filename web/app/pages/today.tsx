import { type ComponentType, lazy, Suspense } from 'react';
import { TodayScreen } from '../../features/today/today-screen.tsx';
import { loadChunk } from '../../lib/chunks.ts';
import { loadMessages } from '../../lib/locale.tsx';

interface RetakeProps {
  course_id: number;
  form_id: number;
  /** Of a row it needs the person alone. */
  asked: {
    action: 'retake';
    rows: readonly {
      user: { id: number; first_name: string; last_name: string };
      attempt_id: null;
    }[];
  };
  onClose: () => void;
  onDone: () => void;
}

// With texts that only it shows.
const RetakeDialog = lazy(async () => {
  const [{ DecisionDialogs }] = await Promise.all([
    loadChunk(() => import('../../features/results/decision-dialogs.tsx')),
    loadMessages(['results']),
  ]);
  return { default: DecisionDialogs as ComponentType<never> as ComponentType<RetakeProps> };
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
              onDone={() => undefined}
            />
          </Suspense>
        )
      }
    />
  );
}

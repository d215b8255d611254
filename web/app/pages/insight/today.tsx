import { TodayScreen } from '../../../features/insight/today/today-screen.tsx';
import { laterOver } from '../../../lib/page/later.tsx';

const RetakeDialog = laterOver(() => import('../../../features/exams/results/form/decision-dialogs.tsx'), {
  words: ['results'],
});

export default function TodayPage() {
  return (
    <TodayScreen
      retake={({ course, form, user }, onClose) =>
        course &&
        form && (
          <RetakeDialog
            course_id={course.id}
            form_id={form.id}
            asked={{ action: 'retake', rows: [{ user, attempt_id: null }] }}
            onClose={onClose}
          />
        )
      }
    />
  );
}

import { publishResults } from '#contract/exams/results';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import type { Result } from '../attempt.ts';

/** Tells staff that the student does not see this result yet, and lets them show it. */
export function PublishNotice({ result }: { result: Result }) {
  const t = useTranslations('attempts.result');
  const { id, form_id, course } = result;
  const publish = useAction(publishResults, { onDone: () => showSuccess(t('published_now')) });
  return (
    <Notice
      tone="warning"
      title={t('student_waits')}
      action={
        <Button
          loading={publish.busy}
          onClick={() =>
            void publish.run({ params: { id: course.id }, body: { form_id, attempt_ids: [id] } })
          }
        >
          {t('publish')}
        </Button>
      }
    >
      {t('student_waits_text')}
    </Notice>
  );
}

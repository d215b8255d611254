import { listCertificates } from '#contract/certificates';
import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/dates.ts';
import { useProfile } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { Notice } from '../../ui/notice.tsx';
import { DownloadButton } from './download-button.tsx';
import classes from './earned-notice.module.css';
import { writtenNumber } from './written-number.ts';

/** On a student's page of a course: that they earned its certificate, with the way to it. */
export function EarnedNotice({ course_id }: { course_id: number }) {
  const t = useTranslations('certificates');
  const query = { course: course_id, user: useProfile().id, status: 'valid', page_size: 1 } as const;
  const [certificate] = useData(listCertificates, { query }).data?.results ?? [];
  if (!certificate) return null;
  const { number, issued_at } = certificate;
  return (
    <div className={classes.notice}>
      <Notice
        tone="good"
        title={t('earned')}
        action={<DownloadButton course_id={course_id} variant="default" size="sm" />}
      >
        {t('earned_text', { number: writtenNumber(number), date: dateText(issued_at) })}
      </Notice>
    </div>
  );
}

import { RENEWABLE_DAYS } from '#contract/exams/certificates';
import type { getCourse } from '#contract/learning/courses';
import { type ResponseOf, writtenNumber } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { DownloadButton } from './download-button.tsx';

type Certificate = NonNullable<ResponseOf<typeof getCourse>['certificate']>;

interface Props {
  course_id: number;
  certificate: Certificate;
}

/** On a student's page of a course: that they earned its certificate, with the way to it, and when it has to be renewed. */
export default function EarnedNotice({ course_id, certificate }: Props) {
  const words = useWords();
  const { tone, title, text } = words(certificate);
  return (
    <div className="before-7 off-paper">
      <Notice
        tone={tone}
        title={title}
        action={<DownloadButton course_id={course_id} variant="default" size="sm" />}
      >
        {text}
      </Notice>
    </div>
  );
}

function useWords() {
  const t = useTranslations('certificates');
  return ({ number, issued_at, expires_at, expired }: Certificate) => {
    const issued = dateText(issued_at);
    const written = writtenNumber(number);
    if (!expires_at) {
      return {
        tone: 'good',
        title: t('earned'),
        text: t('earned_text', { number: written, date: issued }),
      } as const;
    }
    const until = dateText(expires_at);
    if (expired) {
      return { tone: 'warning', title: t('expired'), text: t('expired_text', { until }) } as const;
    }
    if (
      Date.parse(expires_at) - Date.now() < RENEWABLE_DAYS * 24 * 3_600_000 &&
      isInSecondHalf(issued_at, expires_at)
    ) {
      return { tone: 'warning', title: t('expiring'), text: t('expiring_text', { until }) } as const;
    }
    return {
      tone: 'good',
      title: t('earned'),
      text: t('earned_until_text', { number: written, issued, until }),
    } as const;
  };
}

/** A term so short that it can be renewed from its first day does not begin with a warning. */
const isInSecondHalf = (from: string, to: string): boolean =>
  Date.now() > (Date.parse(from) + Date.parse(to)) / 2;

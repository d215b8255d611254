import type { CertificateStatus as Status, listCertificates } from '#contract/exams/certificates';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../../../ui/state/status-badge.tsx';

const TONES: Record<Status, Tone> = {
  valid: 'good',
  expired: 'warning',
  replaced: 'neutral',
  revoked: 'bad',
};

type Row = Pick<ResponseOf<typeof listCertificates>['results'][number], 'status' | 'expiring'>;

/** Whether a certificate holds, and whether it does much longer. */
export function CertificateStatus({ row: { status, expiring } }: { row: Row }) {
  const t = useTranslations('certificates');
  return expiring ? (
    <StatusBadge tone="warning">{t('register.expiring')}</StatusBadge>
  ) : (
    <StatusBadge tone={TONES[status]}>{t(`list.statuses.${status}`)}</StatusBadge>
  );
}

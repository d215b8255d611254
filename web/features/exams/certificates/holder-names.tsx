import type { listCertificates } from '#contract/exams/certificates';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';

type Row = ResponseOf<typeof listCertificates>['results'][number];

/** A name that was changed shortly before, so that nobody is certified under a name of the moment unnoticed. */
export function Renamed({ renamed }: Pick<Row, 'renamed'>) {
  const t = useTranslations('certificates.list');
  if (!renamed) return null;
  return (
    <StatusBadge tone="warning">
      {t('renamed', { name: renamed.former_name, date: dateText(renamed.at) })}
    </StatusBadge>
  );
}

/** The former name that a certificate carries, by which it is found too. */
export function NameOnIt({ name }: { name: string | null }) {
  const t = useTranslations('certificates.list');
  return name === null ? null : <span className="fine regular anywhere">{t('name_on_it', { name })}</span>;
}

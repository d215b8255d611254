import { downloadCertificate } from '#contract/exams/certificates';
import { IconCertificate } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button, type ButtonProps } from '../../../ui/control/button/button.tsx';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useAction } from '../../../lib/api/use-action.ts';

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  course_id: number;
  /** Oneself unless told. */
  user_id?: number;
  /** The valid one unless told. */
  version?: number;
  /** Of the certificate, where the button stands in a row of several. */
  number?: string;
}

/** Saves a certificate as PDF. */
export function DownloadButton({ course_id, user_id, version, number, ...look }: Props) {
  const t = useTranslations('certificates');
  const { run, busy } = useCertificateDownload();
  return (
    <Button
      {...look}
      // In a row of several the column says it, and a phone has no room.
      leftSection={!number && <IconCertificate size={18} aria-hidden />}
      loading={busy}
      onClick={() => void run(course_id, { user: user_id, version })}
      {...(number && { 'aria-label': t('download_number', { number }) })}
    >
      {number ? t('download') : t('download_certificate')}
    </Button>
  );
}

/** The download, for what is no button of its own. */
export function useCertificateDownload() {
  const { run, busy } = useAction(downloadCertificate, { onDone: saveFile });
  return {
    busy,
    run: (
      course_id: number,
      { user, version }: { user?: number | undefined; version?: number | undefined },
    ) =>
      run({
        params: { id: course_id },
        query: { ...(user !== undefined && { user }), ...(version !== undefined && { version }) },
      }),
  };
}

import { IconCertificate } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../ui/control/over/menu.tsx';
import { useCertificateDownload } from './download-button.tsx';

interface Props {
  course_id: number;
  user_id: number;
  /** The newest unless told. */
  version?: number;
}

/** The action of a student's row that saves their certificate of a course. */
export default function DownloadItem({ course_id, user_id, version }: Props) {
  const t = useTranslations('certificates');
  const { run, busy } = useCertificateDownload();
  return (
    <Menu.Item
      leftSection={<IconCertificate size={18} aria-hidden />}
      disabled={busy}
      closeMenuOnClick={false}
      onClick={() => void run(course_id, { user: user_id, version })}
    >
      {t('download_certificate')}
    </Menu.Item>
  );
}

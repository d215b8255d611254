import { IconDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import type { MaterialFile } from '../material.ts';

/** A file that no browser shows: says so and gives it to be opened elsewhere, which is then taken for seen. */
export function NotShown({
  file,
  title,
  onEnd,
}: {
  file: MaterialFile;
  title?: string;
  onEnd?: (() => void) | undefined;
}) {
  const t = useTranslations('materials.viewer');
  const bytes = useBytes();
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => end(), []);
  return (
    <Notice
      tone="neutral"
      title={title ?? t('not_shown')}
      action={
        <Button
          component="a"
          href={file.url}
          download={file.name}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('download_size', { size: bytes(file.size) })}
        </Button>
      }
    >
      {t('not_shown_text', { name: file.name })}
    </Notice>
  );
}

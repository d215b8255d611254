import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { useBytes } from '../../lib/files/bytes.ts';
import type { StoredFile } from '../../lib/files/upload.ts';
import { Section } from '../page/panel.tsx';
import classes from './attachments.module.css';
import { FileIcon } from './file-icon.tsx';
import { Picture } from './picture.tsx';

/** Files to be taken along; pictures are shown. Nothing where there are none. */
export default function Attachments({ title, files }: { title: string; files: readonly StoredFile[] }) {
  if (files.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="stack plain gap-5">
        {files.map((file) => (
          <Attachment key={file.id} file={file} />
        ))}
      </ul>
    </Section>
  );
}

function Attachment({ file: { name, size, group, url, width, height } }: { file: StoredFile }) {
  const t = useTranslations('files');
  const bytes = useBytes();
  return (
    <li className={`${classes.file} narrow-two`}>
      {group === 'image' && (
        <div className={classes.picture}>
          {/* Its name stands below. */}
          <Picture src={url} alt="" width={width} height={height} />
        </div>
      )}
      <span className="stack accent">
        <FileIcon group={group} />
      </span>
      <div className="shrinks">
        <p className="flush anywhere strong">{name}</p>
        <p className="note">{bytes(size)}</p>
      </div>
      <Button
        className="narrow-whole"
        component="a"
        href={url}
        download={name}
        variant="default"
        size="sm"
        leftSection={<IconDownload size={18} aria-hidden />}
        aria-label={t('download', { name })}
      >
        {t('download_short')}
      </Button>
    </li>
  );
}

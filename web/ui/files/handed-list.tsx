import { fileGroupOf } from '#contract/learning/media';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBytes } from '../../lib/files/bytes.ts';
import { IconButton } from '../control/button/icon-button.tsx';
import { FileIcon } from './file-icon.tsx';
import classes from './handed-list.module.css';
import { Picture } from './picture.tsx';

interface HandedFile {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
  /** '' where there is nothing to be opened. */
  url: string;
}

/** What a browser shows in its place. */
const SHOWN = /^image\/(jpeg|png|gif|webp)$/;
const OPENED = /^image\/(jpeg|png|gif|webp)$|^(audio|video)\/|^application\/pdf$/;

/** Files that somebody handed in: pictures are seen, what a browser shows is opened beside, anything else is saved. */
export default function HandedList<File extends HandedFile>({
  label,
  files,
  large = false,
  tools,
}: {
  label: string;
  files: readonly File[];
  /** Pictures as large as there is room for. */
  large?: boolean;
  tools?: (file: File) => ReactNode;
}) {
  if (files.length === 0) return null;
  return (
    <ul className="stack plain gap-4" aria-label={label}>
      {files.map((file) => (
        <li
          key={file.id}
          className={classes.file}
          data-large={large || undefined}
          data-tools={tools ? true : undefined}
        >
          <Look file={file} />
          <Name file={file} />
          <span className={`${classes.tools} ends`}>{tools ? tools(file) : <Save file={file} />}</span>
        </li>
      ))}
    </ul>
  );
}

function Look({ file: { name, content_type, url, width, height } }: { file: HandedFile }) {
  if (url === '' || !SHOWN.test(content_type))
    return (
      <span className="stack accent">
        <FileIcon group={fileGroupOf(name)} />
      </span>
    );
  return (
    <span className={classes.picture}>
      <Picture src={url} alt="" width={width} height={height} />
    </span>
  );
}

function Name({ file: { name, size, content_type, url } }: { file: HandedFile }) {
  const bytes = useBytes();
  const opens = url !== '' && OPENED.test(content_type);
  return (
    <span className="stack shrinks gap-2">
      <span className="anywhere strong linked">
        {opens ? (
          <a className="finger-line" href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : (
          name
        )}
      </span>
      <span className="fine">{bytes(size)}</span>
    </span>
  );
}

function Save({ file: { name, url } }: { file: HandedFile }) {
  const t = useTranslations('files');
  return (
    <IconButton component="a" href={url} download={name} color="gray" aria-label={t('download', { name })}>
      <IconDownload size={20} aria-hidden />
    </IconButton>
  );
}

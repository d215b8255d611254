import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../control/button/icon-button.tsx';
import { Tooltip } from '../control/over/tooltip.tsx';
import { useBytes } from '../../lib/files/bytes.ts';
import type { StoredFile } from '../../lib/files/upload.ts';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { ToolButton } from '../page/tool-button.tsx';
import { FileIcon } from './file-icon.tsx';
import classes from './file-uploads.module.css';

interface Props {
  files: readonly (StoredFile & { language?: 'uk' | 'en' | 'de' | null })[];
  onRemove: (id: number) => Promise<unknown>;
}

/** The files that something has, for those who edit it. */
export function KeptFiles({ files, onRemove }: Props) {
  const t = useTranslations('files');
  if (files.length === 0) return null;
  return (
    <ul className="stack plain gap-4" aria-label={t('kept')}>
      {files.map((file) => (
        <Row key={file.id} file={file} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Row({ file, onRemove }: { file: Props['files'][number]; onRemove: Props['onRemove'] }) {
  const t = useTranslations('files');
  const common = useTranslations('common');
  const bytes = useBytes();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const errorText = useErrorText();
  const { name } = file;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await onRemove(file.id);
      setAsking(false);
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className={classes.row}>
      <span className="stack accent">
        <FileIcon group={file.group} />
      </span>
      <div className="stack shrinks gap-2">
        <p className="flush anywhere strong">{name}</p>
        <p className={`${classes.state} dim`}>
          {[file.language && common(`languages.${file.language}`), bytes(file.size)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={classes.buttons}>
        <Tooltip label={t('download', { name })} openDelay={500}>
          <IconButton
            component="a"
            href={file.url}
            download={name}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('download', { name })}
          >
            <IconDownload size={20} aria-hidden />
          </IconButton>
        </Tooltip>
        <ToolButton label={t('delete', { name })} onClick={() => setAsking(true)}>
          <IconTrash size={20} aria-hidden />
        </ToolButton>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title')}
        text={t('delete_text', { name })}
        confirmLabel={common('delete')}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}
